import type { Database } from '@/db/client';
import { forgetMessages } from '@/features/contact/commands';
import { addMonths } from '@/lib/calendar';
import { contactMonths } from '@/lib/server/env';

/** Deletes messages of visitors that are older than this installation keeps them; returns how many. */
export async function forgetOldMessages(db: Database, now = new Date()): Promise<number> {
  const [day = '', time = ''] = now.toISOString().split('T');
  return forgetMessages(new Date(`${addMonths(day, -contactMonths())}T${time}`), db);
}
