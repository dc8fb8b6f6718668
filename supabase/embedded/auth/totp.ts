import { createHmac, randomBytes } from 'node:crypto';
import encodeQR from 'qr';
import { sameSecret } from '../keys.ts';

/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits, 30 seconds, as every app has them. */

const stepSeconds = 30;
/** How many steps a phone's clock may be off. */
const skew = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((part) => alphabet[Number.parseInt(part.padEnd(5, '0'), 2)])
    .join('');
}

export function fromBase32(text: string): Buffer {
  const digits = [...text.toUpperCase().replace(/[\s=]/g, '')].map((letter) => alphabet.indexOf(letter));
  if (digits.includes(-1)) throw new Error('not base32');
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const createTotpSecret = () => toBase32(randomBytes(20));

function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** @param secret base32 */
export function totpCode(secret: string, nowMs: number = Date.now()): string {
  return codeAt(fromBase32(secret), Math.floor(nowMs / 1000 / stepSeconds));
}

export function isTotpCode(secret: string, code: string, nowMs: number = Date.now()): boolean {
  const key = fromBase32(secret);
  const now = Math.floor(nowMs / 1000 / stepSeconds);
  const typed = code.replace(/\s/g, '');
  let matches = false;
  for (let step = now - skew; step <= now + skew; step++) {
    // All are compared: the time taken must not tell which one was near.
    matches = sameSecret(codeAt(key, step), typed) || matches;
  }
  return matches;
}

export function totpUri(options: { issuer: string; account: string; secret: string }): string {
  const { issuer, account, secret } = options;
  const parameters = { algorithm: 'SHA1', digits: '6', issuer, period: String(stepSeconds), secret };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.join('&')}`;
}

const quietModules = 4;

/** A QR code as SVG without `#`, which clients could not put into a data address unescaped. */
export function qrCodeSvg(text: string): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietModules });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 5}" height="${size * 5}"` +
    ` shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}h-${size}z"/>` +
    `<path fill="black" d="${path.join('')}"/></svg>`
  );
}
