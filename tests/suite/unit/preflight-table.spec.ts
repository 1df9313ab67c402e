import { expect, test } from '@playwright/test';
import { handsNeeded, type PreflightFacts, type ProfileFact } from '../../../fixtures/run/preflight-facts.ts';
import { preflightTable } from '../../../fixtures/run/preflight-table.ts';
import { EMBED, NOW, PARTLY, TLS, WELL } from './sample-preflight.ts';

/** What the table of the preflight says, and what of it needs the tester's hand. */

/** A target of which something differs from {@link WELL}: its table, its lines with a mark, and what needs a hand. */
function shown(difference: Partial<PreflightFacts>): { text: string; marked: string[]; hands: string[] } {
  const facts = { ...WELL, ...difference };
  const lines = preflightTable(facts, NOW);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
  return {
    text: lines.join('\n'),
    marked: lines.filter((line) => line.startsWith('!')),
    hands: handsNeeded(facts, NOW),
  };
}

const withEmbed = (difference: Partial<ProfileFact>): Partial<PreflightFacts> => ({
  profiles: [{ ...EMBED, ...difference }],
});

test('where everything works, nothing needs a hand', () => {
  const { text, marked, hands } = shown({});
  expect(text).toBe(
    [
      'Target',
      '  address                     https://acme.example/api',
      '  answers                     GET /v1/deployments answered 200',
      '  TLS                         TLSv1.3, trusted: certificate of "acme" by "R11", valid until',
      '                              2027-01-02',
      '  offers                      TARGET_OFFERS is not set: found out by looking',
      'Credentials',
      '  TARGET_ACCESS_TOKEN         accepted',
      'Capabilities',
      '  groups                      yes: TARGET_GROUPS',
      'Profiles: what will be tested, where the data of the target allows it',
      '  embed                       35 of 35 MUST, 3 of 3 SHOULD',
    ].join('\n'),
  );
  expect(marked).toEqual([]);
  expect(hands).toEqual([]);
});

test('what is not set is information', () => {
  const { text, marked, hands } = shown({
    credentials: [
      {
        setting: 'TARGET_API_KEY',
        state: 'not set',
        fromCommand: false,
        isOrdinary: false,
        detail: '',
        neededBy: 83,
      },
      {
        setting: 'TARGET_AI_API_KEY',
        state: 'not set',
        fromCommand: false,
        isOrdinary: false,
        detail: '',
        neededBy: 0,
      },
    ],
    capabilities: [
      { need: 'groups', state: { missing: 'set TARGET_GROUPS: SCIM Groups shows fewer' } },
      { need: 'creator-mode', state: { declined: 'TARGET_CREATOR_MODE=off' } },
      { need: 'profiles', state: { open: 'the run finds it out by a trial' } },
    ],
    ...withEmbed(PARTLY),
  });
  expect(text).toContain('TARGET_API_KEY              not set: 83 requirements need it');
  expect(text).toContain('TARGET_AI_API_KEY           not set, and not needed');
  expect(text).toContain('no: set TARGET_GROUPS: SCIM Groups shows fewer');
  expect(text).toContain('not applicable: TARGET_CREATOR_MODE=off');
  expect(text).toContain('open: the run finds it out by a trial');
  expect(text).toContain('20 to 25 of 35 MUST; 10: set TARGET_INTERNAL_ID; 5: TARGET_API_KEY was');
  expect(text, 'told beside the credential').not.toContain('generate-session');
  expect(marked).toEqual([]);
  expect(hands).toEqual([]);
});

test('a refused credential is told with the answer and what to do', () => {
  const { marked, hands } = shown({
    credentials: [
      {
        setting: 'TARGET_API_KEY',
        state: 'refused',
        fromCommand: true,
        isOrdinary: false,
        detail: 'GET /v1/x answered 401',
        advice: 'Set TARGET_API_KEY to a key.',
        neededBy: 83,
      },
    ],
  });
  expect(marked).toEqual([
    '! TARGET_API_KEY              refused, printed by TARGET_API_KEY_COMMAND: GET /v1/x answered 401',
  ]);
  expect(hands).toEqual(['TARGET_API_KEY is refused: GET /v1/x answered 401. Set TARGET_API_KEY to a key.']);
});

test('a required profile that cannot be verified in full needs a hand, one that is open does not', () => {
  const { marked, hands } = shown(withEmbed({ ...PARTLY, required: true }));
  expect(marked.join()).toContain('! embed                       20 to 25 of 35 MUST (required)');
  expect(hands.join()).toContain(
    'CONFORMANCE_REQUIRE names embed, which cannot be verified in full, since 10 of its 35 MUST lack something: set TARGET_INTERNAL_ID',
  );
  const open = { ...EMBED.shares, MUST: { owed: 35, met: 20, open: 15 } };
  expect(shown(withEmbed({ shares: open, required: true })).hands).toEqual([]);
});

