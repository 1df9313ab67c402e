import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { Contract } from '../../../schemas/contract.ts';
import { findRequirement, testable } from '../../../schemas/requirements.ts';

interface Listed {
  suites: ListedSuite[];
}
interface ListedSuite {
  suites?: ListedSuite[];
  specs?: {
    title: string;
    file: string;
    tests: { annotations: { type: string; description?: string }[] }[];
  }[];
}

/** The claims of every conformance test, as the runner itself lists them. */
function claims(): { title: string; ids: string[] }[] {
  const output = execFileSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json'],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, TARGET_BASE_URL: 'https://127.0.0.1:1/api' },
    },
  );
  const collect = (suite: ListedSuite): { title: string; ids: string[] }[] => [
    ...(suite.specs ?? []).map(({ title, file, tests }) => ({
      title: `${file}: ${title}`,
      ids: (tests[0]?.annotations ?? []).flatMap(({ type, description }) =>
        type === 'requirement' && description ? [description] : [],
      ),
    })),
    ...(suite.suites ?? []).flatMap(collect),
  ];
  return (JSON.parse(output) as Listed).suites.flatMap(collect);
}

test('every test claims exactly one requirement, and every requirement that has a check has a test', () => {
  const all = claims();
  expect(
    all.filter(({ ids }) => ids.length !== 1).map(({ title }) => title),
    'tests without one claim',
  ).toEqual([]);
  const claimed = [...new Set(all.flatMap(({ ids }) => ids))];
  const checked = testable.filter(({ unchecked }) => !unchecked).map(({ id }) => id);
  expect(claimed.toSorted(), 'claims').toEqual(checked.toSorted());
});

test('every operation of the contract has a requirement that it refuses bad credentials', async () => {
  const kebab = (text: string): string => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  // Reading one SCIM resource by id is guarded like its list, discovery may be open: they have no rows of their own in the catalogue.
  const operations = (await Contract.load()).operations.filter(({ id }) => !/^scimGet/.test(id));
  for (const { id } of operations)
    expect(() => findRequirement(`auth-${kebab(id)}-refuses-strangers`)).not.toThrow();
});
