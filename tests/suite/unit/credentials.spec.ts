import { expect, test } from '@playwright/test';
import { Credentials } from '../../../fixtures/http/credentials.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';

test('concurrent requests whose credential expires renew it once', async () => {
  const credentials = new Credentials({
    TARGET_ACCESS_TOKEN: 'stale',
    TARGET_ACCESS_TOKEN_COMMAND: 'echo fresh-$$',
  });
  const call: Call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' };
  const answered = (status: number): Exchange => ({
    operation: call.operation,
    status,
    headers: {},
    mediaType: '',
    text: '',
    json: undefined,
    curl: '',
  });
  const renewed = new Set<string>();
  const send = async (): Promise<Exchange> => {
    const sent = credentials.valueOf('TARGET_ACCESS_TOKEN') ?? '';
    if (sent !== 'stale') renewed.add(sent);
    // A server that issues a second token revokes the first.
    return answered(sent !== 'stale' && renewed.size === 1 ? 200 : 401);
  };
  credentials.noteAnswer('TARGET_ACCESS_TOKEN', call, answered(200));
  const reviews = [1, 2, 3].map(() => credentials.review('TARGET_ACCESS_TOKEN', call, send));
  expect(await Promise.all(reviews)).toEqual(['renewed', 'renewed', 'renewed']);
  expect([...renewed]).toHaveLength(1);
});
