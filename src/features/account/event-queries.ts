import 'server-only';
import { and, desc, eq, getTableColumns, gte, ne, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { accountEvent, recoveryCode } from '@/db/schema';
import { keptSince } from './event-rules';

const listedEvents = 30;

/** What happened on the user's account lately, the latest first. */
export async function listEvents(tx: Tx, userId: string, now: Date) {
  return tx
    .select({
      id: accountEvent.id,
      at: accountEvent.at,
      kind: accountEvent.kind,
      sessionId: accountEvent.sessionId,
      way: accountEvent.way,
      hasFactor: accountEvent.hasFactor,
      browser: accountEvent.browser,
      system: accountEvent.system,
      isPhone: accountEvent.isPhone,
    })
    .from(accountEvent)
    .where(
      and(
        eq(accountEvent.userId, userId),
        gte(accountEvent.at, keptSince(now)),
        ne(accountEvent.kind, 'email_change_asked'),
      ),
    )
    .orderBy(desc(accountEvent.at), desc(accountEvent.id))
    .limit(listedEvents);
}

/** Everything that is kept of the user's sign-ins and changes, for the copy of their data; the latest first. */
export async function listAllEvents(tx: Tx, userId: string) {
  const { deviceHash: _, userId: __, ...columns } = getTableColumns(accountEvent);
  return tx
    .select(columns)
    .from(accountEvent)
    .where(eq(accountEvent.userId, userId))
    .orderBy(desc(accountEvent.at));
}

/** How many recovery codes are left, and since when there are these. */
export async function getRecoveryCodes(tx: Tx, userId: string) {
  const rows = await tx
    .select({ createdAt: recoveryCode.createdAt })
    .from(recoveryCode)
    .where(eq(recoveryCode.userId, userId));
  return { left: rows.length, madeAt: rows[0]?.createdAt ?? null };
}

/** The address that the last change of address, asked for within a day, was to replace; null for none. */
export async function findFormerEmail(tx: Tx, userId: string, now: Date): Promise<string | null> {
  const [row] = await tx
    .select({ formerEmail: accountEvent.formerEmail })
    .from(accountEvent)
    .where(
      and(
        eq(accountEvent.userId, userId),
        eq(accountEvent.kind, 'email_change_asked'),
        gte(accountEvent.at, new Date(now.getTime() - 86_400_000)),
      ),
    )
    .orderBy(desc(accountEvent.at))
    .limit(1);
  return row?.formerEmail ?? null;
}

/** In the time zone of the user's first portfolio, in which mails tell the time; UTC for who has none. */
export async function getOwnTimeZone(tx: Tx): Promise<string> {
  const [row] = await tx.execute<{ time_zone: string }>(
    sql`select time_zone from hausbuch.own_portfolios() limit 1`,
  );
  return row?.time_zone ?? 'UTC';
}
