import type { Report, ReportedRequirement } from '../../../reporters/report.ts';
import { allPassed, baseline, EVIDENCE, MUST, outcome, report, SHOULD } from '../unit/sample-report.ts';

/** Made-up reports whose pages show all that a page may show. */

export const STORY = {
  expected: 'groups of "conformance-user-1" to equal ["analysts"]',
  received: '[]',
  fix: 'touch memberships only when `groups` is in the body',
  input: [
    '1. generate-session {"externalId":"conformance-user-1"} -> 200',
    '2. generate-session {} -> 400',
  ].join('\n           '),
  curl: '# 1. generate-session\ncurl -sS -i "$TARGET_BASE_URL/v1/embed/generate-session"',
  replay: 'CONFORMANCE_SEED=1 npx playwright test --grep "@embed-groups-omitted-keeps"',
};

/** The requirement that fails with a story. */
export const FAILING = 'embed-groups-omitted-keeps';
/** One that passes, and whose section is closed at first. */
export const PASSING = 'workspace-search-absent-text';
const KNOWN = 'workspace-search-case-insensitive';
const STALE = 'embed-groups-replaces';

/** What {@link everyKind} has of what is many times alike, one in so many: a checker of pages takes its time for each. */
const ONE_IN = 25;

const untested = (id: string, reason: string, ...blames: string[]) => ({
  ...outcome(id, 'not-tested'),
  reason,
  cause: { code: blames.length > 0 ? 'broken' : 'missing', blames } as const,
});

/** The outcomes of a run that has every verdict. */
const outcomes = allPassed.map((one) => {
  const { requirement: id } = one;
  if (id === FAILING)
    return {
      ...outcome(id, 'failed'),
      failure: STORY,
      evidence: {
        ...EVIDENCE,
        requirement: id,
        observations: ['it takes blanks around the credential'],
        leftovers: ['group 7'],
        views: { TARGET_ACCESS_TOKEN: { items: 44, listings: 9, read: 8 } },
        target: {
          baseUrl: 'https://acme.example/api',
          embedded: false,
          capabilities: { 'access-token': 'TARGET_ACCESS_TOKEN', 'api-key': null },
          settings: ['TARGET_BASE_URL', 'TARGET_ACCESS_TOKEN'],
        },
      },
    };
  if (id === KNOWN || id === SHOULD) return outcome(id, 'failed');
  if (id === MUST)
    return { ...outcome(id, 'inconclusive'), reason: 'the target is away. The request: GET /v1' };
  if (id === 'auth-https-only') return untested(id, 'set TARGET_HTTP_URL');
  if (id === 'workspace-cursor-walk-complete') return untested(id, 'the workspace needs two items');
  if (id === 'embed-tenants-groups-delete')
    return untested(id, `it ended early: ${FAILING} is broken`, FAILING);
  if (id === 'service-ai-api-served') return outcome(id, 'not-applicable');
  return one;
});

/** A report with every verdict, known failures, observations and leftovers. */
export const everyKindWhole = (): Report =>
  report(
    {},
    {
      outcomes,
      baseline: new Map([
        ...baseline({}, KNOWN),
        ...baseline({ reason: 'ticket 8', expires: '2030-12-31' }, STALE),
      ]),
      required: ['core'],
    },
  );

/** The same with few of what is many times alike. */
export function everyKind(): Report {
  const whole = everyKindWhole();
  const isTold = ({ id, verdict, baseline }: ReportedRequirement): boolean =>
    (verdict !== 'pass' && verdict !== 'excluded') || baseline !== null || id === PASSING;
  return {
    ...whole,
    requirements: whole.requirements.filter((row, index) => isTold(row) || index % ONE_IN === 0),
    profiles: whole.profiles.slice(0, 3),
    shapes: whole.shapes.filter((_, index) => index % ONE_IN === 0),
  };
}

/** What must never be read as more than text. `{}` stands for the place it was put in. */
const HOSTILE =
  '</script></style></title></code><script>window.ran=1</script><img src=x onerror="window.ran=2"><svg/onload=window.ran=3>' +
  '<a href="javascript:window.ran=4" autofocus onfocus=window.ran=5>{}</a><!-- --> \'"&lt; \u001b[31m\u202E\u2066\u0000\ud800\u200b\r';

/** Fields whose values the catalogue and the runner give, not the target. */
const OURS =
  /^(id|level|profile|verdict|source|baseline|status|startedAt|statement|suite|versions|profiles|shapes)$/;

function poison<Value>(value: Value, name = ''): Value {
  if (OURS.test(name)) return value;
  if (typeof value === 'string') return HOSTILE.replace('{}', `in-${name}`) as Value;
  if (Array.isArray(value)) return value.map((one) => poison(one, name)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, poison(own, key)])) as Value;
}

/** A report in which every text that could come from a target would run in a page that lets it. */
export const hostile = (): Report => poison(everyKind());

/** The names of the fields that {@link hostile} puts its text in, and that a page shows. */
export const SHOWN_FIELDS = ['baseUrl', 'expected', 'received', 'fix', 'input', 'curl', 'replay', 'reason'];

/**
 * A report of many failures with long texts.
 *
 * @param failures - how many
 * @param text - each text of each of them
 */
export function manyFailures(failures: number, text: string): Report {
  const failure = { expected: text, received: text, fix: text, input: text, curl: text, replay: text };
  return report(
    {},
    {
      outcomes: allPassed.map((one, index) =>
        index < failures ? { ...outcome(one.requirement, 'failed'), title: text, failure } : one,
      ),
    },
  );
}
