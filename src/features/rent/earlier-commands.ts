import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { untilSold } from '@/features/occupancy/sale-queries';
import { listPostedRents, postCharges, postPaid } from '@/ledger';
import { addDays, type CalendarDate, monthOf } from '@/lib/calendar';
import { sumCents } from '@/lib/money';
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
): Promise<EarlierRents> {
  const drafts = await draftEarlierRents(tx, scope, row, before);
  if (arePaid) await postPaid(tx, scope, drafts);
  else await postCharges(tx, scope, drafts);
  return sumEarlierRents(drafts);
}

/** How many months, and how much rent in all. */
export type EarlierRents = { months: number; totalCents: number };

export const sumEarlierRents = (drafts: Awaited<ReturnType<typeof draftEarlierRents>>): EarlierRents => ({
  months: drafts.length,
  totalCents: sumCents(drafts.flatMap(({ lines }) => lines.map(({ amountCents }) => amountCents))),
});

/** The rents of those months, as they would be posted; one that was posted once is corrected and not posted again. */
export async function draftEarlierRents(tx: Tx, scope: Scope, row: Posting, before: CalendarDate) {
  const own = await untilSold(tx, scope, [{ ...row, postedThrough: null }]);
  const drafts = await draftRents(tx, scope, own, addDays(before, -1));
  const posted = await listPostedRents(tx, scope, [row.id]);
  const known = new Set(posted.map(({ periodFrom }) => periodFrom && monthOf(periodFrom)));
  return drafts.filter(({ periodFrom }) => !known.has(periodFrom && monthOf(periodFrom)));
}
