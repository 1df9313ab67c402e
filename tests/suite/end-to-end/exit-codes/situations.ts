/** Variables by name. */
export type Settings = Record<string, string>;

/** What a run is done with: the settings of a target that conforms, and of one that breaks two rules. */
export interface Targets {
  readonly conforming: Settings;
  readonly broken: Settings;
  /** A folder for files that settings name. */
  readonly folder: string;
}

/** A situation in which a run may be, told as its reader would. */
export interface Situation {
  readonly told: string;
  readonly settings: (targets: Targets) => Settings;
  readonly args?: readonly string[];
  /** Files in the folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A MUST that the broken target breaks, and one that it keeps. */
export const BROKEN = 'embed-deployment-required';
export const KEPT = 'embed-session-id';
/** A SHOULD that it breaks. */
export const BROKEN_SHOULD = 'workspace-unknown-deployment';
export const FAULTS = ['embed-deployment-defaults', 'workspace-unknown-deployment-500'];

const NOWHERE = 'https://127.0.0.1:1';
const only = (...ids: string[]): string[] => ['--grep', `@(${ids.join('|')})(?![\\w-])`];
const without = (settings: Settings, ...names: string[]): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));

const known = (told: string, content: string, id: string, broken = true): Situation => ({
  told,
  files: { 'known.yaml': content },
  settings: ({ conforming, broken: other, folder }) => ({
    ...(broken ? other : conforming),
    CONFORMANCE_BASELINE: `${folder}/known.yaml`,
  }),
  args: only(id),
});

export const WHOLE: readonly Situation[] = [
  { told: 'nothing is set', settings: () => ({}) },
  {
    told: 'a target that conforms, without its Core Data API',
    settings: ({ conforming }) => without(conforming, 'TARGET_DATA_API_URL', 'TARGET_DATA_API_TOKEN'),
  },
  { told: 'a target that breaks a MUST', settings: ({ broken }) => broken },
];

export const ENDED: readonly Situation[] = [
  {
    told: 'TARGET_BASE_URL is set and empty',
    settings: () => ({ TARGET_BASE_URL: '', CONFORMANCE_REQUIRE: 'core,authentication' }),
  },
  {
    told: 'a secret is set and empty',
    settings: ({ conforming }) => ({ ...conforming, TARGET_API_KEY: '' }),
  },
  { told: 'a token, and no base address', settings: () => ({ TARGET_ACCESS_TOKEN: 'token' }) },
  { told: 'CONFORMANCE_REQUIRE, and no target', settings: () => ({ CONFORMANCE_REQUIRE: 'core' }) },
  {
    told: 'DOTENV_CONFIG_PATH names no file',
    settings: () => ({ DOTENV_CONFIG_PATH: 'nowhere.env' }),
  },
  {
    told: 'a setting is misspelt',
    settings: ({ conforming }) => ({ ...conforming, TARGET_ACESS_TOKEN: 'token' }),
  },
  {
    told: 'the base address is plain HTTP',
    settings: () => ({ TARGET_BASE_URL: 'http://acme.example/api', TARGET_ACCESS_TOKEN: 'token' }),
  },
  {
    told: 'nothing answers',
    settings: () => ({ TARGET_BASE_URL: `${NOWHERE}/api`, TARGET_ACCESS_TOKEN: 'token' }),
  },
  {
    told: 'the certificate is not trusted',
    settings: ({ conforming }) => without(conforming, 'NODE_EXTRA_CA_CERTS'),
  },
  {
    told: 'a credential is refused',
    settings: ({ conforming }) => ({ ...conforming, TARGET_ACCESS_TOKEN: 'never-issued-by-anybody' }),
  },
  known('the baseline names no requirement', 'embed-deployment-require: ticket 7', KEPT),
  known('the baseline gives no reason', `${BROKEN}:`, KEPT),
];

export const FILTERED: readonly Situation[] = [
  { told: 'what is tested holds', settings: ({ conforming }) => conforming, args: only(KEPT) },
  { told: 'a MUST fails', settings: ({ broken }) => broken, args: only(BROKEN) },
  { told: 'a SHOULD fails', settings: ({ broken }) => broken, args: only(KEPT, BROKEN_SHOULD) },
  known('the failure is known', `${BROKEN}: ticket 7`, BROKEN),
  known(
    'the failure was known until a day that is over',
    `${BROKEN}: { reason: ticket 7, until: 2020-12-31 }`,
    BROKEN,
  ),
  known('a failure that is known is none', `${BROKEN}: ticket 7`, BROKEN, false),
  {
    told: 'a part of the target does not answer',
    settings: ({ conforming }) => ({ ...conforming, TARGET_DATA_API_URL: `${NOWHERE}/data` }),
    args: only('auth-data-load-refuses-strangers'),
  },
  {
    told: 'nothing can be tested without a setting that is missing',
    settings: ({ conforming }) => without(conforming, 'TARGET_DATA_API_URL', 'TARGET_DATA_API_TOKEN'),
    args: only('auth-data-load-refuses-strangers'),
  },
  {
    told: 'CONFORMANCE_REQUIRE names more than was tested',
    settings: ({ conforming }) => ({ ...conforming, CONFORMANCE_REQUIRE: 'scim' }),
    args: only(KEPT, 'scim-paging MUST'),
  },
  {
    told: 'the filter matches nothing',
    settings: ({ conforming }) => conforming,
    args: only('no-such-requirement'),
  },
  { told: 'tests are listed only', settings: ({ conforming }) => conforming, args: ['--list'] },
];

/** The runner's own reporters, each alone and two at once; the last names the suite's own a second time. */
export const REPORTERS = [
  'line',
  'dot',
  'list',
  'html',
  'junit',
  'json',
  'blob',
  'github',
  'null',
  'json,html',
  './reporters/conformance.ts',
];

/** The two in which the runner alone would decide the other way. */
export const OF_REPORTERS: readonly Situation[] = [
  known('a MUST fails, which is known', `${BROKEN}: ticket 7`, BROKEN),
  {
    told: 'nothing can be tested',
    settings: ({ conforming }) => without(conforming, 'TARGET_DATA_API_URL', 'TARGET_DATA_API_TOKEN'),
    args: only('auth-data-load-refuses-strangers'),
  },
];
