import {
  contains,
  expect,
  expectedItems,
  ids,
  isComplete,
  type ListingQuery,
  notTested,
  requirement,
  test,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  writeJson,
} from '../../fixtures/index.ts';

const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';
const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;
/** Searches that find most of what there is; other tests ask for the first of them, too. */
const LETTERS = [...'aeonirstlu0123456789'];
const MOST_LETTERS = 5;
/** Names that are searched for where letters are in more names than can be read. */
const MOST_NAMES = 3;
const MOST_FOLDERS = 2;

/** What one caller sees, and how to ask for it. */
interface View {
  client: WorkspaceClient;
  known: WorkspaceSnapshot;
}

// "Only items the calling user can access are returned": the same ones by every way that leads to them.
test(
  'what a walk shows a caller, searches and types show the same caller',
  requirement('workspace-caller-views-agree'),
  async ({ snapshot, workspace }) => {
    const first = { client: workspace, known: await snapshot() };
    const second = { client: workspace.as(OTHER), known: await snapshot(OTHER) };
    let told = 0;
    for (const [one, other] of [
      [second, first],
      [first, second],
    ] as const) {
      for (const query of queriesFor(one, other)) {
        const { owed, missing } = await lacking(one, query);
        told += owed;
        // What the other caller misses as well is lost whoever asks, which other rules judge.
        const isOwnLoss = missing.length > 0 && (await lacking(other, query)).missing.length === 0;
        expect(
          isOwnLoss ? missing.map(({ id, name }) => ({ id, name })) : [],
          `what a walk shows ${one.client.caller}, and ${writeJson(query)} does not`,
        ).toEqual([]);
      }
    }
    if (told === 0) notTested('the workspace needs items that a search or a type of its own finds');
  },
);

/** How many items a query owes a caller, by their walk, and which of them it does not show. */
async function lacking(
  { client, known }: View,
  query: ListingQuery,
): Promise<{ owed: number; missing: WorkspaceItem[] }> {
  const owed = expectedItems(known, query) ?? [];
  if (owed.length === 0) return { owed: 0, missing: [] };
  const { items, cut } = await client.everything(query);
  if (cut) return { owed: 0, missing: [] };
  const found = new Set(ids(items));
  return { owed: owed.length, missing: owed.filter(({ id }) => !found.has(id)) };
}

/** Ways to find most of what a caller is shown: by text, by type, by both, in folders. */
function queriesFor({ known }: View, other: View): ListingQuery[] {
  const texts = isComplete(known) ? lettersIn(known.all) : namesIn(known, other.known);
  const folders = [...known.contents]
    .filter(([folder]) => other.known.contents.has(folder))
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_FOLDERS);
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

/** A few letters, one of which at least is in the name of each item, or of most. */
function lettersIn(all: readonly WorkspaceItem[]): string[] {
  const chosen: string[] = [];
  let left = all.filter(({ name }) => name !== '');
  while (left.length > 0 && chosen.length < MOST_LETTERS) {
    const letter = LETTERS.find((one) => left.some(({ name }) => contains(name, one)));
    if (letter === undefined) break;
    chosen.push(letter);
    left = left.filter(({ name }) => !contains(name, letter));
  }
  return chosen;
}

/** Long names, which few others hold, of items in folders that both callers are shown. */
function namesIn(known: WorkspaceSnapshot, other: WorkspaceSnapshot): string[] {
  const seen = new Set(ids(other.all));
  const names = [...known.contents.values()].flatMap((items) =>
    items
      .filter(({ id, name }) => seen.has(id) && name.trim() === name && name !== '')
      .map(({ name }) => name),
  );
  return [...new Set(names)].sort((a, b) => b.length - a.length).slice(0, MOST_NAMES);
}
