import type { Result, Unit } from '../measurement.ts';
import type { FaultRun, Kind, SchemathesisComparison, ToolRun } from './result.ts';

/** What the contract's schemas may show, and what a sentence of the interface alone states. */
const KINDS: Readonly<Record<Kind, string>> = {
  contract: 'that break what the contract states',
  rule: 'that break another rule',
};

/** `AcceptedNegativeData 2, ServerError 1`: of which checks failures are, the most frequent first. */
function checksOf(failures: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const check = failure.replace(/: .*/s, '');
    counts.set(check, (counts.get(check) ?? 0) + 1);
  }
  const most = [...counts].sort(([, one], [, other]) => other - one);
  return most.map(([check, count]) => `${check} ${count}`).join(', ');
}

/** The comparison as rows of the table, ours before theirs. */
export function comparisonRows({ version, honest, faults }: SchemathesisComparison): Result[] {
  const tools = { ours: 'this suite', schemathesis: `Schemathesis ${version}` } as const;
  type Tool = keyof typeof tools;
  const names = Object.keys(tools) as Tool[];
  const ofHonest = (what: string, unit: Unit, read: (run: ToolRun) => number): Result[] =>
    names.map((tool) => ({ what: `${tools[tool]}: ${what}`, unit, values: [read(honest[tool])] }));
  const foundOf = (kind: Kind): Result[] => {
    const those = faults.filter((fault) => fault.kind === kind);
    return names.map((tool) => ({
      what: `${tools[tool]}: found of ${those.length} faults ${KINDS[kind]}`,
      unit: 'faults',
      values: [those.filter((fault) => fault[tool].found).length],
    }));
  };
  const perFault = (what: string, unit: Unit, read: (run: FaultRun) => number): Result[] =>
    names.map((tool) => ({
      what: `${tools[tool]}: ${what}`,
      unit,
      values: faults.map((fault) => read(fault[tool])),
    }));
  return [
    ...ofHonest('the honest target', 'seconds', ({ seconds }) => seconds),
    ...ofHonest('the honest target', 'requests', ({ requests }) => requests),
    ...names.map((tool): Result => {
      const checks = tool === 'schemathesis' ? checksOf(honest[tool].failures) : '';
      return {
        what: `${tools[tool]}: failures reported of the honest target${checks && ` (${checks})`}`,
        unit: 'failures',
        values: [honest[tool].failures.length],
        ...(tool === 'ours' ? { limit: { atMost: 0 } } : {}),
      };
    }),
    ...foundOf('contract'),
    ...foundOf('rule'),
    ...perFault('one fault, two at a time', 'seconds', ({ seconds }) => seconds),
    ...perFault('one fault', 'requests', ({ requests }) => requests),
  ];
}
