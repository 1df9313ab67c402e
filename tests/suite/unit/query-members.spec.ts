import { expect, test } from '@playwright/test';
import { isNamedIn } from '../../../fixtures/platform/data-queries.ts';

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
