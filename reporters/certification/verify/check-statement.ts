import type { BundleFile } from '../../../schemas/certificate.ts';
import { htmlReport } from '../../documents/html/html-report.tsx';
import type { Report } from '../../report.ts';
import { statementOf } from '../statement.ts';
import { type Check, checked } from './check.ts';
import { whyNotWhole } from './check-report.ts';
import type { Parts } from './parts.ts';

/** Whether the statement says what the report says, of a whole run. */
export function checkStatement({ statement, report, suite, settings }: Parts): Check {
  const expected = statementOf(statement, report, suite);
  const different = Object.entries(expected)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(statement[field as 'verdict']))
    .map(([field]) => `statement.json says another ${field} than report.json`);
  const otherRun = [
    ...(settings.seed === report.run.seed ? [] : ['settings.json names another seed than report.json']),
    ...(JSON.stringify(settings.settings) === JSON.stringify(report.target.settings)
      ? []
      : ['settings.json names other settings than report.json']),
  ];
  const { vendor, product, version } = statement;
  return checked('statement', `${product} ${version} of ${vendor}, as report.json has it`, [
    ...different,
    ...otherRun,
    ...whyNotWhole(report).map((why) => `this run cannot be certified: ${why}`),
  ]);
}

/** Whether what was required is verified, and nothing objects to the run. */
export function checkVerdict(report: Report): Check {
  const { gate, profiles } = report;
  const unverified = gate.required.flatMap((name) => {
    const verdict = profiles.find((profile) => profile.name === name)?.verdict;
    return verdict === 'conformant' || verdict === 'not applicable'
      ? []
      : [`the profile ${name} is required, and it is ${verdict}`];
  });
  const conformant = report.verdict === 'conformant' ? [] : [`the verdict of the run is "${report.verdict}"`];
  return checked('verdict', `conformant, with every MUST of ${gate.required.join(', ')} verified`, [
    ...conformant,
    ...gate.objections.map((one) => `this run does not pass: ${one}`),
    ...unverified,
  ]);
}

/**
 * Whether the page is the one that this release makes of the report.
 *
 * @param isThisSuite - whether this checkout is the suite that made it: another one may make another page
 */
export function checkPage(
  bundle: ReadonlyMap<BundleFile, Buffer>,
  report: Report,
  isThisSuite: boolean,
): Check {
  if (!isThisSuite)
    return {
      name: 'page',
      says: 'index.html was made by another commit of the suite: not compared with the report',
      problems: [],
      isSkipped: true,
    };
  const isOurs = bundle.get('index.html')?.equals(Buffer.from(htmlReport({ report })));
  return checked(
    'page',
    'index.html is what this suite makes of report.json',
    isOurs ? [] : ['index.html is not what this suite makes of report.json'],
  );
}
