import { control, expect, requirement, test } from '../../fixtures/index.ts';

// "Headers: `Content-Type: application/json` (required)"
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
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', null]) {
      expect(
        await http.send({ ...call, contentType }),
        `Content-Type ${contentType ?? 'left out'}:`,
      ).toBeRejected();
    }
  },
);
