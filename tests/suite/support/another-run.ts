import type { RunningReference } from './with-reference.ts';

const EVERY_MS = 50;

/**
 * Does something while another run puts one user of the pools into other groups again and again.
 *
 * @param reference - that both use
 * @returns what is done returns
 */
export async function besideAnotherRun<Result>(
  { ask, key, settings }: RunningReference,
  externalId: string,
  use: () => Promise<Result>,
): Promise<Result> {
  const [one = '', two = ''] = settings.TARGET_GROUPS?.split(',') ?? [];
  const memberships = [[one], [two], [one, two], []];
  let turn = 0;
  const timer = setInterval(() => {
    const groups = memberships[turn++ % memberships.length];
    const body = { deploymentId: Number(settings.TARGET_DEPLOYMENT_ID), externalId, groups };
    void ask('/v1/embed/generate-session', key, { body }).catch(() => undefined);
  }, EVERY_MS);
  try {
    return await use();
  } finally {
    clearInterval(timer);
  }
}
