import { startReference } from '../../../../fixtures/reference/start.ts';
import { readPlan } from '../asked/files.ts';
import { declareAgainst } from '../many/declare.ts';
import { collectHonestly } from './collected.ts';
import type { Servers } from './servers.ts';

/** The reference shows at once what a call changed, unless a variant says otherwise; few examples will do for a server that is right. */
export const QUICK = { TARGET_LAG_MS: '0', CONFORMANCE_RUNS: '3' };

/** Late enough to be seen, and short, because it is waited for after every call. */
const LAG_MS = 60;

const collectFor = (variantsOf: (title: string) => readonly string[]) =>
  collectHonestly(async (title) => {
    const { settings, close } = await startReference({ variants: variantsOf(title), lagMs: LAG_MS });
    return { settings: { ...QUICK, ...settings }, close };
  });

/** Declares the whole suite against the embedded target in sets of its honest variants. */
export async function declareWhole(servers: Servers): Promise<void> {
  const tests = await collectFor((title) => servers.get(title) ?? []);
  await declareAgainst(
    new Map([...servers.keys()].map((title) => [title, tests.flatMap((test) => test ?? [])])),
  );
}

/** Declares, against every server of the plan, the tests that can tell it from the plain one. */
export async function declarePlanned(): Promise<void> {
  const plan = readPlan();
  const tests = await collectFor((title) => plan[title]?.variants ?? []);
  await declareAgainst(
    new Map(
      Object.entries(plan).map(([title, { tests: numbers }]) => [
        title,
        numbers.flatMap((number) => tests[number] ?? []),
      ]),
    ),
  );
}
