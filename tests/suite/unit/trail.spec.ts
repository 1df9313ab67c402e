import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { Trail } from '../../../fixtures/http/journal.ts';

/** An answered request; the number makes its curl line. */
const asked = (number: number, more: Partial<Exchange> = {}): Exchange => ({
  operation: 'scimListUsers',
  status: 200,
  headers: {},
  mediaType: 'application/json',
  text: '',
  json: {},
  curl: `curl ${number}`,
  ...more,
});
const dependsOn = { kind: 'embed tenant', name: 'conformance-1' } as const;

/** The curl lines of a script, without comments. */
const lines = (script: string): string[] => script.split('\n').filter((line) => line.startsWith('curl'));

test('without changes, what was looked at last is shown alone', () => {
  const trail = new Trail();
  expect(trail.script()).toBe('');
  const [first, second] = [asked(1), asked(2)];
  trail.add(first, false);
  trail.add(second, false);
  expect(trail.script()).toBe('curl 2');
  trail.judged = first;
  expect(trail.script()).toBe('curl 1');
});

test('after changes, they are shown first, then each look once, and last what was judged', () => {
  const trail = new Trail();
  const judged = asked(4);
  trail.add(asked(1), false);
  trail.add(asked(2, { operation: 'generateSession' }), true);
  for (const look of [judged, asked(5), asked(4), asked(5)]) trail.add(look, false);
  trail.judged = judged;
  expect(trail.script()).toBe(
    [
      '# 1. generateSession answers 200',
      'curl 2',
      '# 2. scimListUsers answers 200',
      'curl 5',
      '# 3. scimListUsers answers 200',
      'curl 4',
    ].join('\n'),
  );
  expect(lines(trail.lookScript())).toEqual(['curl 5', 'curl 4']);
});

test('an answer is shown with what gave embed tenants their content before it, and with nothing else', () => {
  const trail = new Trail();
  trail.add(asked(1), true);
  trail.add(asked(2, { dependsOn }), true);
  trail.add(asked(3, { dependsOn, status: 400 }), true);
  const accepted = asked(4, { dependsOn });
  trail.add(accepted, true);
  expect(lines(trail.scriptOf(accepted))).toEqual(['curl 2', 'curl 4']);
  const refused = asked(5, { dependsOn, status: 400 });
  trail.add(refused, true);
  expect(lines(trail.scriptOf(refused))).toEqual(['curl 2', 'curl 3', 'curl 4', 'curl 5']);
  expect(new Trail().scriptOf(refused)).toBe('curl 5');
});

test('each example begins anew', () => {
  const trail = new Trail();
  trail.add(asked(1), true);
  const back = trail.mark();
  trail.add(asked(2), true);
  back();
  trail.add(asked(3), true);
  back();
  trail.add(asked(4), true);
  expect(lines(trail.script())).toEqual(['curl 1', 'curl 4']);
});

test('of many changes, the first and the last are shown, and how many are left out', () => {
  const trail = new Trail();
  for (let number = 1; number <= 20; number += 1) trail.add(asked(number), true);
  const shown = lines(trail.script());
  expect(shown).toHaveLength(14);
  expect([shown[0], shown.at(-1)]).toEqual(['curl 1', 'curl 20']);
  expect(trail.script()).toContain('6 more requests');
});
