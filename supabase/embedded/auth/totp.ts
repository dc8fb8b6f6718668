import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';

/** Codes of authenticator apps: RFC 6238 with SHA-1, six digits, 30 seconds, as every app has them. */

const kind = { algorithm: 'SHA1', digits: 6, period: 30 };
/** How many steps a phone's clock may be off. */
const skew = 1;

/** 160 bits, in base32. */
export const createTotpSecret = () => new Secret({ size: 20 }).base32;

/** @param secret base32 */
export const totpCode = (secret: string, nowMs: number = Date.now()): string =>
  TOTP.generate({ ...kind, secret: Secret.fromBase32(secret), timestamp: nowMs });

/** The step of 30 seconds, counted since 1970, that the code belongs to; null for a wrong code. */
export function stepOfTotpCode(secret: string, code: string, nowMs: number = Date.now()): number | null {
  const delta = TOTP.validate({
    ...kind,
    secret: Secret.fromBase32(secret),
    token: code.replace(/\s/g, ''),
    timestamp: nowMs,
    window: skew,
  });
  return delta === null ? null : TOTP.counter({ period: kind.period, timestamp: nowMs }) + delta;
}

export const totpUri = (options: { issuer: string; account: string; secret: string }): string =>
  new TOTP({ ...kind, issuer: options.issuer, label: options.account, secret: options.secret }).toString();

const quietModules = 4;
/** Bytes that the largest QR code holds at medium error correction (ISO/IEC 18004, version 40-M). */
export const maxTotpUriLength = 2_331;

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
