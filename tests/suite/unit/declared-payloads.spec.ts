import { expect, test } from '@playwright/test';
import { readSettings } from '../../../fixtures/target/read-settings.ts';

const BASE = { TARGET_BASE_URL: 'https://acme.example/api' };

test('what the tester declares of a payload that is not shown is a part of the body, or all of it', () => {
  const read = (name: string, value: string): unknown =>
    Object.entries(readSettings({ ...BASE, [name]: value })).find(([key]) => key === name)?.[1];
  const query = { measures: ['orders.count'] };
  expect(read('TARGET_DATA_QUERY', JSON.stringify(query))).toEqual({ query });
  expect(read('TARGET_DATA_QUERY', JSON.stringify({ query: [query], cache: 'no' }))).toEqual({
    query: [query],
    cache: 'no',
  });
  expect(read('TARGET_DATA_SQL', 'SELECT 1')).toEqual({ query: 'SELECT 1' });
  expect(read('TARGET_DATA_SQL', '{"sql":"SELECT 1"}')).toEqual({ sql: 'SELECT 1' });
  expect(read('TARGET_AI_PROMPT', '{name} sold how much?')).toEqual({ input: '{name} sold how much?' });
  expect(read('TARGET_AI_PROMPT', '{"messages":[]}')).toEqual({ messages: [] });
});

test('a query that is no object, and a path that is none, are errors that name the setting', () => {
  for (const [name, value] of [
    ['TARGET_DATA_QUERY', 'orders.count'],
    ['TARGET_DATA_QUERY', '[]'],
    ['TARGET_DATA_SQL_PATH', 'v1/sql'],
    ['TARGET_DATA_SQL_PATH', '/v1/../sql'],
    ['TARGET_AI_ANSWER_SECONDS', '0'],
  ] as const)
    expect(() => readSettings({ ...BASE, [name]: value }), value).toThrow(name);
});
