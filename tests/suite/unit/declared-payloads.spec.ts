import { expect, test } from '@playwright/test';
import { isNamedIn, membersOf } from '../../../fixtures/oracles/query-members.ts';
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

test('members are read out of every part of a query, each once', () => {
  const query = {
    measures: ['orders.count', { expression: '1' }],
    dimensions: ['orders.status'],
    segments: ['orders.completed'],
    timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day' }, null],
    filters: [
      { member: 'orders.status', operator: 'set' },
      { or: [{ dimension: 'users.city' }, { and: [{ member: 'users.age' }] }] },
    ],
    order: { 'orders.count': 'desc' },
    limit: 5,
  };
  const names = ['count', 'status', 'completed', 'created_at'].map((name) => `orders.${name}`);
  const members = [...names, 'users.city', 'users.age'];
  expect(membersOf({ query })).toEqual(members);
  expect(membersOf({ query: [query, { measures: ['users.count'] }] })).toEqual([...members, 'users.count']);
  for (const body of [{}, { query: 'SELECT 1' }, { query: [null] }, { query: { measures: 'x' } }])
    expect(membersOf(body), JSON.stringify(body)).toEqual([]);
});

test('metadata name a member in full, or by its own name where they speak of its cube', () => {
  const named = [
    { cubes: [{ name: 'orders', measures: [{ name: 'orders.count' }] }] },
    ['orders.count'],
    { 'orders.count': { type: 'number' } },
    { cubes: [{ name: 'orders', measures: [{ name: 'count' }] }] },
    { cubes: { orders: { measures: { count: {} } } } },
    { orders: ['count'] },
  ];
  for (const metadata of named)
    expect(isNamedIn('orders.count', metadata), JSON.stringify(metadata)).toBe(true);
  const others = [
    null,
    'orders',
    { cubes: [{ name: 'orders', measures: [{ name: 'orders.revenue' }] }] },
    { cubes: [{ name: 'orders' }, { name: 'users', measures: [{ name: 'count' }] }] },
    { cubes: ['orders', 'count'] },
    { cubes: [{ name: 'Orders', measures: [{ name: 'Orders.count' }] }] },
  ];
  for (const metadata of others)
    expect(isNamedIn('orders.count', metadata), JSON.stringify(metadata)).toBe(false);
});
