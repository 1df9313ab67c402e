import { PROFILES, type Profile } from './requirements.ts';

/** Profiles that are part of others, or that come with settings of their own rather than with routes. */
const BESIDE_ROUTES: ReadonlySet<Profile> = new Set([
  'core',
  'authentication',
  'description',
  'effects',
  'payloads',
]);

/** What follows a verdict: it speaks of what the target offers. Empty where that is the whole interface, or was found out. */
export const forOffers = (offers: readonly Profile[] | undefined): string =>
  offers && PROFILES.some((profile) => !BESIDE_ROUTES.has(profile) && !offers.includes(profile))
    ? ` for ${offers.join(', ')}`
    : '';
