import type { Ending } from './runs.ts';

const HEAD = `# Exit codes

<!-- Written by \`npx playwright test -c tests/suite exit-codes --update-snapshots\` from runs; the test fails when it is out of date. -->

0: no MUST failed beyond the baseline or stayed inconclusive, no entry of the baseline is out of date, and what \`CONFORMANCE_REQUIRE\` names
is verified. 1: anything else. A run that tested nothing, was cut short, could not reach its target or lost it never exits 0. A filtered run
that exits 0 says nothing of the rest of the interface: its verdict is *undetermined*. Numbers that change with the catalogue are left out here.
`;

const cell = (text: string): string => (text === '' ? '' : `\`${text.replaceAll('`', "'")}\``);

function table(title: string, endings: readonly Ending[]): string {
  const rows = endings.map(
    ({ title: situation, code, verdict, reason }) =>
      `| ${situation} | ${code} | ${cell(verdict)} | ${cell(reason)} |`,
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

/** A row of the table of reporters: how the runs with one reporter ended. */
export const reporterRow = (name: string, endings: readonly Ending[]): string =>
  `| \`--reporter=${name}\` | ${endings.map(({ code, verdict }) => `${code}: ${verdict.replace(/ https.*/, '')}`).join(' | ')} |`;

/** The table of reporters: a row for each reporter, a column for each situation. */
function reporterTable(endings: ReadonlyMap<string, readonly Ending[]>): string {
  const [first = []] = endings.values();
  return [
    '## Whatever reporters are named',
    '',
    "Beside the reporters that the command line names, the suite's own is always there: it writes `report.json`, prints the summary (to the",
    'standard error where `json` or `junit` write to the standard output) and decides the exit code. Here are the two cases in which the runner',
    'alone would decide the other way.',
    '',
    `| | ${first.map(({ title }) => title).join(' | ')} |`,
    `|---|${first.map(() => '---|').join('')}`,
    ...[...endings].map(([name, own]) => reporterRow(name, own)),
    '',
  ].join('\n');
}

/** The page `docs/exit-codes.md`. */
export const page = (
  sections: readonly (readonly [title: string, endings: readonly Ending[]])[],
  reporters: ReadonlyMap<string, readonly Ending[]>,
): string =>
  [HEAD, ...sections.map(([title, endings]) => table(title, endings)), reporterTable(reporters)].join('\n');
