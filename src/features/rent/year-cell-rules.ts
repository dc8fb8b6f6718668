import { type ChargeKind, chargeTraits } from '@/domain/account-kinds';
import type { ChargeState } from '@/domain/vocabulary';
import type { Month } from '@/lib/calendar';
import { sumCents } from '@/lib/money';

type Charge = {
  month: Month;
  kind: ChargeKind;
  state: ChargeState;
  totalCents: number;
  openCents: number;
};

/** A month of a lease: the rent due in it, what is open in it of anything, and where it stands. */
export type YearCell<C extends Charge> = {
  state: ChargeState;
  dueCents: number;
  openCents: number;
  charges: readonly C[];
};

// What needs attention first tells of the whole month.
const urgency: readonly ChargeState[] = ['overdue', 'due', 'partly_paid', 'scheduled', 'paid', 'waived'];

/**
 * The months of a lease that have charges; of several charges in a month the most urgent gives the state. A fee, interest
 * or another one-off amount of the month is open as long as it is not settled, but no rent and so not due.
 */
export function yearCells<C extends Charge>(charges: readonly C[]): Map<Month, YearCell<C>> {
  const cells = new Map<Month, YearCell<C>>();
  for (const [month, ofMonth] of Map.groupBy(charges, (charge) => charge.month)) {
    const rents = ofMonth.filter((charge) => chargeTraits[charge.kind].isRent);
    cells.set(month, {
      state: urgency.find((state) => ofMonth.some((charge) => charge.state === state)) ?? 'paid',
      dueCents: sumCents(rents.map((charge) => charge.totalCents)),
      openCents: sumCents(ofMonth.map((charge) => charge.openCents)),
      // The rent is what the month is asked for first.
      charges: [...rents, ...ofMonth.filter((charge) => !rents.includes(charge))],
    });
  }
  return cells;
}
