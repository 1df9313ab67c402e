import type { KeyObject } from 'node:crypto';
import type { BundleFile, Statement, SuiteDigests } from '../../../schemas/certificate.ts';
import { Contract } from '../../../schemas/contract.ts';
import { htmlReport } from '../../documents/html/html-report.tsx';
import type { Report } from '../../report.ts';
import { commitIn, digestOfFiles, digestsOfCommit } from '../digests.ts';
import { statementOf } from '../pack.ts';
import type { Bundle } from '../read-bundle.ts';
import { whyNotSigned } from '../signature.ts';
import { checkReport, whyNotWhole } from './check-report.ts';
import { checkFailed, checkHar, judgeAnswers, judgeRefusals } from './judge-exchanges.ts';
import { judgeWalks } from './judge-walks.ts';
import { type Check, checked, checkManifest, type Parts, readParts } from './parts.ts';

/** What a customer has to take on trust, whatever a bundle holds. */
export const NOT_CHECKED = [
  'that the address of the target served the named version of the product',
  'that the target answered as it answers customers: it can tell the suite from them',
  'effects that requests had on users, memberships, values and profiles: they were judged while the run went on',
  'what one caller is shown beside another, and time: how late effects showed, and that HTTPS was used',
] as const;

/**
 * Checks everything about a bundle that can be checked without its target and without its vendor. Where files cannot be read, the
 * later checks are left out.
 * @param root - of the verifier's checkout of the suite
 * @param key - the vendor's public key, where the verifier has it
 */
export async function verifyBundle(bundle: Bundle, root: string, key?: KeyObject): Promise<Check[]> {
  const first = [checkManifest(bundle), checkSignature(bundle, key)];
  const { check, parts } = readParts(bundle);
  if (!parts) return [...first, check];
  const { har, report, statement, suite } = parts;
  const { check: suiteCheck, isThisOne } = checkSuite(suite, statement, root);
  return [
    ...first,
    check,
    suiteCheck,
    checkReport(report),
    checkStatement(parts),
    checkPage(bundle, report, isThisOne),
    checkHar(har, report),
    checkFailed(har),
    judgeAnswers(har, report, await Contract.load()),
    judgeRefusals(har),
    judgeWalks(har, report),
    checkVerdict(report),
  ];
}

function checkSignature(bundle: Bundle, key: KeyObject | undefined): Check {
  const name = 'signature';
  const signature = bundle.get('signature.dsse.json');
  if (!key)
    return {
      name,
      says: signature
        ? "not checked: name the vendor's public key with --key, which you have from the vendor and not from this bundle"
        : 'the bundle is not signed: anyone could have made it',
      problems: [],
      isSkipped: true,
    };
  if (!signature) return checked(name, '', ['the bundle is not signed, and a key was given']);
  const problem = whyNotSigned(parsed(signature), bundle.get('manifest.json') as Buffer, key);
  return checked(name, 'made with the key that was given', problem === undefined ? [] : [problem]);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Whether the suite that made a bundle is one that the verifier knows: the commit of this checkout, or another one of its
 * history.
 */
export function checkSuite(
  suite: SuiteDigests,
  statement: Statement,
  root: string,
): { check: Check; isThisOne: boolean } {
  const name = 'suite';
  const digest = digestOfFiles(suite.files);
  const short = suite.commit.slice(0, 12);
  const contradictions = [
    ...(statement.suite.digest === digest
      ? []
      : ['suite.json is not the suite that statement.json names: its digest differs']),
    ...(statement.suite.commit === suite.commit
      ? []
      : [`statement.json names the commit ${statement.suite.commit.slice(0, 12)}, and suite.json ${short}`]),
  ];
  const known = commitOf(root, suite.commit);
  if (!known)
    return {
      check: checked(name, '', [
        ...contradictions,
        `the history of this checkout has no commit ${short}: verify with a clone of the suite that has it (git fetch), or refuse the bundle`,
      ]),
      isThisOne: false,
    };
  const isThisOne = commitIn(root, 'HEAD') === suite.commit;
  return {
    check: checked(
      name,
      `${Object.keys(suite.files).length} files, those of commit ${short}${isThisOne ? ', which is that of this checkout' : ', an earlier one than that of this checkout'}`,
      [...contradictions, ...differences(suite.files, known.files, short)],
    ),
    isThisOne: isThisOne && digest === digestOfFiles(known.files),
  };
}

function commitOf(root: string, commit: string): SuiteDigests | undefined {
  try {
    return digestsOfCommit(root, commit);
  } catch {
    return undefined;
  }
}

/** Files of the bundle's suite that are not those of its commit. */
function differences(
  own: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>>,
  commit: string,
): string[] {
  const paths = [...new Set([...Object.keys(own), ...Object.keys(known)])];
  return paths
    .filter((path) => own[path] !== known[path])
    .map((path) => `the suite was modified: ${path} is not that of commit ${commit}`);
}

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

/** Whether the page is the one that this release makes of the report. Another commit of the suite may make another page. */
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
