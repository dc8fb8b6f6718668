import { addDays, type CalendarDate } from '../../../lib/calendar.ts';
import type { Rent } from '../../rent/rules.ts';

type Due = { index: number; dueOn: CalendarDate; totalCents: number };

export const onTime = ({ dueOn, totalCents }: Due) => [
  { paidOn: addDays(dueOn, -1), amountCents: totalCents },
];
export const late = ({ index, dueOn, totalCents }: Due) => [
  { paidOn: addDays(dueOn, 8 + ((index * 5) % 11)), amountCents: totalCents },
];
/** Two thirds with the due day, the rest two weeks later; since some months the rest stays away. */
export const inParts =
  (missingSince: CalendarDate) =>
  ({ dueOn, totalCents }: Due) => {
    const first = Math.round((totalCents * 2) / 3);
    const rest = { paidOn: addDays(dueOn, 14), amountCents: totalCents - first };
    return [{ paidOn: dueOn, amountCents: first }, ...(dueOn < missingSince ? [rest] : [])];
  };
/** A standing order that was not lowered in time: a little credit. */
export const tooMuch = ({ index, dueOn, totalCents }: Due) => [
  { paidOn: addDays(dueOn, -2), amountCents: index % 12 === 7 ? totalCents + 2_000 : totalCents },
];

export function lines(net: number, operating: number, heating = 0, vatRateBp = 0): Rent['lines'] {
  const line = (component: 'net' | 'operating_costs' | 'heating', amountCents: number) => ({
    component,
    amountCents,
    settlement: component === 'net' ? ('none' as const) : ('advance' as const),
    vatRateBp,
  });
  const all = [line('net', net), line('operating_costs', operating)];
  return heating > 0 ? [...all, line('heating', heating)] : all;
}

export const initial = (validFrom: CalendarDate, rent: Rent['lines']) => ({
  validFrom,
  reason: 'initial' as const,
  lines: rent,
});

export const berlin = { city: 'Berlin', state: 'DE-BE', country: 'DE', statementStartMonth: 1 };
