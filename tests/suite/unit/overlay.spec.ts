import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import type { Report } from '../../../reporters/report.ts';
import { strictAjv } from '../../../schemas/ajv.ts';
import type { Contract } from '../../../schemas/contract.ts';
import { loadContract } from '../../../schemas/load-contract.ts';
import type { OverlayDescription } from '../../../schemas/overlay.ts';
import schema from '../../../schemas/report.schema.json' with { type: 'json' };
import { withTemporaryFolder } from '../support/files.ts';
import { allBut, allPassed, EVIDENCE, itemOf, report } from '../support/samples.ts';

/** The contract as an overlay with these actions changes it. */
const overlaid = (...actions: string[]): Promise<Contract> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'next.yaml');
    const lines = ['overlay: 1.0.0', 'info: { title: Next, version: 1.2.0 }', 'actions:'];
    await writeFile(file, [...lines, ...actions.map((action) => `  - { ${action} }`)].join('\n'));
    return loadContract(file);
  });

const TYPES = '$.components.schemas.WorkspaceItemType';
const ITEM = '$.components.schemas.Workbook';

/** What a contract does not allow in a page with one item. */
const problems = (contract: Contract, change: object) =>
  contract.judgeAnswer(
    'workspaceObjects',
    {
      status: 200,
      mediaType: 'application/json',
      json: {
        items: [{ ...itemOf(1, 'a', 'REPORT', null), meta: {}, calculatedFields: {}, ...change }],
        pageInfo: { hasNextPage: false, hasPreviousPage: false },
      },
    },
    () => {},
  );

test('a value that an overlay appends to an enumeration is allowed, and others still are not', async () => {
  const next = await overlaid(`target: ${TYPES}.enum, update: DASHBOARD_X`);
  expect(problems(await loadContract(undefined), { type: 'DASHBOARD_X' })).toMatchObject([
    { requirement: 'workspace-item-type', unlisted: true },
  ]);
  expect(problems(next, { type: 'DASHBOARD_X' })).toEqual([]);
  expect(problems(next, { type: 'SHORTCUT' })).toMatchObject([{ requirement: 'workspace-item-type' }]);
  expect(problems(next, { type: 7 })[0]).not.toHaveProperty('unlisted');
});

test('an overlay that takes a field away from the requirement that owns it is refused', async () => {
  const update = `target: ${TYPES}.enum, update: X`;
  const { message } = await overlaid(update, `target: ${ITEM}.properties.slug, remove: true`).then(
    () => new Error('it was applied'),
    (error: Error) => error,
  );
  expect(message).toMatch(
    /^CONFORMANCE_OVERLAY: \S*next\.yaml, actions\[1\] .*: the field items\[\]\.slug of workspaceObjects belongs to workspace-item-slug no longer: keep the field and its x-requirement/,
  );
});

const OVERLAY = { file: 'next.yaml', title: 'Next', version: '1.2.0', digest: 'ab'.repeat(32) };

/** The report of a run whose parts were judged with these overlays. */
const judgedWith = (...overlays: readonly (OverlayDescription | undefined)[]): Report => {
  const parts = overlays.map((overlay, index) => ({
    ...(allPassed[index] as TestOutcome),
    evidence: { ...EVIDENCE, ...(overlay ? { overlay } : {}) },
  }));
  return report({}, { outcomes: allBut(...parts) });
};

test('a report names the overlay, and its verdict keeps its words', () => {
  const judged = judgedWith(OVERLAY, OVERLAY);
  expect(judged).toMatchObject({ verdict: 'conformant', overlay: OVERLAY });
  expect(judged.run.errors).toEqual([]);
  expect(strictAjv().validate(schema, judged)).toBe(true);
  expect(judgedWith(undefined).overlay).toBeNull();
});

test('parts that were judged with different overlays are no run', () => {
  for (const other of [undefined, { ...OVERLAY, digest: 'cd'.repeat(32) }]) {
    const judged = judgedWith(OVERLAY, other);
    expect(judged.verdict).toBe('undetermined');
    expect(judged.gate.objections[0]).toMatch(/^parts of the run were judged with different overlays: /);
  }
});
