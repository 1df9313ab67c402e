import type { BundleParts, filesOf } from '../../../reporters/certification/pack.ts';
import type { HarEntry } from '../../../schemas/har.ts';
import { REFUSALS } from '../../../schemas/recording.ts';

/** Runs that a forger has: of a target without faults, and of one that lists folders last. */
export type Runs = Readonly<Record<'honest' | 'failing', BundleParts>>;

/** What a forger changes in a bundle before making a manifest that fits. */
interface Forgery {
  /** The run whose bundle is changed; the honest one unless it says so. */
  readonly of?: keyof Runs;
  readonly change?: (parts: BundleParts, runs: Runs) => void;
  /** What is changed in the files, by name, when they are written. */
  readonly rewrite?: (files: ReturnType<typeof filesOf>) => void;
  readonly says: RegExp;
}

/** Answered pages of a listing whose request has a parameter. */
const listings = ({ har }: BundleParts, parameter = ''): HarEntry[] =>
  har.log.entries.filter(
    ({ _operation, _caller, request, response }) =>
      _operation === 'workspaceObjects' &&
      _caller &&
      response.status === 200 &&
      request.url.includes(parameter),
  );

function writeBody({ response: { content } }: HarEntry, text: string): void {
  Object.assign(content, { text, size: Buffer.byteLength(text) });
}

type Item = { id: number | string; type: string; name: string };

