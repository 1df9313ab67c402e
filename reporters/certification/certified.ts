import type { Statement } from '../../schemas/certificate.ts';
import { forOffers } from '../../schemas/requirements.ts';
import { visible } from '../../schemas/visible-text.ts';
import type { Report } from '../report.ts';
import type { Counts } from '../verdicts.ts';

/** How far a verdict reaches: the rules that passed, of those that the target owes. Such as `242 of 284 MUST passed`. */
export function reachOf({ pass, fail, inconclusive, 'not-tested': notTested }: Counts): string {
  return `${pass} of ${pass + fail + inconclusive + notTested} MUST passed`;
}

/** The verdict on a product, which is never told without how far it reaches. */
export const verdictOn = ({ verdict, offers }: Statement, { summary }: Report): string =>
  `${verdict}${forOffers(offers)}, ${reachOf(summary.MUST)}`;

/** What a certificate speaks of: the product, its address, the run, and each profile. Pure. */
export function certifiedLines(statement: Statement, report: Report): string[] {
  const { vendor, product, version, target, startedAt, challenge } = statement;
  const { run, profiles } = report;
  const hasAdapter = report.target.settings.includes('TARGET_ADAPTER');
  return [
    `${visible(`${product} ${version} of ${vendor}`)}: ${verdictOn(statement, report)}`,
    `at ${visible(target)}, ${report.target.embedded ? 'the embedded reference target' : 'a target of its own'}, ${
      hasAdapter ? "with an adapter, which is the vendor's own code" : 'without an adapter'
    }`,
    `on ${startedAt.slice(0, 10)}, seed ${run.seed}, run ${run.id}${challenge === undefined ? '' : `, which answers the challenge ${challenge}`}`,
    ...profiles.map(
      ({ name, verdict, summary }) => `${name.padEnd(15)} ${verdict}, ${reachOf(summary.MUST)}`,
    ),
  ];
}
