import { type SQL, sql } from 'drizzle-orm';
import { depositMovement } from './schema';

/**
 * What of movements of deposits is held, in cents, without what is held back of it.
 * @param isReleased when what is held back counts as held
 */
export const heldCents = (isReleased: SQL) =>
  sql<number>`sum(case
    when ${depositMovement.kind} in ('received', 'interest', 'moved_in') then ${depositMovement.amountCents}
    when ${depositMovement.kind} = 'hold_back' and ${isReleased} then 0
    else -${depositMovement.amountCents} end)`;
