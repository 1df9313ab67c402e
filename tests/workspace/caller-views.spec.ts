import {
  about,
  among,
  type CallerView,
  containsText,
  expect,
  expectedItems,
  isComplete,
  type ListingQuery,
  LONG_SEARCH,
  notTested,
  requirement,
  test,
  type WorkspaceItem,
  without,
  writeJson,
} from '../../fixtures/index.ts';
import { lostBy, OTHER, shown, TYPES } from './support.ts';

/** Searches that find most of what there is; other tests ask for the first of them, too. */
const LETTERS = [...'aeonirstlu0123456789'];
const MAX_LETTERS = 5;
/** Names that are searched for where letters are in more names than can be read. */
const MAX_NAMES = 3;
const MAX_FOLDERS = 2;

// A caller gets the same items, whichever query asks for them.
test(
  'searches and types show a caller the items that a walk shows them',
  requirement('workspace-caller-views-agree'),
  async ({ snapshot, workspace }) => {
    const first = { client: workspace, known: await snapshot() };
    const second = { client: workspace.as(OTHER), known: await snapshot(OTHER) };
    let judged = 0;
    for (const [one, other] of [
      [second, first],
      [first, second],
    ] as const) {
      for (const query of queriesFor(one, other)) {
        const { owed, missing, curl = '' } = await lacking(one, query);
        judged += owed;
        // An item that the other caller does not find either is lost for everybody, which other rules judge.
        const isOwnLoss = missing.length > 0 && (await lacking(other, query)).missing.length === 0;
        about({ curl });
        expect(
          shown(isOwnLoss ? missing : []),
          `items that a walk shows ${one.client.caller} and ${writeJson(query)} leaves out,`,
        ).toEqual([]);
      }
    }
    if (judged === 0) notTested('the workspace needs items that a search, or a listing by type, finds');
  },
);

/** How many items a query owes a caller, by their walk, and which of them it does not show. */
async function lacking(
  { client, known }: CallerView,
  query: ListingQuery,
): Promise<{ owed: number; missing: WorkspaceItem[]; curl?: string }> {
  const owed = expectedItems(known, query) ?? [];
  if (owed.length === 0) return { owed: 0, missing: [] };
  const found = await client.allItems(query);
  if (found.cut) return { owed: 0, missing: [] };
  const { search } = query;
  const missing =
    search === undefined ? without(owed, found.items) : lostBy(known, { ...query, search }, found.items);
  return { owed: owed.length, missing, curl: found.curl };
}

/** Queries that find most of what a caller is shown: by text, by type, by both, in folders. */
function queriesFor({ known }: CallerView, other: CallerView): ListingQuery[] {
  // Long names, which few other names contain, of items in folders that both callers are shown
  const names = among([...known.contents.values()].flat(), other.known.all).map(({ name }) => name);
  const plain = names.filter((name) => name.trim() === name && name !== '' && name.length <= LONG_SEARCH);
  const longest = [...new Set(plain)].sort((a, b) => b.length - a.length).slice(0, MAX_NAMES);
  const texts = isComplete(known) ? lettersIn(known.all) : longest;
  const folders = [...known.contents]
    .filter(([folder]) => other.known.contents.has(folder))
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_FOLDERS);
  return [
    ...texts.map((search) => ({ search })),
    ...TYPES.map((type) => ({ types: [type] })),
    ...TYPES.map((type) => ({ search: texts[0] ?? 'a', types: [type] })),
    ...folders.flatMap(([folderId, items]) => {
      const type = TYPES.find((one) => one !== 'FOLDER' && items.some((item) => item.type === one));
      return type ? [{ folderId, types: [type] }] : [];
    }),
  ];
}

/** A few letters, at least one of which is in the name of each item, or of most items. */
function lettersIn(all: readonly WorkspaceItem[]): string[] {
  let left = all.map(({ name }) => name);
  const chosen = LETTERS.filter((letter) => {
    const isNeeded = left.some((name) => containsText(name, letter));
    left = left.filter((name) => !containsText(name, letter));
    return isNeeded;
  });
  return chosen.slice(0, MAX_LETTERS);
}
