import type { PreflightFacts, ProfileFact } from '../../../fixtures/run/preflight-facts.ts';

/** What a preflight may find. */

export const NOW = new Date('2026-06-01T00:00:00Z');

export const TLS = {
  protocol: 'TLSv1.3',
  subject: 'acme',
  issuer: 'R11',
  validUntil: new Date('2027-01-02T00:00:00Z'),
  distrust: undefined,
};

export const EMBED: ProfileFact = {
  name: 'embed',
  shares: { MUST: { owed: 35, met: 35, open: 0 }, SHOULD: { owed: 3, met: 3, open: 0 } },
  reasons: [],
  declined: undefined,
  required: false,
  absentRoutes: undefined,
  routesOwed: false,
};

/** A target where everything works. */
export const WELL: PreflightFacts = {
  address: 'https://acme.example/api',
  embedded: false,
  offers: undefined,
  settingsFile: '.env',
  outvoted: [],
  answers: ['GET /v1/deployments answered 200'],
  problem: undefined,
  hint: undefined,
  tls: TLS,
  credentials: [
    {
      setting: 'TARGET_ACCESS_TOKEN',
      state: 'accepted',
      fromCommand: false,
      isOrdinary: false,
      detail: '',
      neededBy: 100,
    },
  ],
  capabilities: [{ need: 'groups', state: { how: 'TARGET_GROUPS' } }],
  profiles: [EMBED],
  troubles: [],
};

/** A part of embed that is not tested. */
export const PARTLY: Partial<ProfileFact> = {
  shares: { MUST: { owed: 35, met: 20, open: 5 }, SHOULD: { owed: 0, met: 0, open: 0 } },
  reasons: [
    ['set TARGET_INTERNAL_ID', 10],
    ['TARGET_API_KEY was refused: POST /v1/embed/generate-session answered 401', 5],
  ],
};
