import type { Statement, SuiteDigests } from '../../../schemas/certificate.ts';
import { digestOfFiles } from '../digest.ts';
import { commitIn, digestsOfCommit } from '../suite-digests.ts';
import { type Check, checked } from './check.ts';

/**
 * Whether the suite that made a bundle is one that the verifier knows: the commit that this checkout stands on, or another
 * one of its history.
 *
 * @param root - of the verifier's checkout
 * @returns the check, and whether it is the very commit of this checkout
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
