import {
  ANY_PROFILE,
  alsoRequirement,
  aside,
  assignmentOf,
  atOnce,
  control,
  expect,
  fc,
  forAll,
  invalidBodies,
  MISSING_ATTRIBUTE,
  MISSING_GROUPS,
  requirement,
  type SessionRequest,
  test,
  under,
  writeJson,
} from '../../fixtures/index.ts';

const NAME = 'conformancefieldtypes';

/** What a creator-mode session defines and uses, with every field of definitions. */
const DEFINED: SessionRequest = {
  groupDefinitions: [{ name: NAME, description: NAME }],
  userAttributeDefinitions: [
    { name: NAME, type: 'string', displayName: NAME, defaultValue: 'none', description: NAME },
  ],
  groups: [NAME],
  userAttributes: [assignmentOf(NAME, 'string')],
};

// The tables "Embed session request", "`settings`", "`userProfile`", "`userAttributes` element", "`groupDefinitions`
// element" and "`userAttributeDefinitions` element" give every field a type, and say what is required.
test(
  'a body that the table of its fields does not allow is rejected',
  requirement('embed-body-field-types'),
  async ({ contract, email, embed, groupsIfAny, http, scope, deploymentId, target, user }) => {
    const { TARGET_CREATOR_MODE: creatorMode, TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;

    // Given a valid body with every field that the target's mode allows
    const ofMode =
      creatorMode === 'on'
        ? scope.body(user, DEFINED)
        : {
            groups: groupsIfAny.slice(0, 1),
            userAttributes: attributes.slice(0, 1).map(({ name, type }) => assignmentOf(name, type)),
          };
    const valid: SessionRequest = {
      deploymentId,
      externalId: user,
      email,
      userProfile: {
        displayName: ANY_PROFILE.displayName,
        picture: 'https://images.example.com/conformance-1.png',
      },
      securityContext: { team: 'emea' },
      settings: { showDashboardChat: true },
      ...ofMode,
    };
    control(await embed.mint(valid));

    // When one field is of a wrong type, or a required one is missing, then it is rejected
    const schema = contract.requestSchema('generateSession') ?? {};
    const answers = await aside(() =>
      atOnce(invalidBodies(schema, valid), ({ field, wrong, body }) => {
        if (contract.judgeRequest('generateSession', {}, body).length === 0)
          throw new Error(`The contract allows ${field} ${wrong}: ${writeJson(body)}`);
        // Whom a target makes of a number would stay in the group, which it may refuse to delete then.
        const leaveOut = field === 'externalId' ? { groups: undefined, userAttributes: undefined } : {};
        return embed.mintInvalid({
          deploymentId: undefined,
          ...(body as Record<string, unknown>),
          ...leaveOut,
        });
      }),
    );
    for (const [{ field, wrong }, answer] of answers) expect(answer, `${field} ${wrong}:`).toBeRejected();

    // Whatever is no object has none of the required fields
    const asked = { operation: 'generateSession', as: 'TARGET_API_KEY', breaksContract: true } as const;
    for (const body of [null, [], 'conformance']) {
      const answer = await http.send({ ...asked, body });
      expect(answer, `the body ${writeJson(body)}:`).toBeRejected();
    }
  },
);

test(
  'a body of another content type is rejected',
  requirement('embed-content-type-required'),
  async ({ http, deploymentId, user }) => {
    const call = {
      operation: 'generateSession',
      body: { deploymentId, externalId: user },
      as: 'TARGET_API_KEY',
    } as const;
    control(await http.send(call));
    const spelt = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'];
    const fix = 'compare the media type alone, without its parameters';
    const answers = await atOnce(spelt, (contentType) => http.send({ ...call, contentType }));
    for (const [contentType, answer] of answers)
      expect(answer, `Content-Type ${contentType}:`, fix).toBeAccepted();
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', null]) {
      const answer = await http.send({ ...call, contentType });
      expect(answer, `Content-Type ${contentType ?? 'left out'}:`).toBeRejected();
    }
  },
);

test(
  'a body without deploymentId is rejected',
  requirement('embed-deployment-required'),
  async ({ creatorMode, embed, target, user }) => {
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    const external = { externalId: user };
    const calls: SessionRequest[] = [external, { ...external, settings: { showDashboardChat: true } }];
    if (internalId) calls.push({ internalId });
    if (creatorMode) calls.push({ ...external, ...creatorMode });
    for (const valid of calls) {
      control(await embed.mint(valid));
      const answer = await embed.mintInvalid({ ...valid, deploymentId: undefined });
      expect(answer, `${writeJson(valid)} without deploymentId:`).toBeRejected();
    }
  },
);

