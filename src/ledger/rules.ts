import type { ChargeState } from '../domain/vocabulary.ts';
import type { CalendarDate } from '../lib/calendar.ts';

/**
 * Where a charge stands on a day; never stored. Nothing open is paid. Something open is overdue from the day after
 * it was due (§ 286(2) no. 1 BGB: no reminder is needed), also when a part was paid; until then a part payment
 * shows, else whether the due day has come. A charge of which something was waived is waived once nothing of it is
 * open, even if a part had been paid.
 */
export function chargeState(
  charge: { totalCents: number; openCents: number; dueOn: CalendarDate; waived: boolean },
  today: CalendarDate,
): ChargeState {
  if (charge.openCents <= 0) return charge.waived ? 'waived' : 'paid';
  if (today > charge.dueOn) return 'overdue';
  if (charge.openCents < charge.totalCents) return 'partly_paid';
  return today === charge.dueOn ? 'due' : 'scheduled';
}
