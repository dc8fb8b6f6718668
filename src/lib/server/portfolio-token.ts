import { createHash, randomBytes } from 'node:crypto';

const portfolioBytes = 16;
const secretBytes = 24;
const shape = /^[A-Za-z0-9_-]{54}$/;

const hashOf = (secret: Buffer) => createHash('sha256').update(secret).digest('hex');

/** A new secret that names its portfolio: the token goes into a mail or a cookie, only the hash is kept. */
export function makePortfolioToken(portfolioId: string): { token: string; hash: string } {
  const secret = randomBytes(secretBytes);
  const portfolio = Buffer.from(portfolioId.replaceAll('-', ''), 'hex');
  return { token: Buffer.concat([portfolio, secret]).toString('base64url'), hash: hashOf(secret) };
}

/** What a token says; null where it is none. That it is genuine, only the row with its hash can tell. */
export function readPortfolioToken(token: string): { portfolioId: string; hash: string } | null {
  if (!shape.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== portfolioBytes + secretBytes) return null;
  const hex = bytes.subarray(0, portfolioBytes).toString('hex');
  const portfolioId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { portfolioId, hash: hashOf(bytes.subarray(portfolioBytes)) };
}
