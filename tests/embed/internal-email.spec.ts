import {
  allOf,
  control,
  expect,
  internalUserIn,
  isAccepted,
  notTested,
  requirement,
  test,
  usersNamed,
} from '../../fixtures/index.ts';

const EMAILS = ['conformance-internal-1@example.com', 'conformance-internal-2@example.com'] as const;
const FIX = 'refuse `email` next to `internalId`, or ignore it';

// "`email`: Attached to the provisioned external user; only with `externalId`". Whether it is refused otherwise is not shown.
test(
  'an email that comes with internalId is refused, or changes nobody',
  requirement('embed-email-only-external'),
  async ({ bystanderOf, creatorMode, embed, eventually, internalId, scim }) => {
    // Given an internal user whom SCIM shows, and who gets sessions
    control(await embed.mint({ internalId }));
    const shown = await internalUserIn(scim, internalId);
    const watch = await bystanderOf(shown?.id);
    if (!watch) return notTested('SCIM does not show the internal user of TARGET_INTERNAL_ID');
    const others = async (): Promise<string[]> => {
      const found = await allOf([internalId, ...EMAILS].map((name) => usersNamed(scim, name)));
      const users = found.flat().filter(({ id }) => id !== shown?.id);
      return users.map(
        ({ id, userName, emails = [] }) => `${id} ${userName} ${emails.map(({ value }) => value)}`,
      );
    };
    const before = await others();

    // When sessions for them carry an email, then it is refused
    const [email] = EMAILS;
    const modes: object[] = [];
    for (const mode of [{}, ...(creatorMode ? [creatorMode] : [])])
      if (isAccepted(await embed.mint({ internalId, ...mode, email }))) modes.push(mode);
    if (modes.length === 0) return;

    // Or it changes nothing of them, and provisions nobody
    const send = async (own: string): Promise<void> => {
      for (const mode of modes) await embed.mint({ internalId, ...mode, email: own });
    };
    try {
      await watch.expectUntouched(
        EMAILS.toReversed().map((own) => ({ group: '', act: () => send(own) })),
        { after: `a session for the internal user "${internalId}" carried an email`, fix: FIX },
      );
    } finally {
      // A tester's user gets back what they had.
      const [address] = shown?.emails ?? [];
      const now = (await internalUserIn(scim, internalId))?.emails?.[0]?.value;
      if (address?.value !== undefined && now !== address.value) await send(address.value);
    }
    await eventually.untilLooksAgree();
    expect(
      await others(),
      'other users with the name of the internal one, or named by the email',
      FIX,
    ).toEqual(before);
  },
);
