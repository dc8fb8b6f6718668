import 'server-only';
import { createHmac, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { AccountAdmin } from '@/auth/server/account-admin';
import { verifyAccessToken } from '@/auth/server/token';
import { networkOf } from '@/lib/server/request';
import type { Place } from './event-commands';
import { type HashedCodes, type OwnCodes, ownCodes } from './recovery-code-commands';
import {
  readRecoveryCode,
  recoveryCodeCount,
  recoveryCodeLength,
  writeRecoveryCode,
} from './recovery-code-rules';

/**
 * Slow and not keyed: a keyed hash would end every code in silence when the secret key is renewed, and the codes are
 * needed years later. Sixty random bits at 4 MB and some 10 ms a guess are out of reach for whoever has the table.
 */
const cost = { N: 2 ** 12, r: 8, p: 1 };
const hashBytes = 32;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const hashOf = async (code: string, salt: string) =>
  (await derive(code, Buffer.from(salt, 'hex'), hashBytes, cost)).toString('hex');

/** Ten codes to show once, and what is kept of them. One salt for all: checking a code is one derivation. */
export async function makeCodes(): Promise<{ codes: string[]; hashed: HashedCodes }> {
  const salt = randomBytes(16).toString('hex');
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    writeRecoveryCode(randomBytes(recoveryCodeLength)),
  );
  const hashes = await Promise.all(codes.map((code) => hashOf(readRecoveryCode(code) ?? '', salt)));
  return { codes, hashed: { salt, hashes } };
}

/** New codes for a person, instead of those of before. Asked first: nobody else makes this server work for it. */
export async function replaceOwnCodes(own: OwnCodes): Promise<string[]> {
  await own.admit();
  const { codes, hashed } = await makeCodes();
  await own.replace(hashed);
  return codes;
}

/** The codes that come with a first second factor; null where codes made for an earlier one still hold. */
export async function firstRecoveryCodes(
  { auth }: Pick<SupabaseClient, 'auth'>,
  accessToken: string,
): Promise<string[] | null> {
  const own = ownCodes(await verifyAccessToken(accessToken));
  const factors = (await auth.mfa.listFactors()).data?.all ?? [];
  const isFirst = factors.filter(({ status }) => status === 'verified').length <= 1;
  return isFirst || (await own.count()) === 0 ? replaceOwnCodes(own) : null;
}

export type RecoveryOutcome = 'recovered' | 'wrong' | 'too_many' | 'signed_out' | 'needless';

/** An address as limits know it: without the key nobody reads it out of the table. */
const sourceOf = (address: string | null, secret: string) =>
  createHmac('sha256', secret)
    .update(`recovery:${networkOf(address ?? 'unknown')}`)
    .digest('hex');

/**
 * Takes the second factors away from an account whose owner brings a recovery code. The code is used up first, and
 * given back where the sign-in server cannot be asked.
 * @param secret keys the address under which guesses are counted
 * @throws DomainError `auth.unavailable`
 */
export async function recoverWithCode(
  own: OwnCodes,
  { admin, secret }: { admin: Pick<AccountAdmin, 'removeFactors'>; secret: string },
  brought: { code: string; address: string | null; place: Place; now: Date },
): Promise<RecoveryOutcome> {
  const { address, place, now } = brought;
  const asked = await own.guess(sourceOf(address, secret), now);
  if ('refusal' in asked) return asked.refusal;
  const plain = readRecoveryCode(brought.code);
  if (plain === null) return 'wrong';
  const hashes = await Promise.all(asked.salts.map((salt) => hashOf(plain, salt)));
  const taken = await own.take(hashes, place, now);
  if (taken === null) return 'wrong';
  try {
    await admin.removeFactors(own.userId);
  } catch (error) {
    await own.giveBack(taken);
    throw error;
  }
  return 'recovered';
}
