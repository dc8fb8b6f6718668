import { Secret } from 'otpauth';
import decodeQR from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { openSecret, sealSecret } from './factor-secret.ts';
import { createTotpSecret, qrCodeSvg, stepOfTotpCode, totpCode, totpUri } from './totp.ts';

describe('codes', () => {
  // RFC 6238, appendix B: the last six of its eight digits, SHA-1.
  const secret = Secret.fromLatin1('12345678901234567890').base32;
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i the code is %s', (second, code) => {
    expect(totpCode(secret, second * 1000)).toBe(code);
  });

  test('hold for half a minute to either side', () => {
    const at = 1_700_000_010_000;
    const code = totpCode(secret, at);
    const step = Math.floor(at / 30_000);
    expect([-60, -30, 0, 30, 60].map((offset) => stepOfTotpCode(secret, code, at + offset * 1000))).toEqual([
      null,
      step,
      step,
      step,
      null,
    ]);
    expect(stepOfTotpCode(secret, `${code.slice(0, 3)} ${code.slice(3)}`, at)).toBe(step);
    for (const wrong of ['', '12345', '1234567', 'abcdef'])
      expect(stepOfTotpCode(secret, wrong, at)).toBe(null);
  });

  test('secrets have the 160 bits of SHA-1', () => {
    expect(createTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(createTotpSecret()).not.toBe(createTotpSecret());
  });
});

describe('QR code', () => {
  const uri = totpUri({ issuer: 'Häuser & Co', account: 'anna+1@example.com', secret: 'JBSWY3DPEHPK3PXP' });

  test('holds the address an authenticator app understands', () => {
    const read = new URL(uri);
    expect(read.protocol + read.host).toBe('otpauth:totp');
    expect(decodeURIComponent(read.pathname)).toBe('/Häuser & Co:anna+1@example.com');
    expect(Object.fromEntries(read.searchParams)).toEqual({
      algorithm: 'SHA1',
      digits: '6',
      issuer: 'Häuser & Co',
      period: '30',
      secret: 'JBSWY3DPEHPK3PXP',
    });
  });

  test('is an SVG that shows it, fit for a data address', () => {
    const svg = qrCodeSvg(uri);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).not.toContain('#');
    const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
    const scale = 4;
    const data = new Uint8Array((size * scale) ** 2 * 4).fill(255);
    for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1/g)) {
      for (let pixel = 0; pixel < scale ** 2; pixel++) {
        const column = Number(x) * scale + (pixel % scale);
        const row = Number(y) * scale + Math.floor(pixel / scale);
        data.fill(0, (row * size * scale + column) * 4, (row * size * scale + column) * 4 + 3);
      }
    }
    expect(decodeQR({ width: size * scale, height: size * scale, data })).toBe(uri);
  });
});

describe('secrets at rest', () => {
  const key = new Uint8Array(32).fill(7);

  test('come back with the key and for their own factor only', () => {
    const stored = sealSecret(key, 'factor-1', 'JBSWY3DPEHPK3PXP');
    expect(stored).not.toContain('JBSWY3DPEHPK3PXP');
    expect(openSecret(key, 'factor-1', stored)).toBe('JBSWY3DPEHPK3PXP');
    expect(() => openSecret(key, 'factor-2', stored)).toThrow();
    expect(() => openSecret(new Uint8Array(32), 'factor-1', stored)).toThrow();
  });

  test('moved here unsealed, they are taken as they are', () => {
    expect(openSecret(key, 'factor-1', 'JBSWY3DPEHPK3PXP')).toBe('JBSWY3DPEHPK3PXP');
  });
});
