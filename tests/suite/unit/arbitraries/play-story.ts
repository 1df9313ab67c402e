import { isDeepStrictEqual } from 'node:util';
import type { StoryStep } from '../../../../fixtures/stories/arbitrary-stories.ts';
import type { PlannedSession, RefusalReason } from '../../../../fixtures/stories/planned-session.ts';
import { planSession } from '../../../../fixtures/stories/planning.ts';
import { EmbedTenantModel, type StoryWorld } from '../../../../fixtures/stories/world.ts';
import type { AttributeType } from '../../../../fixtures/target/settings.ts';
import { bodyOf, errorsOf } from './sampling.ts';
import { DEFINITIONS, fits, GROUPS, repeated } from './session-rules.ts';

/** Plays stories against a model of a conforming target, and checks the request of each step. */

/** One step of a story that was played. */
export interface PlayedStep {
  /** What is wrong with the request, apart from what is intended. */
  problems: unknown[];
  /** The requirements that a target would break by accepting the request; empty when it should accept it. */
  breaks: string[];
  /** Whether an existing record was deleted. */
  removed: boolean;
  /** Whether an existing record was defined again. */
  reused: boolean;
}

const NO_REQUEST: PlayedStep = { problems: [], breaks: [], removed: false, reused: false };

/** Plays every step of a story in turn. */
export function play(story: readonly StoryStep[]): PlayedStep[] {
  const empty = (): EmbedTenantModel => new EmbedTenantModel({ groups: [], 'user-attributes': [] });
  const world: StoryWorld = {
    groups: GROUPS,
    attributes: DEFINITIONS,
    oddNames: {},
    namesakes: { group: GROUPS[0], attribute: DEFINITIONS[0]?.name },
    embedTenants: { scope: empty(), sibling: empty() },
    users: ['viewer-1', 'viewer-2'].map((externalId) => ({ externalId, model: { values: new Map() } })),
  };
  return story.map((step): PlayedStep => {
    const embedTenant = step.place === 'tenant' ? undefined : world.embedTenants?.[step.place];
    if (step.do === 'remove') {
      const names = [...(embedTenant?.records[step.kind].keys() ?? [])];
      const name = names[step.pick % names.length];
      if (name === undefined) return NO_REQUEST;
      embedTenant?.records[step.kind].delete(name);
      embedTenant?.deletedNames[step.kind].add(name);
      return { ...NO_REQUEST, removed: true };
    }
    const planned = planSession(step, world);
    const reused = definitionsIn(planned).some(({ name, kind }) => embedTenant?.records[kind].has(name));
    const problems = problemsOf(planned, world, embedTenant);
    if (planned.reasons.length === 0) addRecords(planned, embedTenant);
    return { problems, breaks: planned.reasons.map((reason) => reason.breaks), removed: false, reused };
  });
}

/** The records that a request defines. */
const definitionsIn = ({
  body,
}: PlannedSession): { kind: 'groups' | 'user-attributes'; name: string; type?: AttributeType }[] => [
  ...(body.groupDefinitions ?? []).map((one) => ({ ...one, kind: 'groups' as const })),
  ...(body.userAttributeDefinitions ?? []).map((one) => ({ ...one, kind: 'user-attributes' as const })),
];

/** Adds the records that an accepted request defines to the model. */
function addRecords(planned: PlannedSession, embedTenant: EmbedTenantModel | undefined): void {
  for (const { kind, name, type } of definitionsIn(planned)) {
    if (embedTenant?.records[kind].has(name)) continue;
    embedTenant?.records[kind].set(name, { id: name, texts: {}, ...(type ? { type } : {}) });
    embedTenant?.deletedNames[kind].delete(name);
  }
}

/** The errors in a request by the interface's own rules, which the reasons of the planned session should equal. */
function errorsIn(
  { body }: PlannedSession,
  world: StoryWorld,
  embedTenant: EmbedTenantModel | undefined,
): string[] {
  const types = new Map(embedTenant ? [] : world.attributes.map(({ name, type }) => [name, type]));
  const groups = new Set(embedTenant ? embedTenant.records.groups.keys() : world.groups);
  for (const [name, { type }] of embedTenant?.records['user-attributes'] ?? [])
    if (type) types.set(name, type);
  const { groupDefinitions = [], userAttributeDefinitions = [], userAttributes = [] } = body;
  const changed = userAttributeDefinitions.filter(({ name, type }) => (types.get(name) ?? type) !== type);
  for (const { name } of groupDefinitions) groups.add(name);
  for (const { name, type } of userAttributeDefinitions) if (!types.has(name)) types.set(name, type);
  const isMistyped = ({ name, value }: { name: string; value: unknown }): boolean => {
    const type = types.get(name);
    return type !== undefined && value !== null && !fits(type, value);
  };
  const hasRepeatedName = (entries: readonly { name: string }[]): boolean =>
    repeated(entries.map(({ name }) => name)).length > 0;
  return [
    ...(hasRepeatedName(groupDefinitions) ? ['group defined twice'] : []),
    ...(hasRepeatedName(userAttributeDefinitions) ? ['attribute defined twice'] : []),
    ...(changed.length > 0 ? ['type changed'] : []),
    ...(body.groups?.some((name) => !groups.has(name)) ? ['unknown group'] : []),
    ...(userAttributes.some(({ name }) => !types.has(name)) ? ['unknown attribute'] : []),
    ...(hasRepeatedName(userAttributes) ? ['attribute twice'] : []),
    ...(userAttributes.some(isMistyped) ? ['value of another type'] : []),
  ];
}

/** The error that breaks each requirement. */
const ERROR_BY_REQUIREMENT: Record<string, string> = {
  'embed-group-definitions-duplicate-rejected': 'group defined twice',
  'embed-attribute-definitions-duplicate-rejected': 'attribute defined twice',
  'embed-type-conflict-rejected': 'type changed',
  'embed-attributes-duplicate-400': 'attribute twice',
  'embed-attributes-type-mismatch-rejected': 'value of another type',
};
const errorOf = ({ breaks, says }: RefusalReason): string =>
  ERROR_BY_REQUIREMENT[breaks] ??
  (says === 'User attributes not found' ? 'unknown attribute' : 'unknown group');

/** The schema's keyword for each error that it can notice: a repeated name whose whole entry is repeated. */
const KEYWORD_BY_ERROR: Record<string, string> = {
  'group defined twice': 'uniqueItems /groupDefinitions',
  'attribute defined twice': 'uniqueItems /userAttributeDefinitions',
  'attribute twice': 'uniqueItems /userAttributes',
};

function problemsOf(
  planned: PlannedSession,
  world: StoryWorld,
  embedTenant: EmbedTenantModel | undefined,
): unknown[] {
  const errors = errorsIn(planned, world, embedTenant).sort();
  const reasons = planned.reasons.map(errorOf).sort();
  const creatorFields = embedTenant ? { creatorMode: true, embedTenantName: 'customer-one' } : {};
  const received = errorsOf(bodyOf({ ...creatorFields, ...planned.body })).sort();
  const expected = errors.flatMap((error) => KEYWORD_BY_ERROR[error] ?? []).sort();
  return [
    ...(isDeepStrictEqual(errors, reasons) ? [] : [{ body: planned.body, errors, reasons }]),
    ...(isDeepStrictEqual(received, expected) ? [] : [{ body: planned.body, expected, received }]),
  ];
}
