import {
  assignmentOf,
  atOnce,
  control,
  type EmbedTenantScope,
  expect,
  type Id,
  invalidBodies,
  requirement,
  type SessionRequest,
  test,
  writeJson,
} from '../../fixtures/index.ts';

const NAME = 'conformance-field-types';

/** A body with every field of a read-only session, or of a creator-mode session where a scope is given. */
function wholeBody(
  user: string,
  deploymentId: Id,
  assignments: SessionRequest,
  scope: EmbedTenantScope | undefined,
): SessionRequest {
  const text = 'Field types';
  const definitions = {
    groupDefinitions: [{ name: NAME, description: text }],
    userAttributeDefinitions: [
      { name: NAME, type: 'string' as const, displayName: text, defaultValue: 'none', description: text },
    ],
    userAttributes: [assignmentOf(NAME, 'string')],
  };
  return {
    deploymentId,
    externalId: user,
    email: `${user}@example.com`,
    userProfile: { displayName: 'Ada Viewer', picture: 'https://images.example.com/ada.png' },
    securityContext: {},
    settings: { showDashboardChat: true },
    ...(scope ? { ...scope.body(user, { groups: [NAME] }), ...definitions } : assignments),
  };
}

// The tables "Embed session request", "`settings`", "`userProfile`", "`userAttributes` element", "`groupDefinitions`
// element" and "`userAttributeDefinitions` element" give every field a type, and say what is required.
test(
  'a body that its table does not allow is rejected',
  requirement('embed-body-field-types'),
  async ({ contract, embed, scope, deploymentId, target, user }) => {
    const {
      TARGET_CREATOR_MODE: creatorMode,
      TARGET_GROUPS: groups = [],
      TARGET_USER_ATTRIBUTES: attributes = [],
    } = target.settings;

    // Given a valid body with every field that the target's mode allows
    const assignments = {
      groups: groups.slice(0, 1),
      userAttributes: attributes.slice(0, 1).map(({ name, type }) => assignmentOf(name, type)),
    };
    const valid = wholeBody(user, deploymentId, assignments, creatorMode === 'on' ? scope : undefined);
    control(await embed.mint(valid));

    // When one field is of a wrong type, or a required one is missing, then it is rejected
    const schema = contract.requestSchema('generateSession') ?? {};
    const answers = await atOnce(invalidBodies(schema, valid), ({ field, wrong, body }) => {
      if (contract.judgeRequest('generateSession', {}, body).length === 0)
        throw new Error(`The contract allows ${field} ${wrong}: ${writeJson(body)}`);
      return embed.mintInvalid({ deploymentId: undefined, ...(body as Record<string, unknown>) });
    });
    for (const [{ field, wrong }, answer] of answers) expect(answer, `${field} ${wrong}:`).toBeRejected();
  },
);