function changeItems(parts: BundleParts, change: (items: Item[]) => void): void {
  for (const entry of listings(parts)) {
    const page = JSON.parse(entry.response.content.text ?? '{}');
    if (!Array.isArray(page.items)) continue;
    change(page.items);
    writeBody(entry, JSON.stringify(page));
  }
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/** Moves a run and its exchanges in time, and leaves the headers of the answers. */
function moveBy({ report, har, statement }: BundleParts, ms: number): void {
  const moved = (text: string): string => new Date(Date.parse(text) + ms).toISOString();
  report.run.startedAt = moved(report.run.startedAt);
  Object.assign(statement, { startedAt: moved(statement.startedAt), endedAt: moved(statement.endedAt) });
  for (const one of [...har.log.entries, ...har.log.pages]) one.startedDateTime = moved(one.startedDateTime);
}

/** What the failing run breaks. */
export const BROKEN = 'workspace-folders-first';

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
    says: /walks: exchange \d+ .* begins a walk whose \d+ items hold a folder behind another item, and workspace-folders-first is reported as passed/,
  },
  'a requirement is left out of the report': {
    change: ({ report }) => {
      report.requirements = report.requirements.filter(({ id }) => id !== 'embed-groups-replaces');
    },
    says: /report: .*embed-groups-replaces/,
  },
  'a MUST is told as a SHOULD': {
    of: 'failing',
    change: ({ report }) => {
      for (const row of report.requirements) if (row.id === BROKEN) row.level = 'SHOULD';
    },
    says: /report: workspace-folders-first: report.json tells another level than the catalogue/,
  },
  'the catalogue is said to be another one': {
    change: ({ report }) => {
      report.suite.catalogueDigest = '0123456789abcdef';
    },
    says: /report: .*catalogue/,
  },
  'the verdict of the run is changed': {
    of: 'failing',
    change: ({ report }) => {
      report.verdict = 'conformant';
    },
    says: /report: the verdict of report.json does not follow from its requirements/,
  },
  'the report names another address': {
    change: ({ statement, report }) => {
      statement.target = report.target.baseUrl = 'https://acme.example/api';
    },
    says: /exchanges: exchange \d+ was sent to https:\S+, and report.json is that of https:\/\/acme.example\/api/,
  },
  'the statement says that the run passes': {
    of: 'failing',
    change: ({ statement }) => {
      statement.passes = true;
    },
    says: /statement: statement.json says another passes than report.json/,
  },
  'the name of the product ends a line of the terminal': {
    change: ({ statement }) => {
      statement.product = 'Acme Insights\nVERIFIED';
    },
    says: /schemas: statement.json is not as this release writes it: \/product holds characters that nobody would see/,
  },
  'the seed is said to be another': {
    rewrite: (files) => {
      files['settings.json'] = (files['settings.json'] ?? '').replace(/"seed": \d+/, '"seed": 1');
    },
    says: /statement: settings.json names another seed than report.json/,
  },
  'the run is said to answer a challenge': {
    change: ({ statement }) => {
      statement.challenge = 'customer-2026-11';
    },
    says: /statement: the seed of the run is not that of its challenge/,
  },
  'the page is changed': {
    rewrite: (files) => {
      files['index.html'] = (files['index.html'] ?? '').replace('</body>', '<p>Excellent!</p></body>');
    },
    says: /page: index.html is not what this suite makes of report.json/,
  },
  'a key is there twice, so that readers differ': {
    rewrite: (files) => {
      files['statement.json'] = (files['statement.json'] ?? '').replace(/^\{/, '{ "verdict": "conformant",');
    },
    says: /schemas: statement.json cannot be read: it holds the key "verdict" twice in one object/,
  },
  'a file nests without end': {
    rewrite: (files) => {
      files['exchanges.har'] = '['.repeat(200_000) + ']'.repeat(200_000);
    },
    says: /schemas: exchanges.har cannot be read: it nests deeper than anything that this release writes/,
  },
  'a file is of a later release': {
    rewrite: (files) => {
      files['suite.json'] = (files['suite.json'] ?? '').replace('"schemaVersion": 1', '"schemaVersion": 2');
    },
    says: /schemas: suite.json is not as this release writes it: \/schemaVersion is 2, and this release reads version 1/,
  },
  'the exchanges are those of another run': {
    change: (parts, { failing }) => {
      // Both runs were made at the same time.
      parts.har = structuredClone(failing.har);
      for (const one of parts.har.log.entries)
        one.startedDateTime = new Date(Date.parse(one.startedDateTime) + 3_600_000).toISOString();
    },
    says: /exchanges: exchange \d+ was sent at .*, outside the run of report.json .*: is it of another run\?/,
  },
  'some exchanges went over plain HTTP': {
    change: ({ har }) => {
      for (const { request } of har.log.entries.slice(0, 5))
        request.url = request.url.replace('https:', 'http:');
    },
    says: /exchanges: exchange \d+ was sent over plain HTTP/,
  },
  'an old run is told as one of today': {
    change: (parts) => moveBy(parts, -2 * YEAR_MS),
    says: /exchanges: exchange \d+ was sent at .*, and its answer is dated/,
  },
  'an exchange is taken away': {
    change: ({ har }) => {
      har.log.entries.pop();
    },
    says: /exchanges: .* sent \d+ requests, and exchanges.har holds \d+: others were taken away/,
  },
  'an exchange is told twice': {
    change: ({ har }) => {
      har.log.entries.push(...har.log.entries.slice(-1));
    },
    says: /exchanges: exchanges.har holds .* twice/,
  },
  'a test is taken from the exchanges': {
    change: ({ har }) => {
      har.log.pages.pop();
    },
    says: /exchanges: .* is in report.json, and not in exchanges.har/,
  },
  'bodies are taken away, and said to have been too long': {
    change: ({ har }) => {
      for (const { response } of har.log.entries) {
        delete response.content.text;
        response.content.size = 2_000_000;
      }
    },
    says: /exchanges: exchange \d+ lacks its body, which was short enough to be kept/,
  },
  'a body is replaced by a shorter one': {
    change: (parts) => {
      for (const { response } of listings(parts).slice(0, 3))
        response.content.text = '{"items":[],"pageInfo":{"hasNextPage":false,"endCursor":null}}';
    },
    says: /exchanges: exchange \d+ has another body than that whose size it states/,
  },
  'the refusals are taken from the exchanges': {
    change: ({ har }) => {
      har.log.entries = har.log.entries.filter(
        ({ _checks }) => !_checks.some(({ check }) => REFUSALS.includes(check)),
      );
    },
    says: /exchanges: .*: report.json counts \d+ refusals, and exchanges.har holds 0/,
  },
  'the controls are taken from the exchanges': {
    change: ({ har }) => {
      for (const entry of har.log.entries)
        entry._checks = entry._checks.filter(({ check }) => check !== 'control' && check !== 'let in');
    },
    says: /exchanges: .*: report.json counts \d+ controls, and exchanges.har holds 0/,
  },
  'a stranger was let in': {
    change: ({ har }) => {
      for (const { _checks, response } of har.log.entries)
        if (_checks.some(({ check, held }) => check === 'turned away' && held)) response.status = 200;
    },
    says: /refusals: exchange \d+ .* is told as "turned away" for auth-workspace-objects-refuses-strangers/,
  },
  'a check that failed is told of a test that passed': {
    change: ({ har }) => {
      for (const { _checks } of har.log.entries.slice(0, 40))
        for (const one of _checks) if (one.check !== 'contract') one.held = false;
    },
    says: /tests: exchange \d+ .* has a check that failed, and the test is told as passed/,
  },
  'an answer breaks the contract, and is said not to have been judged': {
    change: (parts) => {
      changeItems(parts, ([first]) => first && Object.assign(first, { id: 'seven' }));
      for (const entry of parts.har.log.entries)
        entry._checks = entry._checks.filter(({ check }) => check !== 'contract');
    },
    says: /answers: exchange \d+ .* breaks workspace-item-id, which report.json does not fail/,
  },
  'a search is answered with everything': {
    change: (parts) => {
      const [root] = listings(parts).filter(({ request }) => !request.url.includes('search='));
      for (const entry of listings(parts, 'search=')) writeBody(entry, root?.response.content.text ?? '');
    },
    says: /walks: .* hold an item whose name lacks the text, and workspace-search-substring is reported as passed/,
  },
  'a walk shows an item twice': {
    change: (parts) =>
      changeItems(parts, (items) => {
        if (items.length > 1) items.push(items.at(-1) as Item);
      }),
    says: /walks: .* hold an item twice, and workspace-cursor-walk-complete is reported as passed/,
  },
  'both callers are shown the same': {
    change: (parts) => {
      for (const entry of parts.har.log.entries)
        if (entry._caller === 'TARGET_OTHER_ACCESS_TOKEN') entry._caller = 'TARGET_ACCESS_TOKEN';
      const own = listings(parts).map((entry) => ({ ...entry, _caller: 'TARGET_OTHER_ACCESS_TOKEN' }));
      parts.har.log.entries.push(...own);
    },
    says: /walks: both callers were shown the same \d+ items, and workspace-access-filtered is reported as passed/,
  },
  'the suite was modified': {
    change: ({ suite }) => {
      suite.files['fixtures/index.ts'] = '0'.repeat(64);
    },
    says: /suite: the suite was modified: fixtures\/index.ts is not that of commit/,
  },
  'the suite is of a commit that nobody has': {
    change: ({ suite, statement }) => {
      suite.commit = statement.suite.commit = 'f'.repeat(40);
    },
    says: /suite: the history of this checkout has no commit ffffffffffff/,
  },
};
