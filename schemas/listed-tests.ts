import { execFileSync } from 'node:child_process';
import { devNull } from 'node:os';

/** What the runner's JSON reporter lists, as far as it is read here. */
interface ListedSuite {
  suites?: ListedSuite[];
  specs?: {
    title: string;
    file: string;
    tests: { annotations: { type: string; description?: string }[] }[];
  }[];
}

/** A conformance test, and the requirements that it claims to judge. */
export interface Claim {
  readonly title: string;
  readonly ids: string[];
}

const claimsIn = ({ specs = [], suites = [] }: ListedSuite): Claim[] => [
  ...specs.map(({ title, file, tests }) => ({
    title: `${file}: ${title}`,
    ids: (tests[0]?.annotations ?? []).flatMap(({ type, description }) =>
      type === 'requirement' && description ? [description] : [],
    ),
  })),
  ...suites.flatMap(claimsIn),
];

/** The claims of all conformance tests, as the runner itself lists them. */
export function listClaims(): Claim[] {
  const output = execFileSync('npx', ['playwright', 'test', '--list', '--reporter=json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
    // A target of its own, so that the embedded one is not started, and no settings of whoever runs this.
    env: { PATH: process.env.PATH, DOTENV_CONFIG_PATH: devNull, TARGET_BASE_URL: 'https://127.0.0.1:1/api' },
  });
  return claimsIn(JSON.parse(output) as ListedSuite);
}