test(
  'a body without externalId and internalId is rejected',
  requirement('embed-identity-neither-rejected'),
  async ({ creatorMode, email, embed, user }) => {
    const optional = { email, userProfile: ANY_PROFILE, groups: [], securityContext: { team: 'emea' } };
    const calls = [{}, optional, ...(creatorMode ? [creatorMode] : [])];
    for (const fields of calls) {
      control(await embed.mint({ ...fields, externalId: user }));
      // Nor does null name a user.
      const sent = fields === optional ? { ...fields, externalId: null, internalId: null } : fields;
      expect(await embed.mintInvalid(sent), `${writeJson(sent)} without a user:`).toBeRejected();
    }
  },
);

// Where no setting names a right example, the test of a requirement cannot be passed. What is wrong in any target fails it all the same.
test(
  'a body that every target must reject is rejected',
  alsoRequirement('embed-identity-neither-rejected'),
  async ({ creatorMode, discovery, embed, target, user: externalId }) => {
    const { TARGET_INTERNAL_ID, TARGET_USER_ATTRIBUTES } = target.settings;
    const internalId = 'conformance-nobody';
    const [first, , second] = MISSING_GROUPS;
    const userAttributes = [{ name: MISSING_ATTRIBUTE, value: 'emea' }];
    const modes = [{ externalId }, ...(creatorMode ? [{ externalId, ...creatorMode }] : [])];
    /** Requirements, what lets their own tests judge them, requests that they reject, and the message that is stated. */
    const wrong: [id: string, judgedElsewhere: unknown, bodies: object[], message?: string | RegExp][] = [
      ['embed-internal-unknown-rejected', TARGET_INTERNAL_ID, [{ internalId }, { internalId: externalId }]],
      ['embed-identity-both-rejected', TARGET_INTERNAL_ID, [{ externalId, internalId }]],
      [
        'embed-attributes-unknown-rejected',
        TARGET_USER_ATTRIBUTES,
        modes.map((mode) => ({ ...mode, userAttributes })),
        'User attributes not found',
      ],
      [
        'embed-groups-unknown-rejected',
        'value' in (await discovery.groups()),
        modes.map((mode) => ({ ...mode, groups: [first, second] })),
        new RegExp(`Groups with names (?=.*${first})(?=.*${second}).* not found`, 's'),
      ],
    ];
    const unjudged = wrong.filter(([, judgedElsewhere]) => !judgedElsewhere);
    for (const mode of unjudged.length > 0 ? modes : []) control(await embed.mint(mode));
    for (const [id, , bodies, message] of unjudged)
      for (const body of bodies)
        await under(id, async () => {
          const answer = await embed.mintInvalid({ ...body });
          expect(answer, `${writeJson(body)}:`).toBeRejected();
          if (message) expect(answer, `${writeJson(body)}:`).toSay(message);
        });
  },
);

/** JSON objects, empty and nested. Their keys become names in queries, so that a target may refuse odd ones. Numbers are such as databases hold. */
const SECURITY_CONTEXTS = fc.object({
  key: fc.stringMatching(/^[A-Za-z]\w{0,8}$/),
  values: [
    fc.string(),
    fc.integer(),
    fc
      .double({ noNaN: true, min: -1e100, max: 1e100 })
      .filter((number) => number === 0 || Math.abs(number) > 1e-100),
    fc.boolean(),
    fc.constant(null),
  ],
  maxDepth: 2,
  maxKeys: 4,
});

/** Each kind of value, where few generated objects may hold some of them alone or not at all. */
const OF_EVERY_KIND = {
  text: '',
  number: 0,
  no: false,
  nothing: null,
  list: [null, 'a', 1.5, ['b']],
  nested: { list: [], object: {}, nothing: null },
};

test(
  'an object of any values is accepted as securityContext',
  requirement('embed-security-context-accepted'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user }));
    const judge = async (securityContext: Record<string, unknown>) =>
      expect(await embed.mint({ externalId: user, securityContext })).toBeAccepted();
    await forAll([SECURITY_CONTEXTS], judge, { atMost: 7 });
    await judge(OF_EVERY_KIND);
  },
);

test(
  'showDashboardChat may be true, false or absent',
  requirement('embed-settings-show-dashboard-chat'),
  async ({ embed, user }) => {
    control(await embed.mint({ externalId: user }));
    for (const settings of [{ showDashboardChat: true }, { showDashboardChat: false }, {}]) {
      expect(await embed.mint({ externalId: user, settings })).toBeAccepted();
    }
  },
);
