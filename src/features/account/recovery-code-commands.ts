import 'server-only';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Session } from '@/auth/server/token';
import { type Database, database, type Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { recoveryAttempt, recoveryCode } from '@/db/schema';
import { type Entrance, enterRequest } from '@/db/scope';
import { admit } from '@/trpc/procedures';
import { type Place, recordChange } from './event-commands';
import { getRecoveryCodes } from './event-queries';
import { type Limit, recoveryLimits } from './recovery-code-rules';

export type HashedCodes = { salt: string; hashes: readonly string[] };

/** New codes; those of before are worth nothing from now on. */
async function replaceCodes(tx: Tx, userId: string, { salt, hashes }: HashedCodes): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  await tx.insert(recoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash, salt })));
}

/** The salts of the user's codes: one, or none where there is no code left. */
async function listSalts(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ salt: recoveryCode.salt })
    .from(recoveryCode)
    .where(eq(recoveryCode.userId, userId));
  return rows.map(({ salt }) => salt);
}

/** Ends a code; of two that bring the same at one moment one gets it. Null: there is none such. */
async function takeCode(tx: Tx, userId: string, codeHash: string) {
  const [row] = await tx
    .delete(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, codeHash)))
    .returning();
  return row ?? null;
}

type TakenCode = NonNullable<Awaited<ReturnType<typeof takeCode>>>;

/** For a code that could not do what it is for. */
async function giveCodeBack(tx: Tx, code: TakenCode): Promise<void> {
  await tx.insert(recoveryCode).values(exactly(recoveryCode, code)).onConflictDoNothing();
}

/** Counts a guess before it is looked at; false where there was none left. */
async function countGuess(
  tx: Tx,
  { userId, source, limit, now }: { userId: string; source: string; limit: Limit; now: Date },
): Promise<boolean> {
  const { tries, perMs } = limit;
  const perTry = perMs / 1000 / tries;
  const left = sql`greatest(0, ${recoveryAttempt.tries}
    - extract(epoch from excluded.since - ${recoveryAttempt.since}) / ${perTry}::float8)`;
  const rows = await tx
    .insert(recoveryAttempt)
    .values({ userId, source, tries: 1, since: now })
    .onConflictDoUpdate({
      target: [recoveryAttempt.userId, recoveryAttempt.source],
      set: { tries: sql`${left} + 1`, since: sql`greatest(excluded.since, ${recoveryAttempt.since})` },
      setWhere: sql`${left} + 1 <= ${tries}::float8`,
    })
    .returning({ source: recoveryAttempt.source });
  return rows.length > 0;
}

/** Whoever brought a right code guesses no more. */
async function forgetGuesses(tx: Tx, userId: string): Promise<void> {
  // Counted from where it came first and from everywhere then: held in another order, two at once would wait for each other.
  const own = eq(recoveryAttempt.userId, userId);
  await tx.delete(recoveryAttempt).where(and(own, ne(recoveryAttempt.source, '')));
  await tx.delete(recoveryAttempt).where(own);
}

/** What a guess is answered before its code is looked at. */
type Asked = { refusal: 'signed_out' | 'needless' | 'too_many' } | { salts: string[] };

/**
 * The codes of one session's person, each verb in a transaction of its own: between them the sign-in server is asked,
 * and codes are hashed.
 */
export function ownCodes(session: Session, db: Database = database()) {
  const { userId, sessionId } = session;
  const inOwn = <T>(work: (entrance: Entrance) => Promise<T>) =>
    enterRequest(db, { userId, sessionId, portfolioId: null }, work);
  return {
    userId,
    /** @throws DomainError where the session is over or owes its second factor */
    admit: () => inOwn(async (entrance) => admit(session, entrance)),
    replace: (hashed: HashedCodes) =>
      inOwn(async (entrance) => {
        admit(session, entrance);
        await replaceCodes(entrance.tx, userId, hashed);
      }),
    count: () => inOwn(async ({ tx }) => (await getRecoveryCodes(tx, userId)).left),
    /** Counts a guess, from its address and from everywhere. The session needs no second factor, but must live. */
    guess: (source: string, now: Date) =>
      inOwn(async ({ tx, sessionLives, hasFactor }): Promise<Asked> => {
        if (sessionLives !== true) return { refusal: 'signed_out' };
        if (!hasFactor) return { refusal: 'needless' };
        const { here, everywhere } = recoveryLimits;
        const may =
          (await countGuess(tx, { userId, source, limit: here, now })) &&
          (await countGuess(tx, { userId, source: '', limit: everywhere, now }));
        return may ? { salts: await listSalts(tx, userId) } : { refusal: 'too_many' };
      }),
    /** Ends the code that one of the hashes is of, and writes that down. */
    take: (hashes: readonly string[], place: Place, now: Date) =>
      inOwn(async ({ tx }) => {
        for (const hash of hashes) {
          const code = await takeCode(tx, userId, hash);
          if (code === null) continue;
          await recordChange(tx, session, 'recovery_code_used', place, now);
          await forgetGuesses(tx, userId);
          return code;
        }
        return null;
      }),
    giveBack: (code: TakenCode) => inOwn(({ tx }) => giveCodeBack(tx, code)),
  };
}

export type OwnCodes = ReturnType<typeof ownCodes>;
