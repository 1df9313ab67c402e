import { expect, test } from '@playwright/test';
import { isNamedIn, membersOf } from '../../../fixtures/platform/data-queries.ts';

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
  const members = [
    'orders.count',
    'orders.status',
    'orders.completed',
    'orders.created_at',
    'users.city',
    'users.age',
  ];
  expect(membersOf({ query })).toEqual(members);
  expect(membersOf({ query: [query, { measures: ['users.count'] }] })).toEqual([...members, 'users.count']);
  for (const body of [
    {},
    { query: 'SELECT 1' },
    { query: {} },
    { query: [null] },
    { query: { measures: 'x' } },
  ])
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
    {},
    [],
    null,
    'orders',
    { cubes: [{ name: 'orders', measures: [{ name: 'orders.revenue' }] }] },
    {
      cubes: [
        { name: 'orders', measures: [] },
        { name: 'users', measures: [{ name: 'count' }] },
      ],
    },
    { cubes: ['orders', 'count'] },
    { cubes: [{ name: 'Orders', measures: [{ name: 'Orders.count' }] }] },
  ];
  for (const metadata of others)
    expect(isNamedIn('orders.count', metadata), JSON.stringify(metadata)).toBe(false);
});

test('a granularity behind a time dimension need not be in the metadata', () => {
  const metadata = { cubes: [{ name: 'orders', dimensions: [{ name: 'orders.created_at' }] }] };
  expect(isNamedIn('orders.created_at.month', metadata)).toBe(true);
  expect(isNamedIn('orders.closed_at.month', metadata)).toBe(false);
  expect(isNamedIn('count', ['count'])).toBe(true);
});
