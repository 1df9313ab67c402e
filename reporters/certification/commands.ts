/** The commands about recorded exchanges: `npm run verify`, `badge`, `replay` and `judge`, and `certify:key`, which makes keys. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readArguments } from '../../schemas/command-line.ts';
import { Contract } from '../../schemas/contract.ts';
import type { Har } from '../../schemas/har.ts';
import { catalogue, findRequirement } from '../../schemas/requirements.ts';
import { visible } from '../../schemas/visible-text.ts';
import { groupBy } from '../lists.ts';
import { checkAgainst } from './against.ts';
import { badgeOf, markdownOf } from './badge.tsx';
import { certifiedLines } from './certified.ts';
import { sha256 } from './digests.ts';
import { NotABundle, readBundle } from './read-bundle.ts';
import { keyIdOf, readKey } from './signature.ts';
import { judgeTraffic } from './traffic.ts';
import { type Check, readParts } from './verify/parts.ts';
import { judgeAgain, NOT_CHECKED, verifyBundle } from './verify/verify-bundle.ts';

interface Options {
  key?: string | undefined;
  challenge?: string | undefined;
  against?: string | undefined;
  keep?: boolean | undefined;
}

const publicKeyIn = (file: string | undefined): KeyObject | undefined =>
  file === undefined ? undefined : readKey(readFileSync(file, 'utf8'), 'public');

/** @returns the exit code: 0 where the certificate is valid and the vendor's, 1 where it is refused, 2 where nobody knows whose it is */
async function verify(file: string, { key, challenge, against }: Options): Promise<number> {
  const bundle = await readBundle(file);
  const publicKey = publicKeyIn(key);
  const checks = await verifyBundle(bundle, { key: publicKey, challenge });
  const areRight = (): boolean => checks.every(({ problems }) => problems.length === 0);
  const { parts } = areRight() ? readParts(bundle) : {};
  // Nothing is sent that somebody put into a file which is not valid.
  if (parts && against !== undefined) checks.push(await checkAgainst(parts, against, process.env));
  const isValid = areRight();
  console.log(
    [
      file,
      ...(parts ? certifiedLines(parts.statement, parts.report).map((one) => `  ${one}`) : []),
      ...checks.flatMap(linesOf),
      '  Nobody can check without the target:',
      ...NOT_CHECKED.map((one) => `           ${one}`),
      !isValid
        ? 'REFUSED: this certificate is not valid.'
        : publicKey
          ? 'VERIFIED: this certificate is valid, and was signed with the key that you gave.'
          : `CONSISTENT, of unknown origin: ${bundle.has('signature.dsse.json') ? "name the vendor's public key with --key to see whose it is" : 'it is not signed, so anyone could have made it'}.`,
    ].join('\n'),
  );
  return !isValid ? 1 : publicKey ? 0 : 2;
}

function linesOf({ name, says, isSkipped, problems, observed = [] }: Check): string[] {
  const word = isSkipped ? '-' : problems.length > 0 ? 'REFUSED' : 'ok';
  return [
    `  ${word.padEnd(8)} ${name.padEnd(11)}${problems.length > 0 ? '' : ` ${visible(says)}`}`,
    ...problems.map((problem) => `           ${visible(problem, 600)}`),
    ...observed.map((one) => `           observed: ${visible(one, 600)}`),
  ];
}

/** Writes a badge and a Markdown statement beside a certificate that is valid, and that its vendor signed. */
async function badge(file: string, { key }: Options): Promise<number> {
  const bundle = await readBundle(file);
  const publicKey = publicKeyIn(key);
  if (!publicKey)
    throw new Error(
      `${file} gets no badge without a signature: name the public key of the vendor who signed it, as in npm run badge -- ${file} --key=certify-key.pub`,
    );
  const checks = await verifyBundle(bundle, { key: publicKey });
  const refused = checks.find(({ problems }) => problems.length > 0);
  const { parts } = readParts(bundle);
  if (refused || !parts)
    throw new Error(
      `${file} gets no badge, since it is not valid: ${refused?.name}: ${refused?.problems[0]}`,
    );
  const digest = sha256(readFileSync(file));
  const { statement, report } = parts;
  const written = { svg: badgeOf(statement, report, digest), md: markdownOf(statement, report, digest) };
  for (const [extension, text] of Object.entries(written)) {
    const beside = file.replace(/(\.zip)?$/i, `.${extension}`);
    writeFileSync(beside, text);
    console.log(beside);
  }
  return 0;
}

