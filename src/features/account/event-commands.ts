import 'server-only';
import { and, eq, gte, sql } from 'drizzle-orm';
import { type Database, database, type Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { accountEvent } from '@/db/schema';
import { enterDirectory, enterRequest } from '@/db/scope';
import type { AccountEventKind, SignInWay } from '@/domain/vocabulary';
import { findFormerEmail, getOwnTimeZone } from './event-queries';
import { keptSince } from './event-rules';

/** Where somebody is who does something with their account. */
export type Place = {
  browser: string | null;
  system: string | null;
  isPhone: boolean;
  /** Null where the browser carries no mark yet. */
  deviceHash: string | null;
};

type Who = { userId: string; sessionId: string };
export type ChangeKind = Exclude<AccountEventKind, 'sign_in'>;

/** Writes a sign-in down, once per session; null where it stands there already. */
export async function recordSignIn(
  tx: Tx,
  { userId, sessionId }: Who,
  signIn: Place & { way: SignInWay; hasFactor: boolean },
  now: Date,
): Promise<{ isNewDevice: boolean } | null> {
  const known =
    signIn.deviceHash === null
      ? []
      : await tx
          .select({ id: accountEvent.id })
          .from(accountEvent)
          .where(
            and(
              eq(accountEvent.userId, userId),
              eq(accountEvent.deviceHash, signIn.deviceHash),
              eq(accountEvent.kind, 'sign_in'),
              gte(accountEvent.at, keptSince(now)),
            ),
          )
          .limit(1);
  const written = await tx
    .insert(accountEvent)
    .values({ userId, sessionId, kind: 'sign_in', at: now, ...exactly(accountEvent, signIn) })
    .onConflictDoNothing()
    .returning({ id: accountEvent.id });
  return written.length === 0 ? null : { isNewDevice: known.length === 0 };
}

/** Writes down what was changed about an account. */
export async function recordChange(
  tx: Tx,
  { userId, sessionId }: Who,
  kind: ChangeKind,
  change: Place & { formerEmail?: string | null },
  now: Date,
): Promise<void> {
  await tx
    .insert(accountEvent)
    .values({ userId, sessionId, kind, at: now, ...exactly(accountEvent, change) });
}

/**
 * Keeps a sign-in in a transaction of its own; with the time zone in which its owner is told of it. Of a session that has
 * ended since nothing is kept: with it the account may have.
 */
export async function keepSignIn(
  who: Who,
  signIn: Parameters<typeof recordSignIn>[2],
  at: Date,
  db: Database = database(),
) {
  return enterRequest(db, { ...who, portfolioId: null }, async ({ tx, sessionLives }) => ({
    recorded: sessionLives === true ? await recordSignIn(tx, who, signIn, at) : null,
    timeZone: await getOwnTimeZone(tx),
  }));
}

/**
 * Keeps a change in a transaction of its own; with where and when its owner is told of it.
 * @param isRecorded it was, in the transaction that did it
 */
export async function keepChange(
  who: Who,
  kind: ChangeKind,
  { isRecorded, formerEmail, ...place }: Place & { isRecorded: boolean; formerEmail: string | null },
  at: Date,
  db: Database = database(),
) {
  return enterRequest(db, { ...who, portfolioId: null }, async ({ tx, sessionLives }) => {
    const kept = kind === 'email_change_asked' ? { formerEmail } : {};
    if (!isRecorded && sessionLives === true) await recordChange(tx, who, kind, { ...place, ...kept }, at);
    const isChanged = kind === 'email_changed';
    const former = isChanged ? (formerEmail ?? (await findFormerEmail(tx, who.userId, at))) : null;
    return { former, timeZone: await getOwnTimeZone(tx) };
  });
}

/** Deletes what happened on all accounts before an instant, and guesses long run off; returns how many events. */
export async function forgetEvents(db: Database, before: Date): Promise<number> {
  return enterDirectory(db, async (tx) => {
    const [row] = await tx.execute<{ removed: number }>(
      sql`select hausbuch.forget_account_events(${before.toISOString()}::timestamptz) as removed`,
    );
    return row?.removed ?? 0;
  });
}
