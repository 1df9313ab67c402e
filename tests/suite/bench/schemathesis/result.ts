/** What one run of a tool took, and what it reported. */
export interface ToolRun {
  readonly seconds: number;
  readonly requests: number;
  /** `check: operation` of Schemathesis, the ids of failed requirements of ours. */
  readonly failures: readonly string[];
  /** Whether it took longer than it may, and ended without saying what it found. */
  readonly cutShort?: true;
}

/** What one run against a reference with a fault took, and whether it found the fault. */
export interface FaultRun extends ToolRun {
  readonly found: boolean;
}

/** Whether the contract states the requirement that a fault breaks, so that its schemas may show it, or a sentence alone does. */
export type Kind = 'contract' | 'rule';

/** What both tools made of one fault. */
interface ComparedFault {
  readonly name: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  readonly kind: Kind;
  readonly ours: FaultRun;
  readonly schemathesis: FaultRun;
}

/** The suite beside Schemathesis: on the honest reference, and on faults, each on a reference of its own. */
export interface SchemathesisComparison {
  /** Of Schemathesis. */
  readonly version: string;
  /** Each had the machine to itself. All that is reported here is a false accusation. */
  readonly honest: { readonly ours: ToolRun; readonly schemathesis: ToolRun };
  /** Two at a time. Ours ran the tests of the requirement that the fault breaks, Schemathesis all that it does. */
  readonly faults: readonly ComparedFault[];
}

/** What a run reports that is reported of no honest server: without doubles, in their order. */
export const newFailures = (failures: readonly string[], ofHonest: readonly string[]): readonly string[] => [
  ...new Set(failures.filter((failure) => !ofHonest.includes(failure))),
];
