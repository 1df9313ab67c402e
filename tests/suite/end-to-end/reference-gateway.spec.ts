import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { Agent, request } from 'undici';
import { withReference } from '../support/with-reference.ts';

/** The embedded target behind a gateway that answers some requests itself, or changes how answers are sent. */

const LISTING = '/v1/deployments/101/workspace?first=3';

for (const [variant, statuses, type] of [
  ['gateway-errors', [500, 408], /json/],
  ['gateway-403-pages', [403, 403], /html/],
  ['gateway-web-pages', [200, 200], /html/],
] as const)
  test(`the gateway answers every 20th request itself (${variant})`, () =>
    withReference({ variants: [variant] }, async ({ ask, bearer }) => {
      const answers = [];
      for (let n = 1; n <= 40; n++) answers.push(await ask(LISTING, bearer));
      const ofGateway = [answers[19], answers[39]];
      expect(ofGateway.map((answer) => answer?.status)).toEqual(statuses);
      for (const answer of ofGateway) expect(answer?.headers.get('content-type')).toMatch(type);
      for (const answer of answers)
        if (!ofGateway.includes(answer)) expect(answer.body.items).toHaveLength(3);
    }));

test('every 20th body is truncated or empty', () =>
  withReference({ variants: ['gateway-cut-bodies'] }, async ({ ask, bearer }) => {
    const bodies = [];
    for (let n = 1; n <= 40; n++) bodies.push(await ask(LISTING, bearer));
    expect(bodies.every(({ status }) => status === 200)).toBe(true);
    expect(bodies.flatMap(({ body }, index) => (body === undefined ? index + 1 : []))).toEqual([20, 40]);
    expect(bodies[19]?.text).toMatch(/^\{"items":/);
    expect(bodies[39]?.text).toBe('');
  }));

test('every body is compressed unless the client refuses that', () =>
  withReference({ variants: ['answers-compressed'] }, async ({ settings, bearer }) => {
    const { TARGET_BASE_URL, NODE_EXTRA_CA_CERTS = '' } = settings;
    const dispatcher = new Agent({ connect: { ca: readFileSync(NODE_EXTRA_CA_CERTS) } });
    const fetchBytes = async (authorization: string, more: Record<string, string> = {}) => {
      const headers = { authorization, ...more };
      const answer = await request(`${TARGET_BASE_URL}${LISTING}`, { dispatcher, headers });
      const coding = answer.headers['content-encoding'];
      return { coding, bytes: Buffer.from(await answer.body.arrayBuffer()) };
    };
    try {
      const { coding, bytes } = await fetchBytes(bearer);
      expect(coding).toBe('gzip');
      expect(JSON.parse(gunzipSync(bytes).toString()).items).toHaveLength(3);
      expect((await fetchBytes('Bearer wrong')).coding).toBe('gzip');
      for (const accepted of ['identity', 'br', 'gzip;q=0, identity']) {
        const plain = await fetchBytes(bearer, { 'accept-encoding': accepted });
        expect(plain.coding).toBeUndefined();
        expect(JSON.parse(plain.bytes.toString()).items).toHaveLength(3);
      }
    } finally {
      await dispatcher.close();
    }
  }));
