import type { KeyObject } from 'node:crypto';
import { Contract } from '../../../schemas/contract.ts';
import type { Bundle } from '../read-bundle.ts';
import { whyNotSigned } from '../signature.ts';
import { type Check, checked } from './check.ts';
import { checkHar } from './check-har.ts';
import { checkReport } from './check-report.ts';
import { checkPage, checkStatement, checkVerdict } from './check-statement.ts';
import { checkSuite } from './check-suite.ts';
import { checkFailed, judgeAnswers, judgeRefusals } from './judge-answers.ts';
import { judgeWalks } from './judge-walks.ts';
import { checkManifest, readParts } from './parts.ts';

/** What a customer has to take on trust, whatever a bundle holds. */
export const NOT_CHECKED = [
  'that the address of the target served the named version of the product',
  'that the target answered as it answers customers: it can tell the suite from them',
  'effects that requests had on users, memberships, values and profiles: they were judged while the run went on',
  'what one caller is shown beside another, and time: how late effects showed, and that HTTPS was used',
] as const;

/**
 * Checks everything about a bundle that can be checked without its target and without its vendor.
 *
 * @param root - of the verifier's checkout of the suite
 * @param key - the vendor's public key, where the verifier has it
 * @returns one check after the other; where files cannot be read, the later ones are left out
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