async function makeKeys(file: string): Promise<number> {
  const publicFile = `${file.replace(/\.pem$/, '')}.pub`;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const there = [file, publicFile].find((one) => existsSync(one));
  if (there)
    throw new Error(
      `${there} is there already, and certificates may depend on it: name another file for the new key, as in npm run certify:key -- second.pem`,
    );
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  console.log(
    `${file}: the private key. Keep it secret, and set CERTIFY_KEY=${file} where you certify.\n` +
      `${publicFile}: the public key ${keyIdOf(publicKey)}. Publish it where customers find it, apart from the certificates.`,
  );
  return 0;
}

/** Judges the recorded answers of a certificate again, and with `--keep` serves them for a debugger. */
async function replay(file: string, { keep }: Options): Promise<number> {
  const { check, parts } = readParts(await readBundle(file));
  if (!parts) throw new Error(`${file} cannot be replayed: ${check.problems.join('; ')}`);
  const { har, report } = parts;
  const checks = await judgeAgain(har, report);
  for (const { name, says, problems } of checks)
    console.log([`${name}: ${says}`, ...problems.map((one) => `  ${visible(one, 600)}`)].join('\n'));
  if (keep)
    console.log(
      `The recorded answers are served at ${await serveRecorded(har)} until you press Ctrl+C. The header ${EXCHANGE_HEADER}: TEST:NUMBER asks for one of them.`,
    );
  return checks.every(({ problems }) => problems.length === 0) ? 0 : 1;
}

/** Header in which a request says which exchange it is. */
const EXCHANGE_HEADER = 'x-recorded-exchange';
/** Headers that speak of the connection, or of a coding that the recorded text no longer has. */
const OWN_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'];

const targetOf = (method: string, { pathname, search }: URL): string => `${method} ${pathname}${search}`;

/**
 * Serves the answers of an archive on loopback. A request that names no exchange gets the answers to its method, path and query one
 * after the other, and then the last one again; what was never asked gets a 404.
 */
