import { authentication } from './requirements/authentication.ts';
import { effects } from './requirements/effects.ts';
import { embed } from './requirements/embed.ts';
import { embedDefinitions } from './requirements/embed-definitions.ts';
import { embedTenants } from './requirements/embed-tenants.ts';
import { platform } from './requirements/platform.ts';
import { declaredPayloads, remaining } from './requirements/remaining.ts';
import {
  type ExcludedRequirement,
  PROFILES,
  type Profile,
  type Requirement,
  type TestableRequirement,
} from './requirements/row.ts';
import { scim } from './requirements/scim.ts';
import { shapes } from './requirements/shapes.ts';
import { workspace } from './requirements/workspace.ts';

export * from './requirements/row.ts';

/** The catalogue: every normative sentence of the interface, in its order. Ids never change once released. */
export const catalogue: readonly Requirement[] = [
  ...shapes,
  ...workspace,
  ...embed,
  ...embedDefinitions,
  ...effects,
  ...embedTenants,
  ...platform,
  ...scim,
  ...authentication,
  ...remaining,
  ...declaredPayloads,
];

/** Tells whether nothing sent over HTTP can judge the row. */
export const isExcluded = (row: Requirement): row is ExcludedRequirement => 'excluded' in row;

export const testable: readonly TestableRequirement[] = catalogue.filter(
  (row): row is TestableRequirement => !isExcluded(row),
);

const byId = new Map(testable.map((row) => [row.id, row]));

/** The testable row of an id. @throws Error when the catalogue has none */
export function findRequirement(id: string): TestableRequirement {
  const row = byId.get(id);
  if (!row) throw new Error(`No testable requirement "${id}" in schemas/requirements.`);
  return row;
}

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
