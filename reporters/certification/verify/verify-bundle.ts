import type { KeyObject } from 'node:crypto';
import { stemOf } from '../../../schemas/challenge.ts';
import { Contract } from '../../../schemas/contract.ts';
import type { Har } from '../../../schemas/har.ts';
import { catalogue, isExcluded, type Requirement } from '../../../schemas/requirements.ts';
import { catalogueDigest, NEVER_JUDGED } from '../../build-report.ts';
import { ROOT } from '../../collect.ts';
import { htmlReport } from '../../documents/html/html-report.tsx';
import { objections, whyUnsteady } from '../../exit.ts';
import { sentences } from '../../lists.ts';
import type { Report, ReportedRequirement } from '../../report.ts';
import { count, type JudgedRequirement, judgeProfiles, overall } from '../../verdicts.ts';
import { commitIn, digestOfFiles, digestsOfCommit } from '../digests.ts';
import { seedOf, statementOf } from '../pack.ts';
import type { Bundle } from '../read-bundle.ts';
import { testResultOf, whyNotSigned } from '../signature.ts';
import { checkHar } from './check-archive.ts';
import { checkPassedTests, judgeAnswers, judgeRefusals } from './judge-exchanges.ts';
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
 * later checks are left out. The public key of the vendor, and the challenge, are the verifier's own.
 */
export async function verifyBundle(
  bundle: Bundle,
  { key, challenge }: { key?: KeyObject | undefined; challenge?: string | undefined },
): Promise<Check[]> {
  const { check, parts } = readParts(bundle);
  const first = [checkManifest(bundle), checkSignature(bundle, key, parts)];
  if (!parts) return [...first, check];
  const { har, report } = parts;
  const { check: suiteCheck, isThisOne } = checkSuite(parts);
  return [
    ...first,
    check,
    suiteCheck,
    checkReport(report),
    checkStatement(parts, challenge),
    checkPage(bundle, report, isThisOne),
    checkHar(har, report),
    ...(await judgeAgain(har, report)),
    checkVerdict(report),
  ];
}

/** Judges the recorded answers, by the same oracles as the run did. */
export const judgeAgain = async (har: Har, report: Report): Promise<Check[]> => [
  checkPassedTests(har),
  judgeAnswers(har, report, await Contract.load()),
  judgeRefusals(har),
  judgeWalks(har, report),
];

function checkSignature(bundle: Bundle, key: KeyObject | undefined, parts: Parts | undefined): Check {
  const name = 'signature';
  const signature = bundle.get('signature.dsse.json');
  if (!key)
    return skipped(
      name,
      signature
        ? "not checked: name the vendor's public key with --key, which you have from the vendor and not from this bundle"
        : 'the bundle is not signed: anyone could have made it',
    );
  const problem = signature
    ? whyNotSigned(
        signature,
        bundle.get('manifest.json') as Buffer,
        parts && testResultOf(parts.report, parts.suite),
        key,
      )
    : 'the bundle is not signed, and a key was given';
  return checked(name, 'made with the key that was given', problem === undefined ? [] : [problem]);
}

/** Whether the suite that made a bundle is that of this checkout, or of another commit of its history. */
function checkSuite({ suite, statement }: Parts): { check: Check; isThisOne: boolean } {
  const { files, commit } = suite;
  const short = commit.slice(0, 12);
  const contradictions = sentences(
    statement.suite.digest !== digestOfFiles(files) &&
      'suite.json is not the suite that statement.json names: its digest differs',
    statement.suite.commit !== commit &&
      `statement.json names the commit ${statement.suite.commit.slice(0, 12)}, and suite.json ${short}`,
  );
  const known = filesOf(commit);
  if (!known) {
    const missing = `the history of this checkout has no commit ${short}: verify with a clone of the suite that has it (git fetch), or refuse the bundle`;
    return { check: checked('suite', '', [...contradictions, missing]), isThisOne: false };
  }
  const modified = Object.keys({ ...files, ...known })
    .filter((path) => files[path] !== known[path])
    .map((path) => `the suite was modified: ${path} is not that of commit ${short}`);
  const isThisOne = commitIn(ROOT, 'HEAD') === commit;
  const which = isThisOne ? 'which is that of this checkout' : 'an earlier one than that of this checkout';
  const says = `${Object.keys(files).length} files, those of commit ${short}, ${which}`;
  return {
    check: checked('suite', says, [...contradictions, ...modified]),
    isThisOne: isThisOne && modified.length === 0,
  };
}

