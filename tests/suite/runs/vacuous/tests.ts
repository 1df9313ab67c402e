import { control, expect, fc, forAll, requirement, test } from '../../../../fixtures/index.ts';

const RUNS = { atMost: 8 };

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

const FALSE = fc.boolean().map(() => false);

test('a property whose examples are all discarded', requirement('workspace-types-filter'), () =>
  forAll([FALSE], async (holds) => fc.pre(holds), RUNS),
);

test('a property that never reaches its assertion', requirement('workspace-types-repeated'), () =>
  forAll([FALSE], async (holds) => (holds ? expect(1).toBe(2) : undefined), RUNS),
);

const judgeNothing = (): Promise<void> => forAll([FALSE], async (_one) => {}, { ...RUNS, beside: true });

test('a property that judges nothing, alone', requirement('workspace-order-direction'), judgeNothing);

test(
  'a property that judges nothing, beside another assertion',
  requirement('workspace-order-name'),
  async () => {
    await judgeNothing();
    expect(FALSE).toBeDefined();
  },
);

test('a property that judges every second example', requirement('workspace-first-limits'), async () => {
  let turn = 0;
  const judge = async (_number: number): Promise<void> => {
    turn += 1;
    if (turn % 2 === 0) expect(turn).toBeGreaterThan(0);
  };
  await forAll([fc.nat()], judge, RUNS);
});
