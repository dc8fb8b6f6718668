import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { DueRule, ProrationMethod } from '@/domain/vocabulary';
import type { ChargeDraft } from '@/ledger';
import { type CalendarDate, firstOfMonth, lastOfMonth, monthOf, shiftMonth } from '@/lib/calendar';
import { holidaysBetween } from './holiday-rules';
import { dueOnFor, findLeaseStates, listRents } from './queries';
import { methodIn, postingPeriods, rentForPeriod } from './rules';

type Posting = {
  id: string;
  startsOn: CalendarDate;
  endsOn: CalendarDate | null;
  bookedFrom: CalendarDate;
  postedThrough: CalendarDate | null;
  prorationMethod: ProrationMethod;
  dueRule: DueRule;
  dueDay: number | null;
  isSold?: boolean;
};

/**
 * The rents that leases owe and that are not posted, through a day: each month by the rent agreed for it, with its due day.
 * Of what is sold, the caller ends the leases where they are no longer one's own (`untilSold`).
 */
export async function draftRents(
  tx: Tx,
  scope: Scope,
  leases: readonly Posting[],
  through: CalendarDate,
): Promise<(ChargeDraft & { id: string })[]> {
  const leaseIds = leases.map((row) => row.id);
  const rents = Map.groupBy(await listRents(tx, scope, leaseIds), (row) => row.leaseId);
  const states = await findLeaseStates(tx, scope, leaseIds);
  const earliest = leases.map((row) => row.postedThrough ?? row.bookedFrom).sort()[0] ?? through;
  const until = lastOfMonth(shiftMonth(monthOf(through), 1));
  const holidays = new Map(
    [...new Set(states.values())].map((state) => [
      state,
      holidaysBetween(state, firstOfMonth(monthOf(earliest)), until),
    ]),
  );
  return leases.flatMap((row) => {
    const state = states.get(row.id);
    const days = (state && holidays.get(state)) || new Set<string>();
    return postingPeriods({ ...row, through }).flatMap((month) => {
      const owed = rentForPeriod({
        rents: rents.get(row.id) ?? [],
        leaseStartsOn: row.startsOn,
        leaseEndsOn: row.endsOn,
        month,
        method: methodIn(row, month),
      });
      if (!owed) return [];
      return {
        id: crypto.randomUUID(),
        leaseId: row.id,
        kind: 'rent' as const,
        periodFrom: owed.periodFrom,
        periodTo: owed.periodTo,
        dueOn: dueOnFor(row, month, days, owed.periodFrom, state),
        lines: owed.lines,
        basis: owed.proration,
      };
    });
  });
}
