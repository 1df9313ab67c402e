import {
  about,
  alsoRequirement,
  aside,
  atOnce,
  type BaseSetting,
  type Call,
  type CredentialSetting,
  declaredCall,
  type Exchange,
  expect,
  type HttpClient,
  isAccepted,
  isExchange,
  isLoopback,
  isServed,
  notTested,
  readJson,
  readStreamed,
  requirement,
  sampleCall,
  test,
} from '../../fixtures/index.ts';

/** [what it is called, base address, the same over plain HTTP, credential, operations]. */
const FAMILIES = [
  [
    'Core Data API',
    'TARGET_DATA_API_URL',
    'TARGET_DATA_HTTP_URL',
    'TARGET_DATA_API_TOKEN',
    ['dataMeta', 'dataLoad', 'dataCoresql'],
  ],
  ['AI API', 'TARGET_AI_API_URL', 'TARGET_AI_HTTP_URL', 'TARGET_AI_API_KEY', ['aiStreamChatState']],
] as const;
const CALLS = [
  ['workspaceObjects', 'TARGET_ACCESS_TOKEN'],
  ['listDeployments', 'TARGET_ACCESS_TOKEN'],
  ['generateSession', 'TARGET_API_KEY'],
  ['scimListUsers', 'TARGET_ACCESS_TOKEN'],
  ['listEmbedTenantGroups', 'TARGET_API_KEY'],
] as const;
const NOTHING = 'nothing of the service';

type OwnCall = readonly [call: Omit<Call, 'as'>, credential: CredentialSetting | null];

/**
 * Expects the answers over plain HTTP, if any come, to hold nothing of the service. The target may refuse, redirect, or close the port.
 *
 * @param isAlike - whether an answer says what the right answer, over HTTPS, says
 */
async function expectNotServed(
  { http, base, address }: { http: HttpClient; base: BaseSetting; address: string },
  calls: readonly OwnCall[],
  isAlike: (answer: Exchange, right: Exchange | null) => boolean,
): Promise<void> {
  let controls = 0;
  // All at the same time: a port may take every connection, or none, and never answer.
  const asked = await aside(() =>
    atOnce(calls, async ([call, credential]) => {
      // Given that the operation is served over HTTPS
      const right = credential && (await http.send({ ...call, as: credential, allowsAbsent: true }));
      // When it is asked over plain HTTP. A real credential is sent to this machine alone.
      const answer = await http.probe({ ...call, as: isLoopback(address) ? credential : null, base });
      return { right, answer };
    }),
  );
  for (const [[call], { right, answer }] of asked) {
    if (right && isAlike(right, right)) controls += 1;
    if (!isExchange(answer)) continue;
    about(answer);
    // Then the answer holds nothing of the service
    expect(
      isAlike(answer, right) ? answer.text.slice(0, 200) : NOTHING,
      `what ${call.operation} yields over plain HTTP`,
    ).toBe(NOTHING);
  }
  if (controls === 0) notTested('nothing is served over HTTPS either, so a missing answer proves nothing');
}

for (const [family, secureBase, base, credential, operations] of FAMILIES)
  test(
    `plain HTTP is not served by the ${family}`,
    alsoRequirement('auth-https-only'),
    async ({ http, target: { settings } }) => {
      const missing = [secureBase, credential, base].filter((name) => settings[name] === undefined);
      if (missing.length > 0) notTested(`set ${missing.join(' and ')}`);
      const calls = operations.map((operation): OwnCall => [declaredCall(operation, settings), credential]);
      await expectNotServed({ http, base, address: settings[base] ?? '' }, calls, saysAlike);
    },
  );

test(
  'plain HTTP is not served',
  requirement('auth-https-only'),
  async ({ deploymentId, discovery, http, setting, target, user }) => {
    const [embedTenantName] = discovery.identities.embedTenants;
    const values = { deploymentId, externalId: user, ...(embedTenantName ? { embedTenantName } : {}) };
    const calls = CALLS.filter(
      ([operation]) => embedTenantName !== undefined || !/EmbedTenant/.test(operation),
    ).map(
      ([operation, credential]): OwnCall => [
        { ...sampleCall(operation, values), allowsAbsent: true },
        target.settings[credential] ? credential : null,
      ],
    );
    const plain = { http, base: 'TARGET_HTTP_URL', address: setting('TARGET_HTTP_URL') } as const;
    // An answer of the service is the list or the session that was asked for.
    await expectNotServed(plain, calls, (answer) => {
      const { items, sessionId, Resources } = (answer.json ?? {}) as Record<string, unknown>;
      return isAccepted(answer) && ([items, Resources].some(Array.isArray) || typeof sessionId === 'string');
    });
  },
);

/**
 * Whether one answer says what another one says, where the interface shows no payload: it is a success, and the first object in it
 * has the same fields. A right answer that cannot be told from others is like none.
 */
function saysAlike(answer: Exchange, right: Exchange | null): boolean {
  const [own, fields] = [answer, right].map((one) => (one ? fieldsOf(one) : [])) as [string[], string[]];
  return fields.length > 0 && fields.every((name) => own.includes(name));
}

/** The names of the fields of the first object in an answer that is a success. One of an error alone says nothing of the service. */
function fieldsOf(answer: Exchange): string[] {
  if (!isServed(answer)) return [];
  const whole = readJson(answer.text);
  const parts = whole === undefined ? readStreamed(answer.text, true).parts : [whole];
  const names = Object.keys(parts.find((part) => typeof part === 'object' && part !== null) ?? {});
  return names.some((name) => name !== 'error') ? names : [];
}
