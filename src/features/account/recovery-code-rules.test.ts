import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readRecoveryCode, recoveryCodeLength, writeRecoveryCode } from './recovery-code-rules';

describe('a recovery code', () => {
  it('is three groups of four, of letters that cannot be confused', () => {
    for (let round = 0; round < 100; round += 1) {
      const code = writeRecoveryCode(randomBytes(recoveryCodeLength));
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''));
    }
  });

  it('uses every letter equally: a byte holds each of the 32 eight times', () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const [letter = ''] = writeRecoveryCode(new Uint8Array(recoveryCodeLength).fill(byte));
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).toBe(32);
    expect(new Set(counts.values())).toEqual(new Set([8]));
  });

  it.each([
    ['k7qm-2xrt-9hvb', 'K7QM2XRT9HVB'],
    ['  K7QM 2XRT–9HVB ', 'K7QM2XRT9HVB'],
    ['OIL0-0000-0000', '011000000000'],
    ['K7QM-2XRT-9HV', null],
    ['K7QM-2XRT-9HVBX', null],
    ['K7QM-2XRT-9HVU', null],
    ['123456', null],
    ['', null],
  ])('typed as %j is %j', (typed, read) => {
    expect(readRecoveryCode(typed)).toBe(read);
  });
});
