import { control, expect, requirement, test } from '../../fixtures/index.ts';

// "Headers: `Content-Type: application/json` (required)"
test(
  'a body of another content type is rejected',
  requirement('embed-content-type-required'),
  async ({ http, users, deploymentId }) => {
    const call = {
      operation: 'generateSession',
      body: { deploymentId, externalId: users[0] as string },
      as: 'TARGET_API_KEY',
    } as const;
    control(await http.send(call));
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', null]) {
      expect(
        await http.send({ ...call, contentType }),
        `Content-Type ${contentType ?? 'left out'}:`,
      ).toBeRejected();
    }
  },
);
