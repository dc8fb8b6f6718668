import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { untilSold } from '@/features/occupancy/sale-queries';
import { postCharges, postPaid } from '@/ledger';
import { addDays, type CalendarDate } from '@/lib/calendar';
import { draftRents } from './draft-queries';

type Posting = Parameters<typeof draftRents>[2][number];

/**
 * Posts the months of a lease that lie before those it is posted for, from its (new) `bookedFrom` on, and with them what
 * paid them where they are said to be paid. Months that are posted stay as they are. The caller holds the lease.
 * @param before the first day that is not: the one that was booked from until now, or the first of this month
 */
export async function postEarlierRent(
  tx: Tx,
  scope: Scope,
  row: Posting,
  before: CalendarDate,
  arePaid: boolean,
): Promise<void> {
  const drafts = await draftEarlierRents(tx, scope, row, before);
  if (arePaid) await postPaid(tx, scope, drafts);
  else await postCharges(tx, scope, drafts);
}

/** The rents of those months, as they would be posted. */
export async function draftEarlierRents(tx: Tx, scope: Scope, row: Posting, before: CalendarDate) {
  const own = await untilSold(tx, scope, [{ ...row, postedThrough: null }]);
  return draftRents(tx, scope, own, addDays(before, -1));
}
