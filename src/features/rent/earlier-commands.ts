import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { listOpen, postCharges, recordPayments } from '@/ledger';
import { addDays, type CalendarDate } from '@/lib/calendar';
import { draftRents } from './draft-queries';

type Posting = Parameters<typeof draftRents>[2][number];

/**
 * Posts the months of a lease that lie before those it is posted for, from its new `bookedFrom` on. Months that are
 * posted stay as they are. The caller holds the lease.
 * @param before the first day that was booked until now
 */
export async function postEarlierRent(
  tx: Tx,
  scope: Scope,
  row: Posting,
  before: CalendarDate,
): Promise<void> {
  await postCharges(tx, scope, await draftEarlierRents(tx, scope, row, before));
}

/** The rents of those months, as they would be posted. */
export const draftEarlierRents = (tx: Tx, scope: Scope, row: Posting, before: CalendarDate) =>
  draftRents(tx, scope, [{ ...row, postedThrough: null }], addDays(before, -1));

/**
 * Records rents of months before a day as received, each on the day it was due: what comes in counts in the year it came
 * (§ 11 (1) EStG), so months entered afterwards must not all be of today. What a credit has settled already is not paid
 * again; the same request again finds nothing open and changes nothing. The caller holds the lease.
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
