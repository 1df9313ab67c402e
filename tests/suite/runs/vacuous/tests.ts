import { control, expect, fc, forAll, requirement, test } from '../../../../fixtures/index.ts';

const RUNS = { atMost: 8 };
const NUMBERS = fc.integer({ min: 1, max: 100 });

test('a refusal without a control', requirement('embed-identity-neither-rejected'), async ({ embed }) => {
  expect(await embed.mintInvalid({})).toBeRejected();
});

test(
  'a refusal after the control of another operation',
  requirement('embed-identity-both-rejected'),
  async ({ embed, workspace }) => {
    control(await workspace.list({ first: 1 }));
    expect(await embed.mintInvalid({})).toHaveStatus(400);
  },
);

test('a refusal after its control', requirement('embed-deployment-required'), async ({ embed, users }) => {
  control(await embed.mint({ externalId: users[0] as string }));
  expect(await embed.mintInvalid({})).toBeRejected();
});

test('a property whose examples are all discarded', requirement('workspace-types-filter'), async () => {
  await forAll(
    [NUMBERS],
    async (number) => {
      fc.pre(number > 100);
      expect(number).toBe(0);
    },
    RUNS,
  );
});

test('a property that never reaches its assertion', requirement('workspace-types-repeated'), async () => {
  await forAll(
    [NUMBERS],
    async (number) => {
      if (number > 100) expect(number).toBe(0);
    },
    RUNS,
  );
});

test(
  'a property that judges nothing, in a test without other assertions',
  requirement('workspace-order-direction'),
  async () => {
    await forAll([NUMBERS], async (_number) => {}, { ...RUNS, beside: true });
  },
);

test(
  'a property that judges nothing, in a test with another assertion',
  requirement('workspace-order-name'),
  async () => {
    await forAll([NUMBERS], async (_number) => {}, { ...RUNS, beside: true });
    expect(NUMBERS).toBeDefined();
  },
);

test('a property that judges every second example', requirement('workspace-first-limits'), async () => {
  let turn = 0;
  await forAll(
    [NUMBERS],
    async (number) => {
      turn += 1;
      if (turn % 2 === 0) expect(number).toBeGreaterThan(0);
    },
    RUNS,
  );
});