/** What a commit holds never changes, and a process may verify many bundles. */
const filesOfCommits = new Map<string, Record<string, string>>();

function filesOf(commit: string): Record<string, string> | undefined {
  try {
    const files = filesOfCommits.get(commit) ?? digestsOfCommit(ROOT, commit).files;
    filesOfCommits.set(commit, files);
    return files;
  } catch {
    return undefined;
  }
}

/** Its tests define groups whose names are drawn. */
const DRAWING = 'embed-groups-scope-creator';

/** Whether the statement says what the report says, of a whole run, and answers the challenge that was given. */
function checkStatement(
  { statement, report, suite, settings, har }: Parts,
  wanted: string | undefined,
): Check {
  const { vendor, product, version, challenge } = statement;
  const drawn = challenge === undefined ? undefined : stemOf(challenge);
  const hasDrawn = har.log.entries.some(({ request }) => drawn && request.postData?.text.includes(drawn));
  const defines = report.requirements.some(({ id, verdict }) => id === DRAWING && verdict === 'pass');
  return checked('statement', `${product} ${version} of ${vendor}, as report.json has it`, [
    ...Object.entries(statementOf(statement, report, suite, challenge))
      .filter(([field, value]) => !isSame(value, statement[field as 'verdict']))
      .map(([field]) => `statement.json says another ${field} than report.json`),
    ...sentences(
      wanted !== undefined &&
        wanted !== challenge &&
        `the run answers ${challenge === undefined ? 'no challenge' : `the challenge ${challenge}`}, and ${wanted} was given`,
      challenge !== undefined &&
        report.run.seed !== seedOf(challenge) &&
        'the seed of the run is not that of its challenge',
      drawn !== undefined &&
        defines &&
        !hasDrawn &&
        `no name that the run defined begins with ${drawn}, as those do that are drawn from its challenge`,
      settings.seed !== report.run.seed && 'settings.json names another seed than report.json',
      !isSame(settings.settings, report.target.settings) &&
        'settings.json names other settings than report.json',
    ),
    ...whyNotWhole(report).map((why) => `this run cannot be certified: ${why}`),
  ]);
}

/** Whether what was required is verified, and nothing objects to the run. */
function checkVerdict({ gate, profiles, verdict }: Report): Check {
  const unverified = gate.required.flatMap((name) => {
    const own = profiles.find((profile) => profile.name === name)?.verdict;
    const isVerified = own === 'conformant' || own === 'not applicable';
    return isVerified ? [] : [`the profile ${name} is required, and it is ${own}`];
  });
  return checked('verdict', `conformant, with every MUST of ${gate.required.join(', ')} verified`, [
    ...(verdict === 'conformant' ? [] : [`the verdict of the run is "${verdict}"`]),
    ...gate.objections.map((one) => `this run does not pass: ${one}`),
    ...unverified,
  ]);
}

/** Whether the page is the one that this release makes of the report. Another commit of the suite may make another page. */
function checkPage(bundle: Bundle, report: Report, isThisSuite: boolean): Check {
  const name = 'page';
  if (!isThisSuite)
    return skipped(name, 'index.html was made by another commit of the suite: not compared with the report');
  const isOurs = bundle.get('index.html')?.equals(Buffer.from(htmlReport({ report })));
  return checked(
    name,
    'index.html is what this suite makes of report.json',
    isOurs ? [] : ['index.html is not what this suite makes of report.json'],
  );
}

