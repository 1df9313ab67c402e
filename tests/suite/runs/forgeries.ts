import type { BundleParts } from '../../../reporters/certification/pack.ts';
import { groupBy } from '../../../reporters/lists.ts';
import type { Har, HarEntry } from '../../../schemas/har.ts';
import { REFUSALS } from '../../../schemas/recording.ts';

/** Runs that a forger has: of a target without faults, and of one that lists folders last. */
export type Runs = Readonly<Record<'honest' | 'failing', BundleParts>>;

/** What a forger changes in a bundle before making a manifest that fits. */
interface Forgery {
  /** The run whose bundle is changed; the honest one unless it says so. */
  readonly of?: keyof Runs;
  change(parts: BundleParts, runs: Runs): void;
  /** What the verifier says. */
  readonly says: RegExp;
}

/** Pages of a listing, in the order in which they were asked for. */
const listings = ({ har }: BundleParts): HarEntry[] =>
  har.log.entries.filter(
    ({ _operation, _caller, response }) =>
      _operation === 'workspaceObjects' && _caller && response.status === 200,
  );

/** Changes the items of every recorded page. */
function changeItems(parts: BundleParts, change: (items: { id: number; type: string }[]) => void): void {
  for (const { response } of listings(parts)) {
    const page = JSON.parse(response.content.text ?? '{}');
    change(page.items);
    response.content.text = JSON.stringify(page);
  }
}

/** The second of three pages that each hold the whole of the same listing. */
function readThrice({ log }: Har): HarEntry | undefined {
  const whole = log.entries.filter(({ _operation, _caller, request, response }) => {
    const { searchParams } = new URL(request.url);
    const isPlain = ['after', 'types', 'search'].every((name) => !searchParams.has(name));
    return (
      _operation === 'workspaceObjects' &&
      _caller &&
      isPlain &&
      /"hasNextPage":false/.test(response.content.text ?? '')
    );
  });
  const groups = groupBy(whole, ({ pageref, _caller, request }) =>
    [pageref, _caller, new URL(request.url).searchParams.get('folderId')].join(' '),
  );
  return [...groups.values()].find(({ length }) => length > 2)?.[1];
}

/** Each forgery, made with a manifest that fits it, and a sentence that the verifier says. */
export const FORGERIES: Readonly<Record<string, Forgery>> = {
  'a verdict is changed': {
    of: 'failing',
    change: ({ report }) => {
      for (const row of report.requirements) if (row.verdict === 'fail') row.verdict = 'pass';
    },
    says: /report: workspace-folders-first is told as "pass", and one of its tests failed/,
  },
  'a verdict is changed, and its failures are taken away': {
    of: 'failing',
    change: ({ report, har }) => {
      const row = report.requirements.find(({ verdict }) => verdict === 'fail');
      for (const one of row?.tests ?? []) Object.assign(one, { status: 'passed', failures: [] });
      Object.assign(row ?? {}, { verdict: 'pass' });
      for (const page of har.log.pages) page._test.failed = false;
    },
    says: /walks: exchange \d+ .* begins a walk whose \d+ items hold a folder behind another item, and workspace-folders-first is told as passed/,
  },
  'the exchanges are those of another run': {
    change: (parts, { failing }) => {
      parts.har = failing.har;
    },
    says: /exchanges: exchange \d+ was sent at .*, outside the run of report.json .*: is it of another run\?/,
  },
  'it is dated anew': {
    change: ({ report, statement }) => {
      const later = (time: string): string => new Date(Date.parse(time) + 86_400_000).toISOString();
      report.run.startedAt = later(report.run.startedAt);
      Object.assign(statement, { startedAt: later(statement.startedAt), endedAt: later(statement.endedAt) });
    },
    says: /exchanges: exchange \d+ was sent at .*, outside the run of report.json/,
  },
  'the refusals are taken from the exchanges': {
    change: ({ har }) => {
      har.log.entries = har.log.entries.filter(
        ({ _checks }) => !_checks.some(({ check }) => REFUSALS.includes(check)),
      );
    },
    says: /exchanges: .*: report.json counts \d+ refusals, and exchanges.har holds 0/,
  },
  'a stranger was let in': {
    change: ({ har }) => {
      for (const { _checks, response } of har.log.entries)
        if (_checks.some(({ check }) => check === 'turned away')) response.status = 200;
    },
    says: /refusals: exchange \d+ .* is told as "turned away" for auth-workspace-objects-refuses-strangers/,
  },
  'an answer breaks the contract': {
    change: (parts) => changeItems(parts, ([first]) => first && Object.assign(first, { id: 'seven' })),
    says: /answers: exchange \d+ .* breaks workspace-item-id, which report.json does not fail/,
  },
  'folders are put behind other items': {
    change: (parts) => changeItems(parts, (items) => items.reverse()),
    says: /walks: .* hold a folder behind another item, and workspace-folders-first is told as passed/,
  },
  'an item is taken from one walk': {
    change: ({ har }) => {
      const page = readThrice(har)?.response.content;
      if (!page) throw new Error('no listing was read three times to its end');
      const { items, ...rest } = JSON.parse(page.text ?? '');
      page.text = JSON.stringify({ ...rest, items: items.slice(1) });
    },
    says: /walks: .* are not those of the same listing before and after/,
  },
  'a test sent more than is told': {
    change: ({ report }) => {
      const [row] = report.requirements.filter(({ tests }) => tests.length > 0);
      for (const one of row?.tests ?? []) one.requests = 1;
    },
    says: /report: report.json tells \d+ requests, and its tests sent \d+/,
  },
  'the suite was modified': {
    change: ({ suite }) => {
      suite.files['fixtures/index.ts'] = '0'.repeat(64);
    },
    says: /suite: the suite was modified: fixtures\/index.ts is not that of commit/,
  },
};
