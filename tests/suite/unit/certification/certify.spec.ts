import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { requiredOf, whyNotCertified } from '../../../../reporters/certification/refusals.ts';
import { readCertifySettings } from '../../../../reporters/certification/settings.ts';
import { digestsOfCheckout, digestsOfCommit } from '../../../../reporters/certification/suite-digests.ts';
import { PROFILES } from '../../../../schemas/requirements.ts';
import { withTemporaryFolder } from '../../support/temporary-folder.ts';

const WHO = {
  CERTIFY_VENDOR: 'Acme GmbH',
  CERTIFY_PRODUCT: 'Acme Insights',
  CERTIFY_VERSION: '4.2.1',
  CERTIFY_CONTACT: 'quality@acme.example',
};

test('a certificate needs to know who certifies what', () => {
  expect(readCertifySettings(WHO)).toEqual({
    settings: {
      vendor: 'Acme GmbH',
      product: 'Acme Insights',
      version: '4.2.1',
      contact: 'quality@acme.example',
    },
  });
  const { CERTIFY_CONTACT: _, ...others } = WHO;
  expect(readCertifySettings({ ...others, CERTIFY_VENDR: 'Acme', CERTIFY_VERSION: 'latest' })).toEqual({
    problems: [
      'CERTIFY_VENDR is no setting. Did you mean CERTIFY_VENDOR?',
      'CERTIFY_VERSION: names no version: a certificate speaks of one build',
      'set CERTIFY_CONTACT: where a customer asks about the certificate',
    ],
  });
  expect(readCertifySettings({ ...WHO, CERTIFY_PRODUCT: 'Acme\u202eInsights' })).toEqual({
    problems: ['CERTIFY_PRODUCT: holds characters that nobody would see'],
  });
});

test('a run that looks at less is not certified', () => {
  const target = { TARGET_BASE_URL: 'https://acme.example/api' };
  expect(whyNotCertified(target, [])).toEqual([]);
  expect(whyNotCertified({}, [])).toEqual([expect.stringMatching(/^set TARGET_BASE_URL/)]);
  expect(whyNotCertified(target, ['--grep', 'embed'])).toEqual([
    expect.stringMatching(/^take away --grep embed/),
  ]);
  for (const name of [
    'CONFORMANCE_RUNS',
    'CONFORMANCE_PATH',
    'CONFORMANCE_WORKSPACE_REQUESTS',
    'PW_TEST_REPORTER',
  ])
    expect(whyNotCertified({ ...target, [name]: '1' }, [])).toEqual([
      expect.stringMatching(`^unset ${name}`),
    ]);
  expect(whyNotCertified({ ...target, CONFORMANCE_BASELINE: 'known.yaml' }, [])).toEqual([
    expect.stringMatching(/^do without the baseline known.yaml/),
  ]);
});

test('what must be verified is what is named, else what the target offers, else everything', () => {
  expect(requiredOf({ CONFORMANCE_REQUIRE: 'embed', TARGET_OFFERS: 'scim' })).toBe('embed');
  expect(requiredOf({ TARGET_OFFERS: 'scim, embed' })).toBe('core,embed,authentication,scim');
  const others = PROFILES.filter((name) => name !== 'description');
  expect(requiredOf({})).toBe(others.join(','));
  expect(requiredOf({ TARGET_OPENAPI: 'https://acme.example/openapi.json' })).toBe(PROFILES.join(','));
});

/** A Git checkout with a file of a suite. */
const inCheckout = (use: (root: string) => Promise<void>): Promise<void> =>
  withTemporaryFolder(async (root) => {
    const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
    const git = (...args: string[]): Buffer => execFileSync('git', [...identity, ...args], { cwd: root });
    await mkdir(join(root, 'fixtures'));
    await writeFile(join(root, 'fixtures/index.ts'), 'export {};\n');
    await writeFile(join(root, '.gitignore'), '*.log\n.env\n');
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first');
    await use(root);
  });

test('the digests of a checkout are those of its commit', () =>
  inCheckout(async (root) => {
    await writeFile(join(root, '.env'), 'TARGET_BASE_URL=x\n');
    const digests = digestsOfCheckout(root);
    expect(Object.keys(digests.files)).toEqual(['.gitignore', 'fixtures/index.ts']);
    expect(digests).toEqual(digestsOfCommit(root, 'HEAD'));
  }));

test('a modified suite is not certified: a file that changed, is gone, is new, or is hidden from Git', () =>
  inCheckout(async (root) => {
    const whyNot = async (file: string, text: string): Promise<string> => {
      await writeFile(join(root, file), text);
      try {
        digestsOfCheckout(root);
        return 'certified';
      } catch (error) {
        return (error as Error).message;
      } finally {
        execFileSync('git', ['clean', '-fdxq'], { cwd: root });
        execFileSync('git', ['checkout', '-q', '.'], { cwd: root });
      }
    };
    expect(await whyNot('fixtures/index.ts', 'export const x = 1;\n')).toContain('in fixtures/index.ts');
    expect(await whyNot('fixtures/more.ts', '')).toContain('in fixtures/more.ts');
    expect(await whyNot('fixtures/hidden.log', '')).toContain('in fixtures/hidden.log');
    execFileSync('git', ['update-index', '--assume-unchanged', 'fixtures/index.ts'], { cwd: root });
    expect(await whyNot('fixtures/index.ts', 'export const x = 2;\n')).toContain('in fixtures/index.ts');
  }));

test('a suite without its history is not certified', () =>
  withTemporaryFolder(async (root) => {
    expect(() => digestsOfCheckout(root)).toThrow('the suite is no Git checkout');
  }));
