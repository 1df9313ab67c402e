/** `npm run verify -- BUNDLE [--key=FILE]`: exits 0 where a certificate holds, 1 where it does not, 2 where it is none. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { visible } from '../../schemas/visible-text.ts';
import { ROOT } from '../collect.ts';
import { NotABundle, readBundle } from './read-bundle.ts';
import { readKey } from './signature.ts';
import type { Check } from './verify/parts.ts';
import { NOT_CHECKED, verifyBundle } from './verify/verify-bundle.ts';

const USAGE =
  "npm run verify -- BUNDLE [--key=FILE]: name a certificate's .zip, and the vendor's public key.";

function wordOf({ isSkipped, problems }: Check): string {
  if (isSkipped) return '-';
  return problems.length > 0 ? 'REFUSED' : 'ok';
}

const linesOf = (check: Check): string[] => [
  `  ${wordOf(check).padEnd(8)} ${check.name.padEnd(11)}${check.problems.length > 0 ? '' : ` ${visible(check.says)}`}`,
  ...check.problems.map((problem) => `           ${visible(problem, 600)}`),
];

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: { type: 'string' } },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Error(USAGE);
  const key = values.key === undefined ? undefined : readKey(readFileSync(values.key, 'utf8'), 'public');
  const checks = await verifyBundle(await readBundle(file), ROOT, key);
  const refused = checks.some(({ problems }) => problems.length > 0);
  console.log(
    [
      file,
      ...checks.flatMap(linesOf),
      '  Nobody can check without the target:',
      ...NOT_CHECKED.map((one) => `           ${one}`),
      refused ? 'REFUSED: this certificate does not hold.' : 'VERIFIED: this certificate holds.',
    ].join('\n'),
  );
  return refused ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error instanceof NotABundle ? `No certificate: the file ${error.message}` : error.message);
    process.exitCode = 2;
  },
);
