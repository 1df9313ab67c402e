import { atOnce, control, expect, requirement, test } from '../../fixtures/index.ts';

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
    // Parameters are free.
    const spelt = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'];
    for (const [contentType, answer] of await atOnce(spelt, (one) =>
      http.send({ ...call, contentType: one }),
    ))
      expect(
        answer,
        `Content-Type ${contentType}:`,
        'compare the media type alone, without its parameters',
      ).toBeAccepted();
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', null]) {
      expect(
        await http.send({ ...call, contentType }),
        `Content-Type ${contentType ?? 'left out'}:`,
      ).toBeRejected();
    }
  },
);
