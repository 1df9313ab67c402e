import { expect, test } from '@playwright/test';
import { htmlReport } from '../../../reporters/documents/html/html-report.tsx';
import { junit } from '../../../reporters/documents/junit.ts';
import { markdown } from '../../../reporters/documents/markdown.ts';
import type { Report } from '../../../reporters/report.ts';
import { headline, summarise } from '../../../reporters/summary.ts';
import { strictAjv } from '../../../schemas/ajv.ts';
import type { TestEvidence } from '../../../schemas/evidence.ts';
import type { OverlayDescription } from '../../../schemas/overlay.ts';
import schema from '../../../schemas/report.schema.json' with { type: 'json' };
import { allPassed, EVIDENCE, MUST, report } from './sample-report.ts';

const OVERLAY = { file: 'next.yaml', title: 'Next', version: '1.2.0', digest: 'ab'.repeat(32) };
const NAMED = 'next.yaml, "Next" 1.2.0, SHA-256 abab';

/** The report of a run whose parts were judged with these overlays. */
const judgedWith = (...overlays: readonly (OverlayDescription | undefined)[]): Report =>
  report(
    {},
    {
      outcomes: allPassed.map((one, index) => {
        const overlay = overlays[index];
        const evidence: TestEvidence = { ...EVIDENCE, ...(overlay ? { overlay } : {}) };
        return index < overlays.length ? { ...one, evidence } : one;
      }),
    },
  );

test('a report names the overlay, and its verdict keeps its words', () => {
  const judged = judgedWith(OVERLAY, OVERLAY);
  expect(judged).toMatchObject({ verdict: 'conformant', overlay: OVERLAY });
  expect(judged.run.errors).toEqual([]);
  expect(strictAjv().validate(schema, judged)).toBe(true);
  const plain = judgedWith(undefined);
  expect(plain.overlay).toBeNull();
  expect(strictAjv().validate(schema, plain)).toBe(true);
});

test('wherever people read the verdict, it says with which overlay', () => {
  const judged = judgedWith(OVERLAY);
  expect(headline(judged)).toBe('CONFORMANT with overlay next.yaml  https://x');
  expect(headline(report({ [MUST]: 'failed' }))).not.toContain('overlay');
  expect(summarise(judged, [], [])).toContain(`\n  overlay ${NAMED}`);
  const input = { report: judged, comparison: undefined };
  expect(markdown(input)).toMatch(/^## CONFORMANT with overlay next\\?\.yaml/);
  expect(markdown(input)).toContain('judged with overlay next');
  expect(htmlReport(input)).toContain('CONFORMANT with overlay next.yaml');
  expect(htmlReport(input)).toContain('Overlay of the contract');
  expect(junit(input)).toContain('<testsuites name="CONFORMANT with overlay next.yaml');
  expect(junit(input)).toContain('<property name="verdict" value="conformant with overlay next.yaml"/>');
});

test('the name of a file says nothing but itself', () => {
  const judged = judgedWith({ ...OVERLAY, file: 'a  b\n\u001b[2Jc.yaml' });
  expect(headline(judged)).toMatch(/^CONFORMANT with overlay a b\S* ?\S*c\.yaml {2}/);
  expect(headline(judged)).not.toContain('\u001b');
});

test('parts that were judged with different overlays are no run', () => {
  for (const other of [undefined, { ...OVERLAY, digest: 'cd'.repeat(32) }]) {
    const judged = judgedWith(OVERLAY, other);
    expect(judged.verdict).toBe('undetermined');
    expect(judged.gate.objections[0]).toMatch(/^parts of the run were judged with different overlays: /);
  }
});
