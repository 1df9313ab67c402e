import { execFileSync } from 'node:child_process';

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

/** The requirements that each conformance test claims, as the runner itself lists them. */
export function listClaims(): { title: string; ids: string[] }[] {
  const output = execFileSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
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