async function serveRecorded({ log }: Har): Promise<string> {
  const answered = log.entries.filter(({ response }) => response.status > 0);
  const byId = new Map(answered.map((entry) => [`${entry.pageref}:${entry._number}`, entry]));
  const byTarget = groupBy(answered, (entry) => targetOf(entry.request.method, new URL(entry.request.url)));
  const server = createServer(({ headers, method = '', url = '/' }, response) => {
    const id = headers[EXCHANGE_HEADER];
    const queue = byTarget.get(targetOf(method, new URL(url, 'http://x'))) ?? [];
    const entry = typeof id === 'string' ? byId.get(id) : queue.length > 1 ? queue.shift() : queue[0];
    if (!entry) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('never asked in this run\n');
      return;
    }
    for (const { name, value } of entry.response.headers)
      if (!OWN_HEADERS.includes(name.toLowerCase())) response.setHeader(name, value);
    response.writeHead(entry.response.status).end(entry.response.content.text ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An archive of this size takes a minute to read, and more memory than a small machine has. */
const LONGEST_TRAFFIC = 256 * 1024 * 1024;
/** So many findings are told of one requirement. */
const OF_ONE_REQUIREMENT = 3;

/**
 * Judges an archive of exchanges that a browser or a proxy recorded; sends nothing.
 *
 * @returns the exit code: 0 where nothing is broken in what was seen, 1 where a MUST is, 2 where nothing could be judged
 */
async function judge(file: string): Promise<number> {
  const { size } = statSync(file);
  if (size > LONGEST_TRAFFIC)
    throw new Error(`${file} has ${Math.round(size / 1024 / 1024)} MB: record less, 256 MB at most.`);
  const { entries, read, targets, judged, findings } = judgeTraffic(
    readFileSync(file, 'utf8'),
    await Contract.load(),
  );
  const broken = groupBy(findings, ({ requirement }) => requirement);
  const isBroken = [...broken.keys()].some((id) => findRequirement(id).level === 'MUST');
  const lines = [
    `${file}: ${entries} entries, ${read} of them answers of this interface in JSON`,
    ...[...targets].map(([base, number]) => `  target   ${visible(base)}, ${number} answers`),
    ...catalogue.flatMap(({ id }) => {
      const own = broken.get(id);
      if (own || !judged.has(id)) return [];
      const times = judged.get(id);
      return `  passes   ${id}, judged ${times === 1 ? 'once' : `${times} times`}`;
    }),
    ...[...broken].flatMap(([id, own]) => [
      `  BROKEN   ${id} (${findRequirement(id).level}): ${findRequirement(id).statement}`,
      ...own
        .slice(0, OF_ONE_REQUIREMENT)
        .map(({ where, what }) => `           ${visible(`${where}: ${what}`, 600)}`),
      ...(own.length > OF_ONE_REQUIREMENT ? [`           and ${own.length - OF_ONE_REQUIREMENT} more`] : []),
    ]),
    read === 0
      ? 'NOTHING JUDGED: the archive holds no JSON answer of this interface. Was it recorded with its bodies?'
      : `${isBroken ? 'BROKEN' : 'NOTHING BROKEN in what was seen'}: ${judged.size} of ${catalogue.length} requirements could be judged, ${broken.size} ${broken.size === 1 ? 'is' : 'are'} broken. The others are not tested: this says nothing of conformance.`,
  ];
  console.log(lines.join('\n'));
  return read === 0 ? 2 : isBroken ? 1 : 0;
}

/** What runs and gives the exit code, how it is called, the code where it cannot even begin, and the file that it takes where none is named. */
interface Command {
  run(file: string, options: Options): Promise<number>;
  usage: string;
  broken: number;
  file?: string;
}

const COMMANDS = {
  verify: {
    run: verify,
    usage:
      "npm run verify -- BUNDLE [--key=FILE] [--challenge=TEXT] [--against=URL]: name a certificate's .zip, the vendor's public key, the challenge that you gave, and the base address of the target that runs now.",
    broken: 2,
  },
  badge: {
    run: badge,
    usage: "npm run badge -- BUNDLE --key=FILE: name a certificate's .zip, and the vendor's public key.",
    broken: 1,
  },
  replay: { run: replay, usage: "npm run replay -- BUNDLE [--keep]: name a certificate's .zip.", broken: 2 },
  judge: {
    run: judge,
    usage: 'npm run judge -- TRAFFIC.har: name an HTTP Archive that a browser or a proxy recorded.',
    broken: 2,
  },
  key: {
    run: makeKeys,
    usage: 'npm run certify:key -- [FILE]: name one file, for the private key.',
    broken: 1,
    file: 'certify-key.pem',
  },
} satisfies Record<string, Command>;

const [name, ...args] = process.argv.slice(2);
const command: Command = COMMANDS[name as keyof typeof COMMANDS];
try {
  const { values, positionals } = readArguments(command.usage, args, {
    key: { type: 'string' },
    challenge: { type: 'string' },
    against: { type: 'string' },
    keep: { type: 'boolean' },
  });
  const [file = command.file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new Error(command.usage);
  process.exitCode = await command.run(file, values);
} catch (error) {
  const { message } = error as Error;
  console.error(error instanceof NotABundle ? `No certificate: the file ${message}` : message);
  process.exitCode = command.broken;
}
