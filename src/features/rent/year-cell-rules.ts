import type { ChargeState } from '@/domain/vocabulary';
import type { Month } from '@/lib/calendar';
import { sumCents } from '@/lib/money';

type Charge = { month: Month; state: ChargeState; totalCents: number; openCents: number };

/** A month of a lease: what was due in it, what is open of that, and where it stands. */
export type YearCell<C extends Charge> = {
  state: ChargeState;
  totalCents: number;
  openCents: number;
  charges: readonly C[];
};

// What needs attention first tells of the whole month.
const urgency: readonly ChargeState[] = ['overdue', 'due', 'partly_paid', 'scheduled', 'paid', 'waived'];

/** The months of a lease that have charges; of several charges in a month the most urgent gives the state. */
export function yearCells<C extends Charge>(charges: readonly C[]): Map<Month, YearCell<C>> {
  const cells = new Map<Month, YearCell<C>>();
  for (const [month, ofMonth] of Map.groupBy(charges, (charge) => charge.month)) {
    cells.set(month, {
      state: urgency.find((state) => ofMonth.some((charge) => charge.state === state)) ?? 'paid',
      totalCents: sumCents(ofMonth.map((charge) => charge.totalCents)),
      openCents: sumCents(ofMonth.map((charge) => charge.openCents)),
      charges: ofMonth,
    });
  }
  return cells;
}
