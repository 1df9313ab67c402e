/** `npm run replay -- BUNDLE [--keep]`: serves the recorded answers of a certificate on loopback, and judges them as they come. */
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { flattenHeaders } from '../../fixtures/http/exchange.ts';
import { Contract } from '../../schemas/contract.ts';
import type { Har, HarEntry } from '../../schemas/har.ts';
import { visible } from '../../schemas/visible-text.ts';
import { readBundle } from './read-bundle.ts';
import { EXCHANGE_HEADER, type RecordedServer, serveRecorded } from './recorded-server.ts';
import { checkFailed, judgeAnswers, judgeRefusals } from './verify/judge-answers.ts';
import { judgeWalks } from './verify/judge-walks.ts';
import { readParts } from './verify/parts.ts';

/** An entry with the answer that came this time. Without an answer or a body in the archive it stays as it is. */
async function replayed(entry: HarEntry, server: RecordedServer): Promise<HarEntry> {
  if (entry.response.status === 0 || entry.response.content.text === undefined) return entry;
  const { url, options } = server.requestOf(entry);
  const { statusCode: status, headers: sent, body } = await request(url, options);
  const headers = Object.entries(flattenHeaders(sent)).map(([name, value]) => ({ name, value }));
  const text = await body.text();
  return {
    ...entry,
    response: {
      ...entry.response,
      status,
      headers,
      content: { ...entry.response.content, text },
    },
  };
}

/** Asks for every exchange again, in the order of the archive. */
async function replay(har: Har, server: RecordedServer): Promise<Har> {
  const entries: HarEntry[] = [];
  for (const entry of har.log.entries) entries.push(await replayed(entry, server));
  return { log: { ...har.log, entries } };
}

async function main(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { keep: { type: 'boolean', default: false } },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new Error("npm run replay -- BUNDLE [--keep]: name a certificate's .zip.");
  const { check, parts } = readParts(await readBundle(file));
  if (!parts) throw new Error(`${file} cannot be replayed: ${check.problems.join('; ')}`);
  const server = await serveRecorded(parts.har);
  let isKept = false;
  try {
    const har = await replay(parts.har, server);
    const checks = [
      checkFailed(har),
      judgeAnswers(har, parts.report, await Contract.load()),
      judgeRefusals(har),
      judgeWalks(har, parts.report),
    ];
    for (const { name, says, problems } of checks)
      console.log([`${name}: ${says}`, ...problems.map((one) => `  ${visible(one, 600)}`)].join('\n'));
    isKept = values.keep;
    if (isKept)
      console.log(
        `The recorded answers are served at ${server.address} until you press Ctrl+C. The header ${EXCHANGE_HEADER}: TEST:NUMBER asks for one of them.`,
      );
    return checks.every(({ problems }) => problems.length === 0);
  } finally {
    if (!isKept) await server.close();
  }
}

main(process.argv.slice(2)).then(
  (holds) => {
    process.exitCode = holds ? 0 : 1;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 2;
  },
);
