/** Every form in which a secret may appear, long enough not to match other text. */
export const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(`Api-Key ${secret}`).toString('base64').slice(16, -4),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
];
