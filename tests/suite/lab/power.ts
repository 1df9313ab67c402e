import { readFileSync, writeFileSync } from 'node:fs';
import { REMOVABLE } from '../../../fixtures/reference/seed/without.ts';
import { SEEDS, type Seed } from '../../../fixtures/reference/seed/workspace.ts';
import { startReference } from '../../../fixtures/reference/start.ts';
import { type ConditionFigure, figureOf } from '../../../reporters/conditions.ts';
import { environment, PLAYWRIGHT, runNode, runSuite } from '../support/run-suite.ts';

/**
 * `npm run power`: on workspaces from empty to full, the share of the conditions that a run meets, and the share of the listing's faults that are
 * failed by their own requirement. It writes `docs/power.md`, and takes about an hour.
 */

interface Data {
  readonly name: string;
  readonly seed: Seed;
  readonly without: readonly string[];
}

interface Measured extends Data {
  readonly figure: ConditionFigure;
  /** How many faults there are, and how many were failed by their own requirement. */
  readonly faults: number;
  readonly caught: number;
}

/** Empty, minimal and full, full without each kind of data, and without more and more of them. */
const DATA: readonly Data[] = [
  ...SEEDS.map((seed) => ({ name: seed, seed, without: [] })),
  ...REMOVABLE.map((kind) => ({ name: `full without ${kind}`, seed: 'full' as const, without: [kind] })),
  ...REMOVABLE.slice(1).map((_, index) => ({
    name: `full without the last ${index + 2}`,
    seed: 'full' as const,
    without: REMOVABLE.slice(-index - 2),
  })),
];

/** Faults of the listing: what others break does not depend on the data. */
const LISTING = 'workspace-|states-|limits-rates|auth-workspace-';

async function figureWith({ seed, without }: Data): Promise<ConditionFigure> {
  const { settings, close } = await startReference({ seed, without });
  const { report, output } = await runSuite(settings).finally(close);
  const figure = report && figureOf(report);
  if (!figure) throw new Error(`A run against such data wrote no report:\n${output}`);
  return figure;
}

async function mutantsWith({ seed, without }: Data): Promise<Pick<Measured, 'faults' | 'caught'>> {
  const { output } = await runNode(
    [PLAYWRIGHT, 'test', '-c', 'tests/suite/mutation', '--project=mutants', '-g', LISTING],
    { ...environment(), REFERENCE_DATA: JSON.stringify({ seed, without }) },
  );
  const { mutants } = JSON.parse(readFileSync('test-results/mutation.json', 'utf8')) as {
    mutants: Record<string, { ending: string }>;
  };
  const all = Object.entries(mutants);
  if (all.length === 0) throw new Error(`No mutant was judged:\n${output}`);
  return { faults: all.length, caught: all.filter(([, { ending }]) => ending === 'killed').length };
}

/** Ranks from 1; equal values share the mean of theirs. */
const ranksOf = (values: readonly number[]): number[] =>
  values.map((value) => {
    const below = values.filter((one) => one < value).length;
    const equal = values.filter((one) => one === value).length;
    return below + (equal + 1) / 2;
  });

/** Spearman's rank correlation: Pearson's, of the ranks. */
export function spearman(one: readonly number[], other: readonly number[]): number {
  const mean = (one.length + 1) / 2;
  const [a, b] = [one, other].map((values) => ranksOf(values).map((rank) => rank - mean));
  const product = (x: readonly number[] = [], y: readonly number[] = []): number =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

/** The upper 95 % bound of a share of which none was seen among so many. */
const boundOf = (count: number): string => `${((1 - 0.05 ** (1 / count)) * 100).toFixed(2)} %`;

const shareMet = ({ figure: { met, of } }: Measured): number => met / of;
const shareCaught = ({ caught, faults }: Measured): number => caught / faults;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const [WIDTH, HEIGHT, EDGE] = [640, 400, 50];

/** Shares in both directions, as a picture. */
function plotOf(all: readonly Measured[]): string {
  const place = (share: number, length: number): number => Math.round(share * (length - 2 * EDGE)) + EDGE;
  const points = all.map(
    (one) =>
      `<circle cx="${place(shareMet(one), WIDTH)}" cy="${HEIGHT - place(shareCaught(one), HEIGHT)}" r="4"><title>${one.name}</title></circle>`,
  );
  const label = (x: number, y: number, text: string): string =>
    `<text x="${x}" y="${y}" text-anchor="middle">${text}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    '<title>Workspaces by the share of conditions met and of faults caught</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<path d="M${EDGE} ${EDGE}V${HEIGHT - EDGE}H${WIDTH - EDGE}" fill="none" stroke="#444444"/>`,
    label(WIDTH / 2, HEIGHT - 15, 'conditions met'),
    label(EDGE, HEIGHT - 32, '0 %'),
    label(WIDTH - EDGE, HEIGHT - 32, '100 %'),
    label(WIDTH / 2, 30, 'faults of the listing that are caught, from 0 % to 100 %'),
    `<g fill="#1f6feb" fill-opacity="0.6">${points.join('')}</g>`,
    '</svg>',
    '',
  ].join('\n');
}

function pageOf(all: readonly Measured[], full: Measured): string {
  const correlation = spearman(all.map(shareMet), all.map(shareCaught));
  const { faults, caught } = full;
  return `# What the share of conditions says

The more conditions a run meets, the more faults it catches: over ${all.length} workspaces from empty to full, Spearman's rank correlation of the two
shares is **${correlation.toFixed(2)}**. Made by \`npm run power\`, which judges the reference with each fault of its workspace listing on each of them.

![Each workspace by the share of conditions met and the share of faults caught](power.svg)

With all data ${caught} of ${faults} such faults are failed by the requirement that they break. Of what passes the full data ${caught === faults ? `nothing is known: with none of ${faults} missed, the 95 % bound is ${boundOf(faults)}` : 'the table tells'}, **for these faults only**: a server
may be wrong in a way that nobody wrote down. The conditions were found with the same faults, by taking one kind of data away at a time, so the
correlation says that the figure counts the right things here, and not how much it is worth on another population.

| workspace | conditions met | share | faults caught | share |
|---|---|---|---|---|
${all
  .map(
    (one) =>
      `| ${one.name} | ${one.figure.met} of ${one.figure.of} | ${percent(shareMet(one))} | ${one.caught} of ${one.faults} | ${percent(shareCaught(one))} |`,
  )
  .join('\n')}
`;
}

async function main(): Promise<void> {
  const all: Measured[] = [];
  for (const data of DATA) {
    const measured = { ...data, figure: await figureWith(data), ...(await mutantsWith(data)) };
    all.push(measured);
    console.log(
      `${data.name}: conditions ${percent(shareMet(measured))}, faults ${percent(shareCaught(measured))}`,
    );
  }
  const full = all.find(({ name }) => name === 'full') as Measured;
  writeFileSync('docs/power.md', pageOf(all, full));
  writeFileSync('docs/power.svg', plotOf(all));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
