import { expect, test } from '@playwright/test';
import {
  CREATOR_FLAWS,
  embedTenantStories,
  FLAWS,
  type Flaw,
  type MintStep,
  type StoryStep,
  userStories,
} from '../../../../fixtures/stories/arbitrary-stories.ts';
import { type PlayedStep, play } from './play-story.ts';
import { type Cases, rareCases, samplesOf, testArbitrary } from './sampling.ts';

/** Arbitraries of stories: every step becomes a request that is valid, or wrong in the way that its flaw names and in no other. */

/** Fewer than of other arbitraries, since a story has several steps. */
const STORIES = 500;

const isMint = (step: StoryStep): step is MintStep => step.do === 'mint';
const someStep =
  (is: (step: StoryStep) => boolean) =>
  (story: StoryStep[]): boolean =>
    story.some(is);
const someMint = (is: (step: MintStep) => boolean): ((story: StoryStep[]) => boolean) =>
  someStep((step) => isMint(step) && is(step));

const flaws = (names: readonly Flaw[]): Cases<StoryStep[]> =>
  Object.fromEntries(names.map((flaw) => [`flaw "${flaw}"`, someMint((step) => step.flaw === flaw)]));

const MINTS: Cases<StoryStep[]> = {
  'one step': (story) => story.length === 1,
  'at least five steps': (story) => story.length >= 5,
  'the first user': someMint(({ user }) => user === 0),
  'the second user': someMint(({ user }) => user === 1),
  'without groups': someMint(({ groups }) => groups === undefined),
  'with an empty groups': someMint(({ groups }) => groups?.length === 0),
  'with several groups': someMint(({ groups }) => (groups?.length ?? 0) > 1),
  'without a profile': someMint(({ profile }) => profile === undefined),
  'with half a profile': someMint(({ profile }) => Object.keys(profile ?? {}).length === 1),
  'without values': someMint(({ values }) => values === undefined),
  'without a flaw': someMint(({ flaw }) => flaw === undefined),
  ...Object.fromEntries(
    ['right', 'other', 'null'].map((fit) => [
      `a value: ${fit}`,
      someMint(({ values = [] }) => values.some((value) => value.fit === fit)),
    ]),
  ),
  ...flaws(FLAWS),
};

const stepProblems = (step: StoryStep, mayDefine: boolean): string[] => {
  if (!isMint(step)) return mayDefine ? [] : ['deletes something in a user story, which defines nothing'];
  const defines =
    step.groupDefinitions ?? step.attributeDefinitions ?? CREATOR_FLAWS.find((flaw) => flaw === step.flaw);
  return [
    ...(step.place === 'tenant' && defines ? ['defines something outside of embed tenants'] : []),
    ...(step.place !== 'tenant' && !mayDefine ? ['is in an embed tenant'] : []),
  ];
};
const playedProblems = (story: StoryStep[]): unknown[] => play(story).flatMap(({ problems }) => problems);

testArbitrary(
  'userStories',
  userStories(),
  (story) => [
    ...(story.length >= 1 && story.length <= 12 ? [] : [`has ${story.length} steps`]),
    ...story.flatMap((step) => stepProblems(step, false)),
    ...playedProblems(story),
  ],
  MINTS,
  STORIES,
);

testArbitrary(
  'embedTenantStories',
  embedTenantStories(),
  (story) => [
    ...(story.length >= 1 && story.length <= 16 ? [] : [`has ${story.length} steps`]),
    ...story.flatMap((step) => stepProblems(step, true)),
    ...playedProblems(story),
  ],
  {
    ...MINTS,
    ...flaws(CREATOR_FLAWS),
    ...Object.fromEntries(
      ['tenant', 'scope', 'sibling'].map((place) => [
        `a session: ${place}`,
        someMint((step) => step.place === place),
      ]),
    ),
    ...Object.fromEntries(
      ['groups', 'user-attributes'].flatMap((kind) =>
        ['scope', 'sibling'].map((place) => [
          `a deletion of ${kind}: ${place}`,
          someStep((step) => step.do === 'remove' && step.kind === kind && step.place === place),
        ]),
      ),
    ),
    'groups defined': someMint(({ groupDefinitions }) => groupDefinitions !== undefined),
    'attributes defined': someMint(({ attributeDefinitions }) => attributeDefinitions !== undefined),
    'a definition with a text': someMint(({ groupDefinitions = [] }) =>
      groupDefinitions.some(({ text }) => text !== undefined),
    ),
    'a definition without a text': someMint(({ groupDefinitions = [] }) =>
      groupDefinitions.some(({ text }) => text === undefined),
    ),
  },
  STORIES,
);

/** Which requirements a step breaks depends on what exists by then: some step must break each of these. */
const breaks =
  (id: string) =>
  (played: PlayedStep): boolean =>
    played.breaks.includes(id);
const breaksEach = (ids: readonly string[]): Cases<PlayedStep> =>
  Object.fromEntries(ids.map((id) => [id, [10, breaks(id)]]));
const USER_REQUIREMENTS = [
  'embed-groups-unknown-rejected',
  'embed-attributes-unknown-rejected',
  'embed-attributes-duplicate-400',
  'embed-attributes-type-mismatch-rejected',
];

test('userStories: every flaw takes effect, and most steps are accepted', () => {
  const played = samplesOf(userStories(), STORIES).flatMap(play);
  const cases = {
    ...breaksEach(USER_REQUIREMENTS),
    accepted: [played.length / 2, isAccepted],
  } satisfies Cases<PlayedStep>;
  expect(rareCases(played, cases)).toEqual([]);
});

test('embedTenantStories: every flaw takes effect, and most steps are accepted', () => {
  const stories = [
    ...samplesOf(embedTenantStories(), STORIES),
    ...samplesOf(embedTenantStories({ kind: 'user-attributes', removals: 5, names: 2 }), STORIES / 5),
  ];
  const played = stories.flatMap(play);
  const cases = {
    ...breaksEach([
      ...USER_REQUIREMENTS,
      'embed-group-definitions-duplicate-rejected',
      'embed-attribute-definitions-duplicate-rejected',
      'embed-type-conflict-rejected',
      'embed-groups-scope-creator',
      'embed-attributes-scope-creator',
      'embed-groups-scope-read-only',
      'embed-attributes-scope-read-only',
      'embed-definitions-stay-in-scope',
    ]),
    // Fewer are enough, since deletions have direct tests too.
    'embed-tenants-groups-delete': [2, breaks('embed-tenants-groups-delete')],
    'embed-tenants-attributes-delete': [2, breaks('embed-tenants-attributes-delete')],
    accepted: [played.length / 2, isAccepted],
    'a deletion of an existing record': ({ removed }) => removed,
    'a definition of an existing record': ({ reused }) => reused,
  } satisfies Cases<PlayedStep>;
  expect(rareCases(played, cases)).toEqual([]);
});

const isAccepted = ({ breaks: rules }: PlayedStep): boolean => rules.length === 0;
