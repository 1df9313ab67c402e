import {
  atOnce,
  control,
  expect,
  isAccepted,
  patternsLike,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// "`internalId`: Username of an existing internal user"
test(
  'an existing internal user gets a session',
  requirement('embed-internal-accepted'),
  async ({ embed, internalId }) => {
    for (const fields of [{}, { settings: { showDashboardChat: false } }, { creatorMode: false }, {}])
      expect(
        await embed.mint({ internalId, ...fields }),
        `an internal user with ${writeJson(fields)}:`,
      ).toBeAccepted();
  },
);

// "`internalId` must name an existing internal user."
test(
  'an internalId that names no internal user is rejected',
  requirement('embed-internal-unknown-rejected'),
  async ({ creatorMode, embed, internalId, user }) => {
    // Given an external user, who is not an internal one, and an internal user
    await embed.session({ externalId: user });
    control(await embed.mint({ internalId }));

    // When a session names no internal user, then it is rejected
    const patterns = patternsLike(internalId);
    for (const unknown of ['conformance-nobody', `${internalId}-nobody`, user, '%', '', ...patterns])
      expect(await embed.mintInvalid({ internalId: unknown }), `internalId "${unknown}":`).toBeRejected();

    // The same in creator mode, where other code may look users up. The interface does not say whether an internal user
    // may have such a session: where one is refused, any refusal will do.
    if (!creatorMode) return;
    const isAllowed = isAccepted(await embed.mint({ internalId, ...creatorMode }));
    for (const unknown of ['conformance-nobody', user]) {
      const answer = await embed.mintInvalid({ internalId: unknown, ...creatorMode });
      if (isAllowed || isAccepted(answer))
        expect(answer, `internalId "${unknown}" in creator mode:`).toBeRejected();
    }
  },
);

// "Exactly one of `externalId` or `internalId` is supplied."
test(
  'a body with both externalId and internalId is rejected',
  requirement('embed-identity-both-rejected'),
  async ({ creatorMode, embed, internalId, user }) => {
    control(await embed.mint({ externalId: user }));
    const settings = { showDashboardChat: false };
    control(await embed.mint({ internalId, settings }));
    const ids = [
      ['a known one each', { externalId: user, internalId }],
      ['the same id as both', { externalId: internalId, internalId, settings }],
      ['an internalId that names nobody', { externalId: user, internalId: 'conformance-nobody' }],
    ] as const;
    for (const [[which], answer] of await atOnce(ids, ([, both]) => embed.mintInvalid(both)))
      expect(answer, `${which}:`).toBeRejected();
    if (!creatorMode) return;
    // With what only external users may have
    const valid = { externalId: user, ...creatorMode, groups: [], userProfile: {} };
    control(await embed.mint(valid));
    expect(await embed.mintInvalid({ ...valid, internalId }), 'in creator mode:').toBeRejected();
  },
);
