import {
  type ChargeComponent,
  type ChargeKind,
  chargeTraits,
  type PaymentMethod,
} from '../../domain/account-kinds.ts';
import { isDwelling } from '../../domain/dwelling.ts';
import { vatContained } from '../../domain/vat.ts';
import {
  type BookingDirection,
  rentComponents,
  type SettlementKind,
  type UnitKind,
} from '../../domain/vocabulary.ts';
import { addDays, addMonths, type CalendarDate, yearOf } from '../../lib/calendar.ts';
import { isNetCold } from '../statistics/yield-rules.ts';
import type { AnlageVField } from './line-facts.ts';

/** The forms that are filled in: letting in Germany, and in the US. */
export const taxForms = ['anlage_v', 'schedule_e'] as const;
export type TaxForm = (typeof taxForms)[number];

/** The form of a jurisdiction for what lies in it; null where none is known. */
export const taxFormOf = (jurisdiction: string): TaxForm | null =>
  ({ DE: 'anlage_v' as const, US: 'schedule_e' as const })[jurisdiction] ?? null;

/** What “kurze Zeit” around New Year is, in days. */
export const NEAR_DAYS = 10;

/** The year whose first day is at most ten days from a day; null of all others. */
const newYearBy = (on: CalendarDate): number | null => {
  const near = [yearOf(on), yearOf(on) + 1].find(
    (year) => on >= addDays(`${year}-01-01`, -NEAR_DAYS) && on < addDays(`${year}-01-01`, NEAR_DAYS),
  );
  return near ?? null;
};

/** The year whose first day is near both to when something was paid and to when it was due (BFH X R 2/21, VIII R 1/20: both). */
export const nearYearOf = (paidOn: CalendarDate, dueOn: CalendarDate | null): number | null =>
  dueOn !== null && newYearBy(paidOn) === newYearBy(dueOn) ? newYearBy(paidOn) : null;

/**
 * The year in which something counts that comes back regularly: that in which it was paid; around New Year the one beside it, where
 * it belongs to that (§ 11 (1) sentence 2, (2) sentence 2 EStG).
 */
export function taxYear(of: { paidIn: number; nearYear: number | null; belongsTo: number | null }): number {
  const { paidIn, nearYear, belongsTo } = of;
  if (nearYear === null) return paidIn;
  const other = paidIn === nearYear ? nearYear - 1 : nearYear;
  return belongsTo === other ? other : paidIn;
}

/** What is let by a lease as a whole: a flat with its garage is a flat. */
export type Let = 'rent_dwelling' | 'rent_garage' | 'rent_other';
export function letOf(kinds: readonly UnitKind[]): Let {
  if (kinds.some(isDwelling)) return 'rent_dwelling';
  return kinds.length > 0 && kinds.every((kind) => kind === 'parking') ? 'rent_garage' : 'rent_other';
}

type Received = {
  paidIn: number;
  nearYear: number | null;
  cents: number;
  method: PaymentMethod;
  settled: {
    kind: ChargeKind;
    component: ChargeComponent;
    settlement: SettlementKind;
    vatRateBp: number;
    periodYear: number | null;
  } | null;
};
export type TaxPart = { year: number; field: AnlageVField; cents: number };

const isRentComponent = (component: ChargeComponent): component is (typeof rentComponents)[number] =>
  rentComponents.some((one) => one === component);

/**
 * In which year and field of Anlage V what a tenant paid counts: by the day it came (§ 11 (1) EStG), a rent around New Year with the year it
 * is for. A kept deposit and the rent of a year before stand apart; what a statement gave back and that settles a rent is that rent
 * and, as much, given back; where it settles a deposit, which is no income, it is given back alone.
 */
export function partsOfReceipt(receipt: Received, what: Let): TaxPart[] {
  const { paidIn: year, nearYear, cents, method, settled } = receipt;
  const isGivenBack = method === 'statement_credit';
  if (settled === null) {
    const field = isGivenBack ? 'settled_costs' : method === 'deposit' ? 'earlier_rents' : what;
    return [{ year, field, cents }];
  }
  if (chargeTraits[settled.kind].figure === 'held') return [{ year, field: 'settled_costs', cents: -cents }];
  const { periodYear } = settled;
  const isRegular = settled.kind === 'rent' && !isGivenBack;
  const counted = isRegular ? taxYear({ paidIn: year, nearYear, belongsTo: periodYear }) : year;
  const vatCents = vatContained(cents, settled.vatRateBp);
  const field = fieldOf(settled, method, what, periodYear !== null && periodYear < counted);
  return [
    { year: counted, field, cents: cents - vatCents },
    ...(vatCents === 0 ? [] : [{ year: counted, field: 'vat_received' as const, cents: vatCents }]),
    ...(isGivenBack ? [{ year: counted, field: 'settled_costs' as const, cents: -cents }] : []),
  ];
}

function fieldOf(
  { kind, component, settlement }: NonNullable<Received['settled']>,
  method: PaymentMethod,
  what: Let,
  isOfYearBefore: boolean,
): AnlageVField {
  if (kind === 'back_payment') return 'settled_costs';
  if (method === 'deposit' || kind === 'opening_balance') return 'earlier_rents';
  if (kind !== 'rent') return 'other_income';
  if (isRentComponent(component) && !isNetCold({ component, settlement })) return 'recovered_costs';
  return isOfYearBefore ? 'earlier_rents' : what;
}

type Booked = {
  direction: BookingDirection;
  group: AnlageVField | null;
  /** Whether a key passes it on to tenants. */
  isPassedOn: boolean;
};

/** The field of a booking: running costs are recovered where a key passes them on; null where it counts nowhere. */
export function fieldOfBooking({ direction, group, isPassedOn }: Booked): AnlageVField | null {
  const isRunning = group === 'operating_recovered' || group === 'operating_not_recovered';
  if (!isRunning || direction === 'income') return group;
  return isPassedOn ? 'operating_recovered' : 'operating_not_recovered';
}

/** The last of the three years after a purchase in which upkeep may become cost of it (§ 6 (1) no. 1a EStG). */
export const nearPurchaseEnd = (purchasedOn: CalendarDate): CalendarDate =>
  addDays(addMonths(purchasedOn, 36), -1);
