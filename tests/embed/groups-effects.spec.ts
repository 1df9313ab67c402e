import {
  ANY_PROFILE,
  assignmentOf,
  fc,
  fewerExtras,
  forAll,
  groupSubsets,
  inTurn,
  profileOf,
  requirement,
  type SessionExtra,
  type SessionRequest,
  sessionsWithoutGroups,
  test,
  under,
} from '../../fixtures/index.ts';
import { expectGroups, joined, sessionWithOtherEmail } from './support.ts';

test(
  'named groups replace the memberships',
  requirement('embed-groups-replaces'),
  async ({ extras, attributesOfEachType, email, embed, groups, memberships, user }) => {
    const saved = attributesOfEachType.slice(0, 1).map(({ name, type }) => assignmentOf(name, type));
    const others = { userProfile: ANY_PROFILE, userAttributes: saved };
    const nextExtra = inTurn<SessionExtra>([{ body: others }, { body: { email } }, {}, ...extras]);
    const judge = async (history: readonly string[][]): Promise<void> => {
      for (const names of history) {
        const { body, ...as } = nextExtra();
        await embed.session({ ...body, externalId: user, groups: names }, as);
        const broken = names.length > 0 ? 'embed-groups-replaces' : 'embed-groups-empty-clears';
        await under(broken, () => expectGroups(memberships, user, names));
      }
    };
    // As many groups, but others; one more; one fewer; none, and the same as before again.
    const [first, second] = groups;
    await judge([[first], [second], [second, first], [first], [], [first]]);
    const histories = fc.array(groupSubsets(groups, 1), { minLength: 2, maxLength: 3 });
    await forAll([histories], judge, { atMost: 4 });
  },
);

test(
  'an empty array clears every membership',
  requirement('embed-groups-empty-clears'),
  async ({ extras, attributesOfEachType, email, embed, groups, memberships, user }) => {
    const userAttributes = attributesOfEachType.map(({ name, type }) => assignmentOf(name, type));
    const others = { email, userProfile: {}, userAttributes };
    const nextExtra = inTurn<SessionExtra>([{}, { body: others }, ...fewerExtras(extras)]);
    await forAll(
      [groupSubsets(groups, 1)],
      async (names) => {
        // Given a user who belongs to some groups
        await joined(embed, memberships, user, names);

        // When a session is minted with an empty array, whatever else it says
        const { body, ...as } = nextExtra();
        await embed.session({ ...body, externalId: user, groups: [] }, as);

        // Then none is left
        await expectGroups(memberships, user, []);
      },
      { atMost: 5 },
    );
  },
);

test(
  'a call without groups keeps the memberships',
  requirement('embed-groups-omitted-keeps'),
  async ({ extras, attributesOfEachType, creatorMode, email, embed, groups, memberships, target, user }) => {
    const others: SessionRequest = {
      // Another name than the user has.
      userProfile: profileOf(2),
      settings: { showDashboardChat: true },
      userAttributes: attributesOfEachType.map(({ name }) => ({ name, value: null })),
    };
    const nextExtra = inTurn<SessionExtra>([{}, { body: others }, ...fewerExtras(extras)]);
    const keeps = async (names: readonly string[], call: SessionRequest, extra: SessionExtra = {}) => {
      const before = await joined(embed, memberships, user, names, { userProfile: ANY_PROFILE, email });
      const { body, ...as } = extra;
      const fields = { ...call, ...body, externalId: user };
      await (body === others ? sessionWithOtherEmail(embed, fields, email, as) : embed.session(fields, as));
      await expectGroups(memberships, user, before);
    };
    const calls = sessionsWithoutGroups(target.settings.TARGET_USER_ATTRIBUTES ?? [], email);
    await forAll([groupSubsets(groups, 1), calls], (names, call) => keeps(names, call, nextExtra()), {
      atMost: 6,
    });
    if (creatorMode) await keeps(groups.slice(0, 2), creatorMode);

    // A user who has none any more gets none back
    await embed.session({ externalId: user, groups: [...groups] });
    await embed.session({ externalId: user, groups: [] });
    await under('embed-groups-empty-clears', () => expectGroups(memberships, user, []));
    for (const call of [{}, { userProfile: ANY_PROFILE }, ...(creatorMode ? [creatorMode] : [])]) {
      await embed.session({ externalId: user, ...call });
      await expectGroups(memberships, user, []);
    }
  },
);

test(
  "one user's groups do not change another user's memberships",
  requirement('embed-groups-other-users-untouched'),
  async ({ embed, groups, memberships, user, otherUser }) => {
    const judge = async (shared: readonly string[], names: readonly string[]): Promise<void> => {
      // Given two users who belong to the same groups
      await embed.session({ externalId: user, groups: [...shared] });
      const before = await joined(embed, memberships, otherUser, shared);

      // When one of them gets other groups, or none, then the other one still belongs to the same
      await embed.session({ externalId: user, groups: [...names] });
      await expectGroups(memberships, otherUser, before);
    };
    await judge(groups.slice(0, 2), []);
    await forAll([groupSubsets(groups, 1), groupSubsets(groups)], judge, { atMost: 2 });
  },
);
