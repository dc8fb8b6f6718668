import { day, type Explained, inputs } from '../domain/trace.ts';
import type { LeaseState } from '../domain/vocabulary.ts';
import { leaseState } from '../features/occupancy/term-rules.ts';
import type { CalendarDate } from '../lib/calendar.ts';

/** Where a lease stands on a day. */
export function explainLeaseState(
  lease: Record<'endsOn' | 'noticeGivenOn' | 'soldOn', CalendarDate | null> & { startsOn: CalendarDate },
  today: CalendarDate,
): Explained<LeaseState> {
  const result = leaseState({ ...lease, voidedAt: null }, today);
  return {
    result,
    trace: {
      rule: 'lease_state',
      formula: formulaOf(lease, result),
      sources: [],
      inputs: inputs({
        lease_start: day(lease.startsOn),
        lease_end: day(lease.endsOn),
        notice_given: day(lease.noticeGivenOn),
        sold_on: day(lease.soldOn),
        today: day(today),
      }),
      steps: [],
      result: { kind: 'label', list: 'leaseState', code: result },
    },
  };
}

function formulaOf({ endsOn }: { endsOn: CalendarDate | null }, state: LeaseState): string {
  if (state === 'sold') return '{sold_on} ≤ {today}';
  return endsOn === null ? '{lease_start} ≤ {today}' : '{lease_start} ≤ {today} ≤ {lease_end}';
}
