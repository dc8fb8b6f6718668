import type { Database } from '@/db/client';
import { withTimeFor } from '@/db/time-limits';
import { forgetEvents } from '@/features/account/event-commands';
import { keptSince } from '@/features/account/event-rules';

/**
 * Deletes sign-ins and changes of accounts that are older than the privacy page says; returns how many. Takes the time of a
 * report: whole portfolios of those who are gone may go with it.
 */
export const forgetOldEvents = (db: Database, now = new Date()): Promise<number> =>
  withTimeFor('report', () => forgetEvents(db, keptSince(now)));
