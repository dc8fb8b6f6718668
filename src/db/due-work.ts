import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from './client';
import { enterDirectory } from './scope';

/** The portfolios in which rent of the current month, or of one before it, is not posted yet. */
export async function listPortfoliosWithRentToPost(db: Database, now: Date): Promise<string[]> {
  return enterDirectory(db, async (tx) => {
    const rows = await tx.execute<{ id: string }>(
      sql`select id from hausbuch.portfolios_with_rent_to_post(${now.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.id);
  });
}

/** The portfolios in which a recurring item may have something due that is not booked yet. */
export async function listPortfoliosWithRecurringDue(db: Database, now: Date): Promise<string[]> {
  return enterDirectory(db, async (tx) => {
    const rows = await tx.execute<{ id: string }>(
      sql`select id from hausbuch.portfolios_with_recurring_due(${now.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.id);
  });
}

/**
 * The portfolios with files to read or to remove, with uploads begun and never finished before the one
 * instant, or with documents deleted before the other.
 */
export async function listPortfoliosWithFileWork(
  db: Database,
  before: { begunBefore: Date; deletedBefore: Date },
): Promise<string[]> {
  return enterDirectory(db, async (tx) => {
    const rows = await tx.execute<{ id: string }>(
      sql`select id from hausbuch.portfolios_with_file_work(
        ${before.begunBefore.toISOString()}::timestamptz, ${before.deletedBefore.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.id);
  });
}

/** The portfolios with lines of a bank that were left out before an instant and still have their words, or with rules removed by then. */
export async function listPortfoliosWithLeftOutLines(db: Database, before: Date): Promise<string[]> {
  return enterDirectory(db, async (tx) => {
    const rows = await tx.execute<{ id: string }>(
      sql`select id from hausbuch.portfolios_with_left_out_lines(${before.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.id);
  });
}

/** The portfolios with invitations nobody accepted that ended before an instant. */
export async function listPortfoliosWithEndedInvitations(db: Database, before: Date): Promise<string[]> {
  return enterDirectory(db, async (tx) => {
    const rows = await tx.execute<{ id: string }>(
      sql`select id from hausbuch.portfolios_with_ended_invitations(${before.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.id);
  });
}

/** The portfolios that have files. */
export async function listPortfoliosWithFiles(db: Database): Promise<string[]> {
  return enterDirectory(db, async (tx) => {
    const rows = await tx.execute<{ id: string }>(sql`select id from hausbuch.portfolios_with_files()`);
    return rows.map((row) => row.id);
  });
}

/** The portfolios with mails to send, or with one that was begun before an instant and never finished. */
export async function listPortfoliosWithMails(db: Database, now: Date, silentSince: Date): Promise<string[]> {
  return enterDirectory(db, async (tx) => {
    const rows = await tx.execute<{ id: string }>(
      sql`select id from hausbuch.portfolios_with_mails(
        ${now.toISOString()}::timestamptz, ${silentSince.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.id);
  });
}

/** The portfolios that remind by themselves, where it is morning and nobody has looked yet what goes today. */
export async function listPortfoliosThatRemind(db: Database, now: Date): Promise<string[]> {
  return enterDirectory(db, async (tx) => {
    const rows = await tx.execute<{ id: string }>(
      sql`select id from hausbuch.portfolios_that_remind(${now.toISOString()}::timestamptz)`,
    );
    return rows.map((row) => row.id);
  });
}
