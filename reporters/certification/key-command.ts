/** `npm run certify:key -- [FILE]`: makes a pair of keys for certificates. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { keyIdOf } from './signature.ts';

const DEFAULT_FILE = 'certify-key.pem';

function main([file = DEFAULT_FILE, ...others]: readonly string[]): void {
  if (others.length > 0)
    throw new Error('npm run certify:key -- [FILE]: name one file, for the private key.');
  const publicFile = `${file.replace(/\.pem$/, '')}.pub`;
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  // Neither replaces a key that is there.
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }), { flag: 'wx' });
  console.log(
    [
      `${file}: the private key. Keep it secret, and set CERTIFY_KEY=${file} where you certify.`,
      `${publicFile}: the public key ${keyIdOf(publicKey)}. Publish it where customers find it, apart from the certificates.`,
    ].join('\n'),
  );
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
