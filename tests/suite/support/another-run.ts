import type { RunningReference } from './with-reference.ts';

/** What another run does at the same time: it puts one user of the pools into other groups again and again. */
interface AnotherRun {
  readonly externalId: string;
  /** The groups of each session, in turn. */
  readonly memberships: readonly (readonly string[])[];
  readonly everyMs: number;
}

/**
 * Does something while another run uses the same users.
 *
 * @param reference - that both use
 * @returns what is done returns
 */
export async function besideAnotherRun<Result>(
  { ask, key, settings }: RunningReference,
  { externalId, memberships, everyMs }: AnotherRun,
  use: () => Promise<Result>,
): Promise<Result> {
  let turn = 0;
  const timer = setInterval(() => {
    const groups = memberships[turn % memberships.length];
    turn += 1;
    const body = { deploymentId: Number(settings.TARGET_DEPLOYMENT_ID), externalId, groups };
    void ask('/v1/embed/generate-session', key, { body }).catch(() => undefined);
  }, everyMs);
  try {
    return await use();
  } finally {
    clearInterval(timer);
  }
}
