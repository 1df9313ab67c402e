import type { Report, ReportedRequirement, ReportedTest } from '../../../reporters/report.ts';

/** What tests look up in a report. A run that ended early has no report, in which nothing is found. */

export const requirementIn = (report: Report | undefined, id: string): ReportedRequirement | undefined =>
  report?.requirements.find((row) => row.id === id);

export const verdictOf = (report: Report | undefined, id: string): string | undefined =>
  requirementIn(report, id)?.verdict;

/** The requirements with a verdict, whether a test of theirs ran or not. */
export const withVerdict = (report: Report | undefined, verdict: string): ReportedRequirement[] =>
  (report?.requirements ?? []).filter((row) => row.verdict === verdict);

/** The requirements with a verdict that some test of theirs was selected to judge. */
export const selectedWithVerdict = (report: Report | undefined, verdict: string): ReportedRequirement[] =>
  withVerdict(report, verdict).filter(({ tests }) => tests.length > 0);

export const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

export const testsInError = (report: Report | undefined): ReportedTest[] =>
  (report?.requirements ?? []).flatMap(({ tests }) => tests).filter(({ status }) => status === 'error');
