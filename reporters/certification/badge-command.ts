/** `npm run badge -- BUNDLE`: writes a badge and a Markdown statement beside a certificate that holds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { statementSchema } from '../../schemas/certificate.ts';
import { ROOT } from '../collect.ts';
import { badgeOf, markdownOf } from './badge.tsx';
import { sha256 } from './digests.ts';
import { readBundle } from './read-bundle.ts';
import { verifyBundle } from './verify/verify-bundle.ts';

async function main([file, ...others]: readonly string[]): Promise<void> {
  if (file === undefined || others.length > 0)
    throw new Error("npm run badge -- BUNDLE: name a certificate's .zip.");
  const bundle = await readBundle(file);
  const refused = (await verifyBundle(bundle, ROOT)).find(({ problems }) => problems.length > 0);
  if (refused)
    throw new Error(`${file} gets no badge, since it does not hold: ${refused.name}: ${refused.problems[0]}`);
  const statement = statementSchema.parse(JSON.parse(String(bundle.get('statement.json'))));
  const digest = sha256(readFileSync(file));
  const written = { svg: badgeOf(statement, digest), md: markdownOf(statement, digest) };
  for (const [extension, text] of Object.entries(written)) {
    const beside = file.replace(/(\.zip)?$/i, `.${extension}`);
    writeFileSync(beside, text);
    console.log(beside);
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
