import type { AnySql } from '@/db/cluster/tables';
import { type Entry, type Moment, momentColumns, seal } from '@/db/seal';
import { sealSecret } from '@/lib/server/env';

export type Entering = Partial<Entry> & { sessionId?: string | null };

/** What the entry comes to, the row of `enter_request`. */
export type Entered = {
  member_role: string | null;
  currency: string | null;
  has_factor: boolean;
  session_lives: boolean | null;
};

/** The seal the app would make for this transaction. */
export async function sealFor(tx: AnySql, entry: Partial<Entry>, secret = sealSecret()): Promise<string> {
  const [moment] = await tx.unsafe<Moment[]>(`select ${momentColumns}`);
  if (!moment) throw new Error('The database does not say which transaction this is.');
  return seal(secret, whole(entry), moment);
}

const whole = ({ role = 'hausbuch_app', userId = null, portfolioId = null, as }: Partial<Entry>): Entry => ({
  role,
  userId,
  portfolioId,
  as: as ?? (userId === null ? 'system' : 'user'),
});

/** Enters a transaction of a test's own as the app does; without a user as the program itself. */
export async function enterAs(tx: AnySql, entering: Entering): Promise<Entered> {
  const { role, userId, portfolioId } = whole(entering);
  const sealed = await sealFor(tx, entering);
  const [row] = await tx<Entered[]>`
    select * from hausbuch.enter_request(
      ${role}, ${userId}, ${portfolioId}, ${entering.sessionId ?? null}, ${sealed})`;
  if (!row) throw new Error('enter_request gave no row.');
  return row;
}
