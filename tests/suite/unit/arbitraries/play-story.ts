import { isDeepStrictEqual } from 'node:util';
import type { StoryStep } from '../../../../fixtures/arbitraries/stories.ts';
import type { PlannedSession, RefusalReason } from '../../../../fixtures/models/planned-session.ts';
import { planSession } from '../../../../fixtures/models/planning.ts';
import { EmbedTenantModel, type StoryWorld } from '../../../../fixtures/models/world.ts';
import type { AttributeType } from '../../../../fixtures/target/settings.ts';
import { bodyOf, errorsOf } from './sampling.ts';
import { DEFINITIONS, fits, GROUPS, repeated } from './session-rules.ts';

/** Plays stories against a model of a target that does everything right, and looks at each request. */

export interface Played {
  /** What is wrong with the request, other than what is meant to be. */
  problems: unknown[];
  /** The requirements that an acceptance would break; none when it is accepted. */
  breaks: string[];
  /** Whether something that was there was deleted, or defined again. */
  removed: boolean;
  reused: boolean;
}

const NOTHING: Played = { problems: [], breaks: [], removed: false, reused: false };

export function play(story: readonly StoryStep[]): Played[] {
  const empty = (): EmbedTenantModel => new EmbedTenantModel({ groups: [], 'user-attributes': [] });
  const world: StoryWorld = {
    groups: GROUPS,
    attributes: DEFINITIONS,
    embedTenants: { scope: empty(), sibling: empty() },
    users: ['viewer-1', 'viewer-2'].map((externalId) => ({ externalId, model: { values: new Map() } })),
  };
  return story.map((step): Played => {
    const own = step.place === 'tenant' ? undefined : world.embedTenants?.[step.place];
    if (step.do === 'remove') {
      const names = [...(own?.records[step.kind].keys() ?? [])];
      const name = names[step.pick % names.length];
      if (name === undefined) return NOTHING;
      own?.records[step.kind].delete(name);
      own?.deletedNames[step.kind].add(name);
      return { ...NOTHING, removed: true };
    }
    const planned = planSession(step, world);
    const reused = defined(planned).some(({ name, kind }) => own?.records[kind].has(name));
    const problems = problemsOf(planned, world, own);
    if (planned.reasons.length === 0) takeUp(planned, own);
    return { problems, breaks: planned.reasons.map((reason) => reason.breaks), removed: false, reused };
  });
}

const defined = ({
  body,
}: PlannedSession): { kind: 'groups' | 'user-attributes'; name: string; type?: AttributeType }[] => [
  ...(body.groupDefinitions ?? []).map((one) => ({ ...one, kind: 'groups' as const })),
  ...(body.userAttributeDefinitions ?? []).map((one) => ({ ...one, kind: 'user-attributes' as const })),
];

function takeUp(planned: PlannedSession, own: EmbedTenantModel | undefined): void {
  for (const { kind, name, type } of defined(planned)) {
    if (own?.records[kind].has(name)) continue;
    own?.records[kind].set(name, { id: name, texts: {}, ...(type ? { type } : {}) });
    own?.deletedNames[kind].delete(name);
  }
}

/** The mistakes in a request, by the interface's own rules: what the plan gives as reasons should be the same. */
function mistakesIn(
  { body }: PlannedSession,
  world: StoryWorld,
  own: EmbedTenantModel | undefined,
): string[] {
  const types = new Map(own ? [] : world.attributes.map(({ name, type }) => [name, type]));
  const groups = new Set(own ? own.records.groups.keys() : world.groups);
  for (const [name, { type }] of own?.records['user-attributes'] ?? []) if (type) types.set(name, type);
  const { groupDefinitions = [], userAttributeDefinitions = [], userAttributes = [] } = body;
  const changed = userAttributeDefinitions.filter(({ name, type }) => (types.get(name) ?? type) !== type);
  for (const { name } of groupDefinitions) groups.add(name);
  for (const { name, type } of userAttributeDefinitions) if (!types.has(name)) types.set(name, type);
  const isMistyped = ({ name, value }: { name: string; value: unknown }): boolean => {
    const type = types.get(name);
    return type !== undefined && value !== null && !fits(type, value);
  };
  const twice = (entries: readonly { name: string }[]): boolean =>
    repeated(entries.map(({ name }) => name)).length > 0;
  return [
    ...(twice(groupDefinitions) ? ['group defined twice'] : []),
    ...(twice(userAttributeDefinitions) ? ['attribute defined twice'] : []),
    ...(changed.length > 0 ? ['type changed'] : []),
    ...(body.groups?.some((name) => !groups.has(name)) ? ['unknown group'] : []),
    ...(userAttributes.some(({ name }) => !types.has(name)) ? ['unknown attribute'] : []),
    ...(twice(userAttributes) ? ['attribute twice'] : []),
    ...(userAttributes.some(isMistyped) ? ['value of another type'] : []),
  ];
}

const REASONS: Record<string, string> = {
  'embed-group-definitions-duplicate-rejected': 'group defined twice',
  'embed-attribute-definitions-duplicate-rejected': 'attribute defined twice',
  'embed-type-conflict-rejected': 'type changed',
  'embed-attributes-duplicate-400': 'attribute twice',
  'embed-attributes-type-mismatch-rejected': 'value of another type',
};
const mistakeOf = ({ breaks, says }: RefusalReason): string =>
  REASONS[breaks] ?? (says === 'User attributes not found' ? 'unknown attribute' : 'unknown group');

/** Names twice with the rest the same as well are all that a schema can see of these mistakes. */
const UNIQUE: Record<string, string> = {
  'group defined twice': 'uniqueItems /groupDefinitions',
  'attribute defined twice': 'uniqueItems /userAttributeDefinitions',
  'attribute twice': 'uniqueItems /userAttributes',
};

function problemsOf(
  planned: PlannedSession,
  world: StoryWorld,
  own: EmbedTenantModel | undefined,
): unknown[] {
  const mistakes = mistakesIn(planned, world, own).sort();
  const reasons = planned.reasons.map(mistakeOf).sort();
  const place = own ? { creatorMode: true, embedTenantName: 'customer-one' } : {};
  const errors = errorsOf(bodyOf({ ...place, ...planned.body })).sort();
  const expected = mistakes.flatMap((mistake) => UNIQUE[mistake] ?? []).sort();
  return [
    ...(isDeepStrictEqual(mistakes, reasons) ? [] : [{ body: planned.body, mistakes, reasons }]),
    ...(isDeepStrictEqual(errors, expected) ? [] : [{ body: planned.body, expected, received: errors }]),
  ];
}