test('a SHOULD that cannot be tested keeps no required profile from being verified', () => {
  const shares = { ...EMBED.shares, SHOULD: { owed: 3, met: 0, open: 0 } };
  expect(shown(withEmbed({ shares, required: true })).hands).toEqual([]);
});

test('routes that are not there need a hand where they are owed or required', () => {
  const absentRoutes = 'GET /scim/v2/Users is not served';
  expect(shown(withEmbed({ absentRoutes })).hands).toEqual([]);
  expect(shown(withEmbed({ absentRoutes })).text).toContain(absentRoutes);
  const owed = shown(withEmbed({ absentRoutes, routesOwed: true }));
  expect(owed.hands).toEqual([`TARGET_OFFERS names embed, but ${absentRoutes}.`]);
  expect(owed.marked).toHaveLength(1);
  expect(shown(withEmbed({ absentRoutes, required: true })).hands.join()).toContain(
    'its routes are not there',
  );
});

test('a profile that TARGET_OFFERS leaves out is not applicable', () => {
  const declined = 'TARGET_OFFERS does not name embed';
  const { text } = shown({ offers: ['workspace', 'scim'], ...withEmbed({ declined }) });
  expect(text).toContain(`embed                       not applicable: ${declined}`);
  expect(text).toContain('offers                      workspace, scim (TARGET_OFFERS)');
});

test('a certificate needs a hand when it is not trusted, or will not be in two weeks', () => {
  const untrusted = shown({ tls: { ...TLS, distrust: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  expect(untrusted.marked.join()).toContain('not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)');
  expect(untrusted.hands).toEqual([
    'The certificate of TARGET_BASE_URL is not trusted: DEPTH_ZERO_SELF_SIGNED_CERT.',
  ]);
  const at = (day: string) => shown({ tls: { ...TLS, validUntil: new Date(day) } });
  expect(at('2026-06-14').hands).toEqual([
    'The certificate of TARGET_BASE_URL expires in 13 days: renew it.',
  ]);
  expect(at('2026-06-15').hands).toEqual([]);
  expect(at('no date').text).toMatch(/until an\s+unknown day/);
  expect(shown({ tls: undefined }).text).toContain('none: plain HTTP');
});

test('a certificate cannot act on the terminal', () => {
  const { text } = shown({ tls: { ...TLS, subject: 'a\u001b[2J\nTarget\u202e', issuer: 'x'.repeat(500) } });
  expect(text).toContain('certificate of "a\\u{1b}[2J Target\\u{202e}"');
  for (const character of ['\u001b', '\u202e']) expect(text).not.toContain(character);
  expect(text).toContain('(500');
});

test('a target that does not answer: what is known of it, and one sentence', () => {
  const problem = 'TARGET_BASE_URL=https://acme.example/api could not be observed: ECONNREFUSED';
  const nothing = { credentials: [], capabilities: [], profiles: [] };
  const { text, marked, hands } = shown({
    ...nothing,
    problem,
    answers: ['could not be observed: ECONNREFUSED', 'could not be observed: ECONNREFUSED'],
    tls: { silent: 'ECONNREFUSED' },
  });
  expect(marked).toEqual(['! answers                     could not be observed: ECONNREFUSED']);
  expect(text).toContain('TLS                         none: ECONNREFUSED');
  expect(text).not.toContain('Credentials');
  expect(hands).toEqual([problem]);
});

test('a setting that the environment and the file give different values is named without them', () => {
  const { text, hands } = shown({ outvoted: ['TARGET_API_KEY'], settingsFile: 'acme.env' });
  expect(text).toContain('TARGET_API_KEY              the environment counts; acme.env has another value');
  expect(hands).toEqual([]);
});

test('the embedded target needs few lines', () => {
  const { text } = shown({ embedded: true, tls: undefined, outvoted: ['CONFORMANCE_SEED'] });
  expect(text.split('\n')).toEqual([
    'Target',
    '  address                     https://acme.example/api, the embedded reference target',
    '  will be tested              35 of 35 MUST, 3 of 3 SHOULD',
    '  CONFORMANCE_SEED            the environment counts; .env has another value',
  ]);
});

test('what else went wrong is told', () => {
  const hint = 'TARGET_BASE_URL answers 404 to all that was tried.';
  const adapter = 'TARGET_ADAPTER cannot be loaded: no such file';
  expect(shown({ hint, troubles: [adapter] }).hands).toEqual([hint, adapter]);
});
