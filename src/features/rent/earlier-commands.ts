import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { listOpen, postCharges, postPaid, recordPayments } from '@/ledger';
import { addDays, type CalendarDate } from '@/lib/calendar';
import { draftRents } from './draft-queries';
import { untilSold } from './sale-queries';

type Posting = Parameters<typeof draftRents>[2][number];

/**
 * Posts the months of a lease that lie before those it is posted for, from its new `bookedFrom` on, and with them what
 * paid them where they are said to be paid. Months that are posted stay as they are. The caller holds the lease.
 * @param before the first day that was booked until now
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

/**
 * Records rents of months before a day as received, each on the day it was due: what comes in counts in the year it came
 * (§ 11 (1) EStG), so months entered afterwards must not all be of today. For a lease that is entered with them; the same
 * request again finds nothing open and changes nothing. The caller holds the lease.
 */
export async function payEarlierRent(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  before: CalendarDate,
): Promise<void> {
  const open = (await listOpen(tx, scope, [leaseId])).filter(
    (row) =>
      row.kind === 'rent' &&
      row.openCents > 0 &&
      row.periodFrom !== null &&
      row.periodFrom < before &&
      row.dueOn <= scope.today,
  );
  if (open.length === 0) return;
  const payments = open.map(({ chargeId, openCents, dueOn }) => ({
    id: crypto.randomUUID(),
    chargeId,
    amountCents: openCents,
    paidOn: dueOn,
  }));
  await recordPayments(tx, scope, { paidOn: scope.today, method: 'transfer', bankAccountId: null, payments });
}
