import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { countOccupancy } from '@/features/occupancy/today-queries';
import { sumOverdue, sumRentMonth } from '@/ledger';
import { monthOf } from '@/lib/calendar';

/** The portfolio of today in figures: this month's rent, what is overdue, what is let. */
export async function getFigures(tx: Tx, scope: Scope) {
  const month = monthOf(scope.today);
  const [rents, arrears, occupancy] = await Promise.all([
    sumRentMonth(tx, scope, month),
    sumOverdue(tx, scope),
    countOccupancy(tx, scope),
  ]);
  return { month: { month, ...rents }, arrears, occupancy };
}
