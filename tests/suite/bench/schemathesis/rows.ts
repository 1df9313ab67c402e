import type { ComparedFault, FaultRun, Kind, SchemathesisComparison, ToolRun } from './result.ts';

/** Of both tools, in the order of the columns. */
const both = <Run, Result>(
  { ours, schemathesis }: { readonly ours: Run; readonly schemathesis: Run },
  read: (run: Run) => Result,
): readonly Result[] => [read(ours), read(schemathesis)];

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** `3 (AcceptedNegativeData 2, ServerError 1)`: how many failures, and of which checks. */
function accusations({ failures }: ToolRun): string {
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const check = failure.replace(/: .*/s, '');
    counts.set(check, (counts.get(check) ?? 0) + 1);
  }
  const most = [...counts].sort(([, one], [, other]) => other - one);
  const checks = most.map(([check, count]) => `${check} ${count}`).join(', ');
  return checks ? `${failures.length} (${checks})` : '0';
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const runsOf = (faults: readonly ComparedFault[]): Record<'ours' | 'schemathesis', readonly FaultRun[]> => ({
  ours: faults.map(({ ours }) => ours),
  schemathesis: faults.map(({ schemathesis }) => schemathesis),
});

function foundRow(label: string, kind: Kind, faults: readonly ComparedFault[]): string {
  const found = (runs: readonly FaultRun[]) => `${runs.filter((run) => run.found).length} of ${runs.length}`;
  return row([label, ...both(runsOf(faults.filter((fault) => fault.kind === kind)), found)]);
}

/** The comparison as a table of Markdown: a line each. Seconds and requests of faults are medians. */
export function comparisonRows({ version, honest, faults }: SchemathesisComparison): readonly string[] {
  const seconds = (run: ToolRun): string => run.seconds.toFixed(1);
  return [
    row(['', 'this suite', `Schemathesis ${version}`]),
    '|---|---|---|',
    row(['honest reference, whole run: seconds', ...both(honest, seconds)]),
    row(['honest reference, whole run: requests', ...both(honest, ({ requests }) => requests)]),
    row(['honest reference, whole run: failures reported', ...both(honest, accusations)]),
    foundRow('faults found that break what the contract states', 'contract', faults),
    foundRow('faults found that break another rule', 'rule', faults),
    row([
      'one fault: seconds (this suite: the tests of the broken requirement; Schemathesis: a whole run)',
      ...both(runsOf(faults), (runs) => median(runs.map((run) => run.seconds)).toFixed(1)),
    ]),
    row(['one fault: requests', ...both(runsOf(faults), (runs) => median(runs.map((run) => run.requests)))]),
  ];
}

/** Which fault was found by which tool, and by which failures of Schemathesis, as a table of Markdown: a line each. */
export function faultRows({ faults, version }: SchemathesisComparison): readonly string[] {
  const found = (run: FaultRun): string =>
    run.found ? 'found' : run.cutShort ? 'missed: its run took too long' : 'missed';
  return [
    row(['fault', 'breaks', 'stated by', 'this suite', `Schemathesis ${version}`]),
    '|---|---|---|---|---|',
    ...faults.map(({ name, breaks, kind, ours, schemathesis }) => {
      const by = schemathesis.failures.map((failure) => `\`${failure}\``).join(', ');
      return row([
        `\`${name}\``,
        `\`${breaks}\``,
        kind === 'contract' ? 'the contract' : 'a rule',
        found(ours),
        by ? `${found(schemathesis)}: ${by}` : found(schemathesis),
      ]);
    }),
  ];
}
