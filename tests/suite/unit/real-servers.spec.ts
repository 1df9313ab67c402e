import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { Agent, request } from 'undici';
import { certificate } from '../../../fixtures/reference/certificate.ts';
import { findRequirement } from '../../../schemas/requirements.ts';
import { behindFront } from '../lab/real-servers/front.ts';
import { objectionsTo } from '../lab/real-servers/judge.ts';
import { page } from '../lab/real-servers/page.ts';
import type { RealServer } from '../lab/real-servers/servers.ts';
import { SERVERS } from '../lab/real-servers/servers.ts';
import { listen } from '../support/listen.ts';
import type { Run } from '../support/run-suite.ts';
import { CORE, checked, MUST, outcome, report, SHOULD } from './sample-report.ts';

/** How servers that nobody here wrote are judged, and what stands before them. */

const SERVER: RealServer = {
  name: 'x',
  title: 'X 1.0',
  packages: { from: 'npm', names: ['x@1.0'] },
  command: () => [],
  set: 'As it is.',
  settings: () => ({}),
  breaks: [MUST],
  holds: 2,
  isSlow: false,
};
const run = (changes: Parameters<typeof report>[0]): Run => ({
  code: 1,
  output: '',
  report: report(changes),
});

const CASES: [what: string, run: Run, objection: RegExp | undefined][] = [
  ['fails what it breaks', run({ [MUST]: 'failed' }), undefined],
  ['fails a SHOULD, too', run({ [MUST]: 'failed', [SHOULD]: 'failed' }), undefined],
  ['fails nothing', run({}), /workspace-folders-first does not fail/],
  ['fails another MUST', run({ [MUST]: 'failed', [CORE]: 'failed' }), /^embed-session-id fails/],
  ['leaves a MUST inconclusive', run({ [MUST]: 'failed', [CORE]: 'inconclusive' }), /-id is inconclusive/],
  ['meets an error of the suite', run({ [MUST]: 'failed', [CORE]: 'error' }), /an error of the suite/],
  ['wrote no report', { code: 1, output: 'a\nb', report: undefined }, /no report: a b/],
];

for (const [what, made, objection] of CASES)
  test(`a run that ${what}: ${objection ?? 'nothing'} is wrong`, () => {
    const found = objectionsTo(SERVER, made);
    if (objection) expect(found.join('\n')).toMatch(objection);
    else expect(found).toEqual([]);
  });

test('a run that judged hardly anything is not as expected', () => {
  const untested = checked.filter(({ id }) => id !== MUST).map(({ id }) => outcome(id, 'not-tested'));
  const made = { ...run({}), report: report({}, { outcomes: [...untested, outcome(MUST, 'failed')] }) };
  expect(objectionsTo(SERVER, made)).toEqual(['0 MUST hold, expected 2 at least: it was not judged.']);
});

test('what servers break are MUST of the catalogue', () => {
  const levels = SERVERS.flatMap(({ breaks }) => breaks).map((id) => [id, findRequirement(id).level]);
  expect(levels.filter(([, level]) => level !== 'MUST')).toEqual([]);
});

test('the page tells of each server what it failed, in cells of a table', () => {
  const made = report({ [MUST]: 'failed' });
  for (const { tests } of made.requirements)
    for (const { failures } of tests) for (const failure of failures) failure.received = 'a|b\nc';
  const rows = page([{ server: SERVER, report: made }]).split('\n');
  expect(rows).toContain('## X 1.0');
  expect(rows.find((row) => row.startsWith(`| \`${MUST}\` | MUST |`))).toContain(
    '| expected a, received a\\|b c |',
  );
});

test('a front sends requests to where a server has its API, and its answers back as they are', async () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Odd:  a\r\n\r\n{}';
  let received = '';
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      received += data;
      if (received.endsWith('{"a":1}')) socket.end(answer);
    });
  });
  const port = await listen(server);
  const dispatcher = new Agent({ connect: { ca: (await certificate()).cert } });
  await behindFront({ port, scim: '/v2' }, async (origin) => {
    const body = '{"a":1}';
    const users = await request(`${origin}/api/scim/v2/Users?a=%20`, { dispatcher, method: 'POST', body });
    expect([users.headers['x-odd'], await users.body.text()]).toEqual(['a', '{}']);
    expect(received).toMatch(/^POST \/v2\/Users\?a=%20 HTTP\/1\.1\r\n/);
    expect(received).toContain('X-Forwarded-Prefix: /api/scim\r\n');
    expect((await request(`${origin}/api/v1/regions`, { dispatcher })).statusCode).toBe(404);
  });
  server.close();
  await dispatcher.close();
});
