import { readFileSync } from 'node:fs';
import { readArguments, runCommand } from '../command-line.ts';
import { loadContract } from '../load-contract.ts';
import { addSettingsFileOrThrow } from '../settings-file.ts';
import { visible } from '../visible-text.ts';
import { compareDescription, driftTable, operationsToDescribe } from './compare.ts';
import { readDescription } from './read-description.ts';

/**
 * `npm run drift -- FILE`: compares an OpenAPI description with the contract, and with its overlay where CONFORMANCE_OVERLAY names
 * one. Exits 0 when nothing drifts, 1 when something does, 2 when the file is no description that can be compared.
 */

const USAGE =
  'npm run drift -- FILE: name the OpenAPI description to compare with the contract, such as openapi.json.';

async function main(args: readonly string[]): Promise<number> {
  const { positionals: files } = readArguments(USAGE, args, {});
  addSettingsFileOrThrow(process.env);
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(USAGE);
  const contract = await loadContract(process.env.CONFORMANCE_OVERLAY);
  const operations = operationsToDescribe(contract);
  const description = await readDescription(textOf(file), file).catch((error: Error) => {
    throw new Error(visible(`${file} ${error.message}.`, 1_000));
  });
  const drifts = compareDescription(contract, operations, description);
  if (drifts.length === 0) {
    console.log(`Nothing drifts: ${file} describes ${operations.length} operations as the contract does.`);
    return 0;
  }
  for (const line of driftTable(drifts)) console.log(line);
  console.log(
    `\n${file} differs from the contract in ${drifts.length === 1 ? 'one place' : `${drifts.length} places`}.`,
  );
  return 1;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

await runCommand(() => main(process.argv.slice(2)), 2);
