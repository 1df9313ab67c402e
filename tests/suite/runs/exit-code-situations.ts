import { only } from '../support/run-suite.ts';

/** Variables by name. */
export type Settings = Record<string, string>;

/** The settings of two targets, of which one conforms and one breaks two rules. */
export interface Targets {
  readonly conforming: Settings;
  readonly broken: Settings;
  /** A folder for files that settings name. */
  readonly folder: string;
}

/** A situation in which a run may be. */
export interface Situation {
  /** Names it in the document. */
  readonly title: string;
  readonly settings: (targets: Targets) => Settings;
  readonly args?: readonly string[];
  /** The contents of files in the folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A MUST that the broken target breaks, and one that it keeps. */
export const BROKEN_MUST = 'embed-deployment-required';
export const KEPT_MUST = 'embed-session-id';
/** A SHOULD that it breaks. */
const BROKEN_SHOULD = 'workspace-unknown-deployment';
export const FAULTS = ['embed-deployment-defaults', 'workspace-unknown-deployment-500'];

const NOWHERE = 'https://127.0.0.1:1';
const without = (settings: Settings, ...names: string[]): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));

/** A situation with a baseline. */
const withBaseline = (title: string, content: string, id: string, isBroken = true): Situation => ({
  title,
  files: { 'known.yaml': content },
  settings: ({ conforming, broken, folder }) => ({
    ...(isBroken ? broken : conforming),
    CONFORMANCE_BASELINE: `${folder}/known.yaml`,
  }),
  args: only(id),
});

export const WHOLE_RUNS: readonly Situation[] = [
  { title: 'nothing is set', settings: () => ({}) },
  {
    title: 'a target that conforms, and offers a Core Data API that was not tested',
    settings: ({ conforming }) => without(conforming, 'TARGET_DATA_API_URL', 'TARGET_DATA_API_TOKEN'),
  },
  { title: 'a target that breaks a MUST', settings: ({ broken }) => broken },
];

/** Runs that end before anything is judged. */
export const UNJUDGED_RUNS: readonly Situation[] = [
  {
    title: 'TARGET_BASE_URL is set and empty',
    settings: () => ({ TARGET_BASE_URL: '', CONFORMANCE_REQUIRE: 'core,authentication' }),
  },
  {
    title: 'a secret is set and empty',
    settings: ({ conforming }) => ({ ...conforming, TARGET_API_KEY: '' }),
  },
  { title: 'a token, and no base address', settings: () => ({ TARGET_ACCESS_TOKEN: 'token' }) },
  { title: 'CONFORMANCE_REQUIRE, and no target', settings: () => ({ CONFORMANCE_REQUIRE: 'core' }) },
  {
    title: 'DOTENV_CONFIG_PATH names no file',
    settings: () => ({ DOTENV_CONFIG_PATH: 'nowhere.env' }),
  },
  {
    title: 'a setting is misspelt',
    settings: ({ conforming }) => ({ ...conforming, TARGET_ACESS_TOKEN: 'token' }),
  },
  {
    title: 'the base address is plain HTTP',
    settings: () => ({ TARGET_BASE_URL: 'http://acme.example/api', TARGET_ACCESS_TOKEN: 'token' }),
  },
  {
    title: 'nothing answers',
    settings: () => ({ TARGET_BASE_URL: `${NOWHERE}/api`, TARGET_ACCESS_TOKEN: 'token' }),
  },
  {
    title: 'the certificate is not trusted',
    settings: ({ conforming }) => without(conforming, 'NODE_EXTRA_CA_CERTS'),
  },
  {
    title: 'a credential is refused',
    settings: ({ conforming }) => ({ ...conforming, TARGET_ACCESS_TOKEN: 'never-issued-by-anybody' }),
  },
  withBaseline('the baseline names no requirement', 'embed-deployment-require: ticket 7', KEPT_MUST),
  withBaseline('the baseline gives no reason', `${BROKEN_MUST}:`, KEPT_MUST),
];

export const FILTERED_RUNS: readonly Situation[] = [
  { title: 'what is tested holds', settings: ({ conforming }) => conforming, args: only(KEPT_MUST) },
  { title: 'a MUST fails', settings: ({ broken }) => broken, args: only(BROKEN_MUST) },
  { title: 'a SHOULD fails', settings: ({ broken }) => broken, args: only(KEPT_MUST, BROKEN_SHOULD) },
  withBaseline('the failure is known', `${BROKEN_MUST}: ticket 7`, BROKEN_MUST),
  withBaseline(
    'the failure was known until a day that is over',
    `${BROKEN_MUST}: { reason: ticket 7, expires: 2020-12-31 }`,
    BROKEN_MUST,
  ),
  withBaseline(
    'another failure of the requirement is known',
    `${BROKEN_MUST}: { reason: ticket 7, only: an answer without a status }`,
    BROKEN_MUST,
  ),
  withBaseline('a failure that is known is none', `${BROKEN_MUST}: ticket 7`, BROKEN_MUST, false),
  {
    title: 'a part of the target does not answer',
    settings: ({ conforming }) => ({ ...conforming, TARGET_DATA_API_URL: `${NOWHERE}/data` }),
    args: only('auth-data-load-refuses-strangers'),
  },
  {
    title: 'nothing can be tested without a setting that is missing',
    settings: ({ conforming }) => without(conforming, 'TARGET_DATA_API_URL', 'TARGET_DATA_API_TOKEN'),
    args: only('auth-data-load-refuses-strangers'),
  },
  {
    title: 'CONFORMANCE_REQUIRE names more than was tested',
    settings: ({ conforming }) => ({ ...conforming, CONFORMANCE_REQUIRE: 'scim' }),
    args: only(KEPT_MUST, 'scim-paging MUST'),
  },
  {
    title: 'the filter matches nothing',
    settings: ({ conforming }) => conforming,
    args: only('no-such-requirement'),
  },
  { title: 'tests are listed only', settings: ({ conforming }) => conforming, args: ['--list'] },
];

/** Situations in which the runner itself would exit with another code, with reporters that print, and that write to files or to the standard output. */
export const REPORTED_RUNS: readonly Situation[] = ['line', 'junit', 'json,html', 'blob', 'null'].flatMap(
  (reporter) =>
    [
      withBaseline('a MUST fails, which is known', `${BROKEN_MUST}: ticket 7`, BROKEN_MUST),
      {
        title: 'nothing can be tested',
        settings: ({ conforming }: Targets) =>
          without(conforming, 'TARGET_DATA_API_URL', 'TARGET_DATA_API_TOKEN'),
        args: only('auth-data-load-refuses-strangers'),
      },
    ].map((situation) => ({
      ...situation,
      title: `${situation.title}, --reporter=${reporter}`,
      args: [...(situation.args ?? []), `--reporter=${reporter}`],
    })),
);