const skipped = (name: string, says: string): Check => ({ name, says, problems: [], isSkipped: true });

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Whether a report follows from what its tests found: every verdict, every count, and what objects to the run. */
function checkReport(report: Report): Check {
  const { requirements } = report;
  const byId = new Map(requirements.map((row) => [row.id, row]));
  const missing = catalogue
    .filter(({ id }) => !byId.has(id))
    .map(({ id }) => `${id} is missing from report.json`);
  const rows = catalogue.flatMap((row) => {
    const told = byId.get(row.id);
    return told ? [{ row, told }] : [];
  });
  const problems = [
    ...sentences(
      report.suite.catalogueDigest !== catalogueDigest() &&
        'report.json was made with another catalogue of requirements than this checkout has',
      byId.size !== requirements.length && 'report.json tells a requirement twice',
    ),
    ...missing,
    ...requirements
      .filter(({ id }) => !catalogue.some((row) => row.id === id))
      .map(({ id }) => `${id} is in report.json, and no requirement of the catalogue`),
    ...rows.flatMap(({ row, told }) => [...asInCatalogue(row, told), ...verdictFollows(told)]),
    ...(missing.length === 0 ? sumsFollow(report, rows) : []),
  ];
  return checked(
    'report',
    `${requirements.length} requirements, each verdict follows from its tests, and all counts from the verdicts`,
    problems,
  );
}

function asInCatalogue(row: Requirement, told: ReportedRequirement): string[] {
  const { id, statement, source } = row;
  const { level, profile } = isExcluded(row) ? NEVER_JUDGED : row;
  return Object.entries({ level, profile, statement, source })
    .filter(([field, value]) => told[field as 'statement'] !== value)
    .map(([field]) => `${id}: report.json tells another ${field} than the catalogue`);
}

/** What tests found decides on the verdict. A test that was left aside beside others may stay untested. */
function verdictFollows({ id, verdict, tests }: ReportedRequirement): string[] {
  const has = (...statuses: string[]): boolean => tests.some(({ status }) => statuses.includes(status));
  const failed = has('failed') || tests.some(({ failures }) => failures.length > 0);
  const claims = (why: string): string[] => [`${id} is told as "${verdict}", and ${why}`];
  if (failed && verdict !== 'fail') return claims('one of its tests failed');
  if (verdict === 'fail' && !failed) return claims('none of its tests failed');
  if (verdict !== 'pass') return [];
  if (!has('passed')) return claims('none of its tests passed');
  return has('error', 'flaky', 'inconclusive', 'not-run') ? claims('not all of its tests ended') : [];
}

/** Counts, profiles and the verdict of the run, as its requirements give them. */
function sumsFollow(
  report: Report,
  rows: readonly { row: Requirement; told: ReportedRequirement }[],
): string[] {
  const judged = rows.map(
    ({ row, told: { verdict, reason, tests } }): JudgedRequirement => ({
      row,
      verdict,
      reason,
      outcomes: [],
      violations: [],
      suiteError: tests.some(({ status }) => status === 'error'),
    }),
  );
  const { run, gate } = report;
  const verdict = overall(judged, {
    complete: run.complete,
    filtered: run.filtered,
    steady: whyUnsteady(run) === undefined,
    offers: report.target.offers,
    shard: run.shard,
  });
  const expected = {
    summary: count(judged),
    profiles: judgeProfiles(judged, run.shard),
    verdict,
  };
  return [
    ...Object.entries(expected)
      .filter(([field, value]) => !isSame(report[field as keyof typeof expected], value))
      .map(([field]) => `the ${field} of report.json does not follow from its requirements`),
    ...sentences(
      !isSame(gate.objections, objections(report, gate.required, gate.conditions)) &&
        'what objects to the run, in report.json, does not follow from it',
    ),
  ];
}

/** What keeps a run from being certified, whatever came of it: it was not whole, or not of a target of its own. */
export function whyNotWhole({ run, target, requirements, overlay }: Report): string[] {
  const known = requirements.find(({ baseline }) => baseline !== null);
  return sentences(
    target.embedded && 'the embedded target was judged: it is no product',
    run.filtered && run.complete && 'tests were left out of the run',
    overlay !== null && `the contract was changed by the overlay ${overlay?.file}`,
    run.shard !== null && `it is shard ${run.shard?.current} of ${run.shard?.total} alone`,
    !run.complete && 'the run did not end, or a part of it is missing',
    known !== undefined && `a baseline of known failures was used, for ${known?.id}`,
  );
}
