import { randomBytes } from 'node:crypto';
import bcrypt from 'bcrypt';
import { type Config, requiredCharacters } from '../config.ts';
import { ApiError, validationFailed } from '../errors.ts';

const cost = 10;
/** bcrypt reads no further. */
const maxPasswordBytes = 72;

export interface Weakness {
  message: string;
  reasons: string[];
}

/** Why a password is too weak by the rules of config.toml, or null. */
export function findWeakness(config: Config, password: string): Weakness | null {
  const minimum = config.auth.minimum_password_length;
  const sets = requiredCharacters[config.auth.password_requirements];
  const messages: string[] = [];
  const reasons: string[] = [];
  if ([...password].length < minimum) {
    reasons.push('length');
    messages.push(`Password should be at least ${minimum} characters.`);
  }
  if (sets.some((set) => ![...password].some((character) => set.includes(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${sets.join(', ')}.`);
  }
  return reasons.length > 0 ? { message: messages.join(' '), reasons } : null;
}

export function checkPasswordBytes(password: string): void {
  if (Buffer.byteLength(password) > maxPasswordBytes) {
    throw validationFailed(`Password cannot be longer than ${maxPasswordBytes} characters`);
  }
}

/** For accounts whose owner has yet to choose one. */
export const randomPassword = () => randomBytes(36).toString('base64url');

export function checkPassword(config: Config, password: string): void {
  checkPasswordBytes(password);
  const weakness = findWeakness(config, password);
  if (weakness) throw new ApiError(422, 'weak_password', weakness.message, weakness.reasons);
}

/** In libuv's thread pool: the event loop stays free. */
export const hashPassword = (password: string) => bcrypt.hash(password, cost);

let dummyHash: Promise<string> | undefined;

/**
 * Compares with the stored hash; without one it takes the same time against a dummy, so that the
 * answer's delay does not tell whether the account exists.
 */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(24).toString('base64'));
  const matches = await bcrypt.compare(password, hash || (await dummyHash));
  return matches && Boolean(hash);
}
