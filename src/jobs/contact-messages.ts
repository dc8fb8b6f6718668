import type { Database } from '@/db/client';
import { forgetMessages } from '@/features/contact/commands';
import { contactMonths } from '@/lib/server/env';

/** Deletes messages of visitors that are older than this installation keeps them; returns how many. */
export async function forgetOldMessages(db: Database, now = new Date()): Promise<number> {
  const writtenBefore = new Date(now);
  writtenBefore.setUTCMonth(writtenBefore.getUTCMonth() - contactMonths());
  return forgetMessages(writtenBefore, db);
}
