import {
  assigned,
  control,
  expect,
  invalidBodies,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// The tables "Embed session request", "`settings`", "`userProfile`", "`userAttributes` element", "`groupDefinitions`
// element" and "`userAttributeDefinitions` element" give every field a type, and say what is required.
test(
  'a body that its table does not allow is rejected',
  requirement('embed-body-field-types'),
  async ({ contract, embed, users, scope, deploymentId, target }) => {
    const {
      TARGET_CREATOR_MODE: creatorMode,
      TARGET_GROUPS: groups = [],
      TARGET_USER_ATTRIBUTES: attributes = [],
    } = target.settings;
    const name = 'conformance-field-types';
    const readOnly = {
      groups: groups.slice(0, 1),
      userAttributes: attributes.slice(0, 1).map((attribute) => assigned(attribute.name, attribute.type)),
    };
    const creator = {
      ...scope.body(users[0] as string, { groups: [name] }),
      groupDefinitions: [{ name, description: 'Field types' }],
      userAttributeDefinitions: [
        {
          name,
          type: 'string' as const,
          displayName: 'Field types',
          defaultValue: 'none',
          description: 'Field types',
        },
      ],
      userAttributes: [assigned(name, 'string')],
    };
    const valid = {
      deploymentId,
      externalId: users[0] as string,
      email: `${users[0]}@example.com`,
      userProfile: { displayName: 'Ada Viewer', picture: 'https://images.example.com/ada.png' },
      securityContext: {},
      settings: { showDashboardChat: true },
      ...(creatorMode === 'on' ? creator : readOnly),
    };
    control(await embed.mint(valid));
    const schema = contract.requestSchema('generateSession') ?? {};
    for (const { field, wrong, body } of invalidBodies(schema, valid)) {
      if (contract.judgeRequest('generateSession', {}, body).length === 0)
        throw new Error(`The contract allows ${field} ${wrong}: ${writeJson(body)}`);
      const sent = { deploymentId: undefined, ...(body as Record<string, unknown>) };
      expect(await embed.mintAnyway(sent), `${field} ${wrong}:`).toBeRejected();
    }
  },
);
