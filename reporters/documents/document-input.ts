import type { Comparison } from '../comparison.ts';
import type { Report } from '../report.ts';

/** What a document is made from. */
export interface DocumentInput {
  readonly report: Report;
  /** With an earlier run, where CONFORMANCE_COMPARE_WITH names its report. */
  readonly comparison?: Comparison | undefined;
}
