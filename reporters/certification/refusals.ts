import { existsSync } from 'node:fs';
import { isLeftOut } from '../../fixtures/target/settings.ts';
import { baselinePath } from '../../schemas/baseline.ts';
import { PROFILES } from '../../schemas/requirements.ts';

/** Settings that make a run look at less, or tell less: a certificate is made with the suite as it is. */
const NARROWING = [
  'CONFORMANCE_PATH',
  'CONFORMANCE_RUNS',
  'CONFORMANCE_WORKSPACE_REQUESTS',
  'CONFORMANCE_LIST_REQUESTS',
  'CONFORMANCE_OVERLAY',
  'PW_TEST_REPORTER',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Why a run with this environment could not be certified, a sentence each.
 *
 * @param environment - with the settings of the settings file
 * @param args - of the command
 */
export function whyNotCertified(environment: Environment, args: readonly string[]): string[] {
  const baseline = baselinePath(environment.CONFORMANCE_BASELINE);
  return [
    ...(args.length > 0
      ? [
          `take away ${args.join(' ')}: a certificate speaks of the whole catalogue, in one run without filters or shards`,
        ]
      : []),
    ...(environment.TARGET_BASE_URL
      ? []
      : ['set TARGET_BASE_URL and what else the target needs: the embedded target is no product']),
    ...NARROWING.filter((name) => environment[name]).map(
      (name) => `unset ${name}: a certificate is made with the suite as it is`,
    ),
    ...(environment.CONFORMANCE_BASELINE || existsSync(baseline)
      ? [`do without the baseline ${baseline}: a certificate knows no tolerated failures`]
      : []),
  ];
}

/**
 * Profiles that a run verifies where nothing names any: those that TARGET_OFFERS names, or all; the target's own description where
 * TARGET_OPENAPI names it.
 */
export function requiredOf({
  CONFORMANCE_REQUIRE: named,
  TARGET_OFFERS: offers,
  TARGET_OPENAPI: description,
}: Environment): string {
  if (named) return named;
  const names = offers?.split(',').map((name) => name.trim());
  const offered = PROFILES.filter((name) => names?.includes(name));
  return PROFILES.filter((name) => {
    if (name === 'description') return description !== undefined;
    return !isLeftOut(name, names ? { TARGET_OFFERS: offered } : {});
  }).join(',');
}
