import type { Report } from '../../../reporters/report.ts';

/** Texts of a target that would act on whatever shows them, if it let them. */

/** Each ends a structure, begins one, is seen by nobody, or cannot be written in XML. */
export const HOSTILE = [
  ']]>',
  '</failure></testcase>',
  '<script>alert(1)</script>',
  '<!-- ',
  '&lt;&#0;',
  '</details></summary>',
  '`````',
  '```\n# heading',
  '[a](javascript:b) ![b](https://x.example/pixel.png) <https://x.example> www.x.example',
  '@octocat #1 a@x.example',
  '| a | b |',
  '\u0000\u0007\u001b[2J\u001b]8;;https://x.example\u0007',
  '\u009b31m\ufffe\uffff\u202E\u2066\u2028\u200b\u{e0041}',
  'lone \ud800 and \udc00 surrogates',
  '\n::error file=a::b',
  '\r::set-output name=a::b',
  '\n   ::stop-commands::x',
  '##[error]c ##vso[task.complete result=Failed]',
  'CONFORMANT  https://x.example',
].join(' ');

/** A report in which every text that a target has a part in is another one. */
export function spoiled(report: Report, text: string): Report {
  return {
    ...report,
    target: { ...report.target, baseUrl: text },
    run: { ...report.run, errors: report.run.errors.map(() => text) },
    gate: { ...report.gate, objections: report.gate.objections.map((one) => `${one}: ${text}`) },
    requirements: report.requirements.map((row) => ({
      ...row,
      reason: row.reason && `${row.id}: ${text}`,
      tests: row.tests.map((test) => ({
        ...test,
        failures: test.failures.map(() => ({
          expected: text,
          received: text,
          fix: text,
          input: text,
          curl: text,
          replay: text,
        })),
      })),
    })),
    observations: [text],
    leftovers: [text],
    workspace: [{ caller: text, items: 1, listings: 1, read: 1, share: 1 }],
  };
}
