import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type CurlNames, curl, type WireRequest } from '../../../fixtures/http/request.ts';
import { Secrets } from '../../../fixtures/target/secrets.ts';
import { withTemporaryFolder } from '../support/files.ts';

/** One process reads so many lines: starting it takes longer than reading them. */
const LINES = 400;
const TOKEN = 'a"b\'c$d`e\\f\n!';
const BASE = 'https://acme.example/$HOME/api';

const NAMES: CurlNames = {
  redact: new Secrets({ TARGET_ACCESS_TOKEN: TOKEN }).redact,
  bases: [['TARGET_BASE_URL', BASE]],
  privateCa: true,
};

const SETTINGS = {
  TARGET_ACCESS_TOKEN: TOKEN,
  TARGET_BASE_URL: BASE,
  NODE_EXTRA_CA_CERTS: '/tmp/an authority.pem',
};

/** Characters that a shell, curl or both read as something else, and any other ones. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'"\'\\$`!\n\t @{[%;#*~', '$(id)', '$TARGET_BASE_URL'),
      fc.constantFrom(TOKEN, `${TOKEN}x`, TOKEN.slice(0, -3), '$TARGET_ACCESS_TOKEN'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  // No argument of a command can hold this, and no text outside Unicode.
  .map((parts) => Buffer.from(parts.join('').replaceAll('\0', '')).toString());

const requests: fc.Arbitrary<WireRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'DELETE'),
    url: fc.tuple(fc.constantFrom(BASE, 'https://other.example'), texts).map((parts) => parts.join('')),
    headers: fc.record({ authorization: texts, 'content-type': texts }, { requiredKeys: [] }),
    body: fc.option(texts, { nil: undefined }),
  })
  .map(({ body, ...request }) => ({ ...request, ...(body === undefined ? {} : { body }) }));

/** The arguments that a shell should pass to curl. */
function argumentsOf({ method, url, headers, body }: WireRequest): string[] {
  return [
    '-sS',
    '-i',
    '--cacert',
    SETTINGS.NODE_EXTRA_CA_CERTS,
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(method === 'GET' ? [] : ['-X', method]),
    url,
    ...Object.entries(headers).flatMap(([name, value]) => [
      '-H',
      value === '' ? `${name};` : `${name}: ${value}`,
    ]),
    ...(body !== undefined && headers['content-type'] === undefined ? ['-H', 'content-type:'] : []),
    ...(body === undefined ? [] : ['--data-raw', body]),
  ];
}

/** A function that writes its arguments, each ended by the one character that none can hold, and an empty one behind the last. */
const FAKE = 'curl() { for one in "$@"; do printf "%s\\000" "$one"; done; printf "\\036\\000"; }';

test('a shell reads every text of a curl line as it was sent, and secrets, which it does not hold, and addresses from the settings', () =>
  withTemporaryFolder(async (folder) => {
    const sample = fc.sample(requests, { numRuns: LINES, seed: 20_250_601 });
    const file = join(folder, 'lines.sh');
    const lines = sample.map((request) => curl(request, NAMES));
    const forms = [TOKEN, TOKEN.replace(/["\\$`]/g, '\\$&'), TOKEN.replaceAll("'", "'\\''")];
    expect(lines.filter((line) => forms.some((form) => line.includes(form)))).toEqual([]);
    writeFileSync(file, [FAKE, ...lines, ''].join('\n'));
    execFileSync('sh', ['-n', file]);
    const output = execFileSync('sh', [file], { env: SETTINGS, encoding: 'utf8', maxBuffer: 100_000_000 });
    const received = output
      .split('\0\u001e\0')
      .slice(0, -1)
      .map((line) => line.split('\0'));
    expect(received).toHaveLength(LINES);
    expect(received).toEqual(sample.map(argumentsOf));
  }));
