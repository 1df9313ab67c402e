import { parseArgs } from 'node:util';
import { besideSchemathesis, comparisonRows, faultRows } from './schemathesis.ts';

/** Prints the comparison with Schemathesis; `--faults=4` compares fewer faults. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { faults: { type: 'string' } } });
  const faults = values.faults === undefined ? undefined : Number(values.faults);
  if (faults !== undefined && !(Number.isInteger(faults) && faults > 0))
    throw new Error(`--faults=${values.faults}: expected a whole number from 1.`);
  const result = await besideSchemathesis(faults === undefined ? {} : { faults });
  if ('skipped' in result) console.log(result.skipped);
  else console.log([...comparisonRows(result), '', ...faultRows(result)].join('\n'));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
