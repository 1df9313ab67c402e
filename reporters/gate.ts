import { type Baseline, readBaseline } from '../schemas/baseline.ts';
import { readArguments, runCommand } from '../schemas/command-line.ts';
import { settingMeantBy } from '../schemas/nearest.ts';
import { PROFILES } from '../schemas/requirements/row.ts';
import { addSettingsFileOrThrow } from '../schemas/settings-file.ts';
import { visibleLines, withoutCommands } from '../schemas/visible-text.ts';
import { objections, requiredProfiles } from './exit.ts';
import { withBaseline } from './known-failures.ts';
import { sentences } from './lists.ts';
import { readOwnReport } from './read-report.ts';
import { headline } from './summary.ts';

/**
 * `npm run gate -- [--embedded] [--run=ID] FILE…`: applies the rules of the exit code to reports that were written before, such as one of merged
 * shards. CONFORMANCE_REQUIRE and CONFORMANCE_BASELINE count as they are now. A report on the embedded target says nothing of a
 * deployment: it is refused unless --embedded is there. With --run only the report of that run passes: another run may have overwritten it.
 */

const USAGE =
  'npm run gate -- [--embedded] [--run=ID] FILE…: name the reports to judge, such as conformance-report/report.json.';
const EMBEDDED =
  'it is about the embedded target: no setting named another one. Is a variable missing? With --embedded it counts';

/** A report may have been written elsewhere: it cannot fill the screen. */
const LONGEST = 100_000;

const COUNTED = ['CONFORMANCE_REQUIRE', 'CONFORMANCE_REQUIRE_CONDITIONS', 'CONFORMANCE_BASELINE'];

/** Reads .env, and throws where a setting that counts here could be meant and is not understood. */
function readSettings(): void {
  addSettingsFileOrThrow(process.env);
  const problems = Object.keys(process.env).flatMap((name) => {
    const meant = settingMeantBy(name, COUNTED);
    return meant ? [`${name} is no setting. Did you mean ${meant}?`] : [];
  });
  const { CONFORMANCE_REQUIRE: value } = process.env;
  const required = requiredProfiles(value);
  if (value && required.length === 0)
    problems.push(
      `CONFORMANCE_REQUIRE is "${value}", which names nothing: write names of profiles between commas, or unset it.`,
    );
  const unknown = required.filter((name) => !PROFILES.some((profile) => profile === name));
  problems.push(
    ...unknown.map((name) => `CONFORMANCE_REQUIRE: "${name}" is none of ${PROFILES.join(', ')}.`),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** @returns whether the report passes */
function judge(
  file: string,
  { embedded, run: id }: { embedded: boolean; run?: string | undefined },
  baseline: Baseline,
): boolean {
  try {
    const report = readOwnReport(file);
    const { shard } = report.run;
    const against = [
      ...sentences(
        report.target.embedded && !embedded && EMBEDDED,
        id !== undefined &&
          report.run.id !== id &&
          `it is the report of run ${report.run.id}, not of ${id}: another run has overwritten it`,
        shard !== null && `it is shard ${shard?.current} of ${shard?.total} alone: merge the shards`,
      ),
      ...objections(
        withBaseline(report, baseline, new Date()),
        requiredProfiles(process.env.CONFORMANCE_REQUIRE),
        process.env.CONFORMANCE_REQUIRE_CONDITIONS,
      ),
    ];
    const lines = [`${headline(report)}  (${file})`, ...against.map((one) => `  does not pass: ${one}`)];
    console.log(withoutCommands(visibleLines(lines.join('\n'), LONGEST)));
    return against.length === 0;
  } catch (error) {
    console.log(`${file} does not pass: ${(error as Error).message}`);
    return false;
  }
}

async function main(args: string[]): Promise<number> {
  const { values, positionals: files } = readArguments(USAGE, args, {
    embedded: { type: 'boolean', default: false },
    run: { type: 'string' },
  });
  readSettings();
  if (files.length === 0) throw new Error(USAGE);
  const baseline = await readBaseline(process.env.CONFORMANCE_BASELINE);
  return files.map((file) => judge(file, values, baseline)).every(Boolean) ? 0 : 1;
}

await runCommand(() => main(process.argv.slice(2)));
