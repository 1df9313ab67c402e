import { authentication } from './requirements/authentication.ts';
import { declaredPayloads } from './requirements/declared-payloads.ts';
import { effects } from './requirements/effects.ts';
import { embed } from './requirements/embed.ts';
import { embedTenants } from './requirements/embed-tenants.ts';
import { platform } from './requirements/platform.ts';
import { remaining } from './requirements/remaining.ts';
import type { ExcludedRequirement, Requirement, TestableRequirement } from './requirements/row.ts';
import { scim } from './requirements/scim.ts';
import { shapes } from './requirements/shapes.ts';
import { workspace } from './requirements/workspace.ts';

export type {
  ExcludedRequirement,
  Level,
  Need,
  Profile,
  Requirement,
  TestableRequirement,
} from './requirements/row.ts';
export { NEEDS, PROFILES } from './requirements/row.ts';

/** The catalogue: every normative sentence of the interface, in its order. Ids never change once released. */
export const catalogue: readonly Requirement[] = [
  ...shapes,
  ...workspace,
  ...embed,
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

const isTestable = (row: Requirement): row is TestableRequirement => !isExcluded(row);

export const testable: readonly TestableRequirement[] = catalogue.filter(isTestable);

const byId = new Map(testable.map((row) => [row.id, row]));

/** The testable row of an id. @throws Error when the catalogue has none */
export function findRequirement(id: string): TestableRequirement {
  const row = byId.get(id);
  if (!row) throw new Error(`No testable requirement "${id}" in schemas/requirements.`);
  return row;
}
