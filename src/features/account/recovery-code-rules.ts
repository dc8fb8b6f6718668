/** Crockford's base 32: nothing in it is taken for something else, whether read, typed or dictated. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const recoveryCodeCount = 10;
/** Sixty bits: too many to guess, few enough to type. */
export const recoveryCodeLength = 12;

/** `K7QM-2XRT-9HVB`, of as many random bytes as a code has letters. */
export function writeRecoveryCode(random: Uint8Array): string {
  const code = Array.from(random.slice(0, recoveryCodeLength), (byte) => letters[byte % 32]).join('');
  return code.match(/.{4}/g)?.join('-') ?? '';
}

/** A code as somebody typed it, in the form it is hashed in; null for what can be none. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replaceAll(/[\s\-–—]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isOne = plain.length === recoveryCodeLength && [...plain].every((letter) => letters.includes(letter));
  return isOne ? plain : null;
}

export type Limit = { tries: number; perMs: number };

/** Guesses at one account: from one network address, and from everywhere. Each runs off evenly. */
export const recoveryLimits: { here: Limit; everywhere: Limit } = {
  here: { tries: 5, perMs: 15 * 60_000 },
  everywhere: { tries: 30, perMs: 60 * 60_000 },
};
