import 'server-only';
import { sql } from 'drizzle-orm';
import type { Tx } from './client';
import type { Scope } from './scope';

/** The channel that wakes the worker when a transaction has left it mails to send. */
export const mailWorkChannel = 'hausbuch_mail_work';

export async function noteMailWork(tx: Tx, scope: Scope): Promise<void> {
  await tx.execute(sql`select pg_notify(${mailWorkChannel}, ${scope.portfolioId})`);
}
