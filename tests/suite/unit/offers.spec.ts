import { expect, test } from '@playwright/test';
import { AnswerJudge } from '../../../fixtures/http/answer-judge.ts';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { declinedBy, isLeftOut } from '../../../fixtures/target/settings.ts';
import type { Report } from '../../../reporters/report.ts';
import { headline } from '../../../reporters/summary.ts';
import { Contract } from '../../../schemas/contract.ts';
import { PROFILES, type Profile } from '../../../schemas/requirements/row.ts';
import { testable } from '../../../schemas/requirements.ts';
import { EVIDENCE, outcome, report } from './sample-report.ts';

/** The ids of core and authentication that apply to a target that offers these profiles. */
const owedBy = (...offers: Profile[]): string[] =>
  testable
    .filter(({ profile }) => profile === 'core' || profile === 'authentication')
    .filter((row) => declinedBy(row, { TARGET_OFFERS: offers }) === undefined)
    .map(({ id }) => id);

test('of core and authentication, a target owes what is about something that it offers', () => {
  expect(owedBy('scim')).toEqual(['auth-https-only']);
  expect(owedBy('data-api', 'ai-api')).toEqual(['auth-https-only']);
  expect(owedBy('workspace')).toContain('workspace-answers-200-json');
  expect(owedBy('workspace')).toContain('auth-bearer-accepted');
  expect(owedBy('workspace').filter((id) => /embed|session|deployments|api-key/.test(id))).toEqual([]);
  expect(owedBy('embed').filter((id) => /workspace|tenant-(group|user)|deployments/.test(id))).toEqual([]);
  expect(owedBy('embed')).toContain('auth-generate-session-refuses-strangers');
  expect(owedBy('admin')).toContain('auth-list-embed-tenant-groups-refuses-strangers');
  expect(owedBy('platform')).toContain('platform-deployments-items');
  const all = owedBy('workspace', 'embed', 'admin', 'platform');
  expect(owedBy('core', 'authentication')).toEqual(all);
  expect(isLeftOut('core', { TARGET_OFFERS: ['scim'] })).toBe(true);
  expect(isLeftOut('core', { TARGET_OFFERS: ['embed'] })).toBe(false);
  expect(PROFILES.filter((name) => isLeftOut(name, {}))).toEqual([]);
});

/** A whole run against a target that offers these profiles: what else there is does not apply. */
function runOffering(offers: Profile[], status: 'passed' | 'not-tested' = 'passed'): Report {
  const evidence = { ...EVIDENCE, target: { ...EVIDENCE.target, offers } };
  const outcomes = testable
    .filter(({ unchecked }) => !unchecked)
    .map((row) => {
      const declined = declinedBy(row, { TARGET_OFFERS: offers });
      return { ...outcome(row.id, declined ? 'not-applicable' : status), evidence };
    });
  return report({}, { outcomes });
}

test('a verdict speaks of what is offered, as long as something of all of it was verified', () => {
  expect(headline(runOffering(['scim']))).toBe('CONFORMANT for scim  https://x');
  expect(headline(runOffering(['workspace', 'embed']))).toBe('CONFORMANT for workspace, embed  https://x');
  expect(headline(runOffering([...PROFILES]))).toBe('CONFORMANT  https://x');
  expect(headline(runOffering(['scim'], 'not-tested'))).toBe('UNDETERMINED for scim  https://x');
});

test('what is not offered cannot be broken, and a token that SCIM refuses now and then breaks its own rule there', async () => {
  const contract = await Contract.load();
  const brokenIn = (operation: string, offers: Profile[]): string[] => {
    const isOwed = (row: (typeof testable)[number]) =>
      declinedBy(row, { TARGET_OFFERS: offers }) === undefined;
    const judge = new AnswerJudge(contract, new Journal(), (text) => text, 1, isOwed);
    const journal = new Journal();
    const refusal = { operation, status: 401, mediaType: 'application/json', curl: '' } as Exchange;
    for (const _time of [1, 2])
      judge.randomRefusal(contract.operation(operation), 'TARGET_ACCESS_TOKEN', refusal, journal);
    return [...journal.violations.keys()];
  };
  expect(brokenIn('workspaceObjects', ['scim'])).toEqual([]);
  expect(brokenIn('workspaceObjects', ['workspace'])).toEqual(['auth-bearer-accepted']);
  expect(brokenIn('scimListUsers', ['workspace', 'scim'])).toEqual(['auth-bearer-accepted']);
  expect(brokenIn('scimListUsers', ['scim'])).toEqual(['auth-scim-bearer-accepted']);
});
