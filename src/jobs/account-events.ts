import type { Database } from '@/db/client';
import { forgetEvents } from '@/features/account/event-commands';
import { keptSince } from '@/features/account/event-rules';

/** Deletes sign-ins and changes of accounts that are older than the privacy page says; returns how many. */
export const forgetOldEvents = (db: Database, now = new Date()): Promise<number> =>
  forgetEvents(db, keptSince(now));
