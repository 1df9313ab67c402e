import type { Ending } from './runs.ts';

const HEAD = `# Exit codes

<!-- Written by \`npx playwright test -c tests/suite exit-codes --update-snapshots\` from runs; the test fails when it is out of date. -->

0: no MUST failed beyond the baseline or stayed inconclusive, and what \`CONFORMANCE_REQUIRE\` names is verified. 1: anything else. A run that
tested nothing, was cut short, could not reach its target or lost it never exits 0. A filtered run that exits 0 says of the rest of the
interface nothing: its verdict is *undetermined*. Numbers are told as n and m here.
`;

const cell = (text: string): string => (text === '' ? '' : `\`${text.replaceAll('`', "'")}\``);

function table(title: string, endings: readonly Ending[]): string {
  const rows = endings.map(
    ({ told, code, verdict, reason }) => `| ${told} | ${code} | ${cell(verdict)} | ${cell(reason)} |`,
  );
  return [
    `## ${title}`,
    '',
    '| situation | exit code | verdict | first reason |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** Reporters as rows, situations as columns. */
function reporterTable(endings: ReadonlyMap<string, readonly Ending[]>): string {
  const [first = []] = endings.values();
  const rows = [...endings].map(
    ([name, own]) =>
      `| \`--reporter=${name}\` | ${own.map(({ code, verdict }) => `${code}: ${verdict.replace(/ https.*/, '')}`).join(' | ')} |`,
  );
  return [
    '## Whatever reporters are named',
    '',
    "Beside the reporters that the command line names, the suite's own is always there: it writes `report.json`, prints the summary (to the",
    'standard error where `json` or `junit` write to the standard output) and decides the exit code.',
    '',
    `| | ${first.map(({ told }) => told).join(' | ')} |`,
    `|---|${first.map(() => '---|').join('')}`,
    ...rows,
    '',
  ].join('\n');
}

/** The page `docs/exit-codes.md`. */
export const page = (
  sections: readonly (readonly [title: string, endings: readonly Ending[]])[],
  reporters: ReadonlyMap<string, readonly Ending[]>,
): string =>
  [HEAD, ...sections.map(([title, endings]) => table(title, endings)), reporterTable(reporters)].join('\n');
