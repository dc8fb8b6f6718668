import { type Explained, inputs, money, number } from '../domain/trace.ts';
import { type CalendarDate, daysInclusive, maxDate, minDate, overlaps } from '../lib/calendar.ts';
import { divideRounded } from '../lib/money.ts';
import type { Period } from '../lib/period.ts';
import type {
  Bill,
  CostPrinciple,
  StatementInput,
  StatementLease,
  StatementLine,
  StatementUnit,
} from './input.ts';
import { LineStop, type Warning } from './problems.ts';

export type BoundaryPart = { partCents: number; days: number; daysOfBill: number };

/**
 * What of a bill falls into a period, by days, both ends counted. What has run up until the last day less what had run
 * up before the first, each rounded: the parts of periods that follow each other add up to the bill.
 */
export function partOfBill(amountCents: number, bill: Period, period: Period): BoundaryPart {
  const daysOfBill = daysInclusive(bill.from, bill.to);
  const [from, to] = [maxDate(bill.from, period.from), minDate(bill.to, period.to)];
  if (from > to) return { partCents: 0, days: 0, daysOfBill };
  const before = daysInclusive(bill.from, from) - 1;
  const upTo = (days: number) => divideRounded(BigInt(amountCents) * BigInt(days), BigInt(daysOfBill));
  const days = daysInclusive(from, to);
  return { partCents: upTo(before + days) - upTo(before), days, daysOfBill };
}

/** The part of a bill for a period, with how it came about. */
export function boundaryBill(
  amountCents: number,
  bill: Period,
  period: Period,
): Explained<BoundaryPart & { restCents: number }> {
  const part = partOfBill(amountCents, bill, period);
  return {
    result: { ...part, restCents: amountCents - part.partCents },
    trace: {
      rule: 'boundary_bill',
      formula: '{amount} × {days} ÷ {days_of_bill}',
      sources: ['BGH VIII ZR 49/07 (2008-02-20)'],
      inputs: inputs({
        amount: money(amountCents),
        days: number(part.days, 'days'),
        days_of_bill: number(part.daysOfBill, 'days'),
      }),
      steps: [],
      result: money(part.partCents),
      rounding: 'remainder',
    },
  };
}

export type CountedBill = {
  bill: Bill;
  /** What of it belongs to the period. */
  partCents: number;
  notRecoverableCents: number;
  labourCents: number;
  /** Null where a bill counts whole, by the day it was paid. */
  days: number | null;
  daysOfBill: number | null;
  /** The days it is for inside the period. */
  within: Period;
};

/** Whether a bill of the key `direct` is for a lease: it names it, or its unit while the lease held it. */
export const isBilledTo = (
  { bill, within }: Pick<CountedBill, 'bill' | 'within'>,
  { id, units }: Pick<StatementLease, 'id' | 'units'>,
): boolean =>
  bill.leaseId === null
    ? units.some((held) => held.unitId === bill.unitId && overlaps(held, within))
    : bill.leaseId === id;

/** What a sentence calls a bill: its name, else its number in the line. */
export const billName = ({ name }: Bill, field: string): string =>
  name === '' ? `#${Number(field.split('.').at(-1)) + 1}` : name;

/** Between nothing and all of it; of a refund both are negative. */
const isPartOf = (part: number, whole: number) =>
  whole < 0 ? whole <= part && part <= 0 : 0 <= part && part <= whole;

/** Nobody is certified more labour than is passed on of its bill (§ 35a EStG: what somebody has paid for). */
function labourPassedOn({ amountCents, notRecoverableCents, labourCents }: Bill): number {
  const passedOn = amountCents - notRecoverableCents;
  return passedOn < 0 ? Math.max(labourCents, passedOn) : Math.min(labourCents, passedOn);
}

const isWithin = (day: CalendarDate, { from, to }: Period) => from <= day && day <= to;

/** The bills of a line in a period, by its principle. LineStop where one cannot be counted. */
export function countBills(
  line: StatementLine,
  lineField: string,
  { period: whole, isGerman, units }: Pick<StatementInput, 'period' | 'isGerman' | 'units'>,
): CountedBill[] {
  const isCable = isGerman && line.isCable;
  const others = new Set(billsOfOthers(line, { units, period: whole }));
  return line.bills.flatMap((bill, index) => {
    if (others.has(bill)) return [];
    const period = line.principle === 'service' ? ownDays(bill, line, units, whole) : whole;
    const field = `${lineField}.bills.${index}`;
    const params = { bill: billName(bill, field) };
    if (!isPartOf(bill.notRecoverableCents, bill.amountCents)) {
      throw new LineStop('too_much_not_recoverable', `${field}.notRecoverableCents`, params);
    }
    if (!isPartOf(bill.labourCents, bill.amountCents)) {
      throw new LineStop('too_much_labour', `${field}.labourCents`, params);
    }
    const certified = { ...bill, labourCents: labourPassedOn(bill) };
    const counted =
      line.principle === 'payment'
        ? paidBill(certified, field, period)
        : servedBill(certified, field, period);
    return [isCable ? untilCableEnded(counted, line.principle, field, period) : counted];
  });
}

/**
 * The days of a period on which the landlord owned what a bill is for: the house, of a bill for one unit that unit. Who bought
 * within the period settles his own days, and of a bill over more days their part: what was before is between him and the
 * seller. Without units: all of the period.
 */
function ownDays(
  { unitId }: Bill,
  { key }: Pick<StatementLine, 'key'>,
  units: StatementInput['units'],
  period: Period,
): Period {
  return ownDaysOf(
    units.filter(({ id }) => key !== 'direct' || unitId === null || id === unitId),
    period,
  );
}

/** The days of a period on which at least one of the units was the landlord's; without units all of them. */
export function ownDaysOf(
  own: readonly Pick<StatementUnit, 'availableFrom' | 'availableTo'>[],
  period: Period,
): Period {
  const [first, ...others] = own;
  if (!first) return period;
  const since = minDate(first.availableFrom, ...others.map(({ availableFrom }) => availableFrom));
  const until = own.some(({ availableTo }) => availableTo === null)
    ? null
    : maxDate(first.availableTo ?? period.to, ...others.map(({ availableTo }) => availableTo));
  return { from: maxDate(period.from, since), to: minDate(period.to, until) };
}

/**
 * Bills of a line for days of the period that were all before the purchase or after the sale: the other landlord settles them
 * (§ 566 BGB; BGH 3 Dec 2003, VIII ZR 168/03), and nothing here does.
 */
export const billsOfOthers = (
  line: Pick<StatementLine, 'key' | 'principle' | 'bills'>,
  { units, period }: Pick<StatementInput, 'units' | 'period'>,
): Bill[] =>
  line.principle !== 'service'
    ? []
    : line.bills.filter((bill) => {
        const { from, to } = bill;
        if (from === null || to === null || to < from || !overlaps({ from, to }, period)) return false;
        const own = ownDays(bill, line, units, period);
        return own.from > own.to || !overlaps({ from, to }, own);
      });

/** These bills, told with the name of their line. */
export const othersBillsTold = (
  line: StatementLine,
  name: string,
  of: Pick<StatementInput, 'units' | 'period'>,
): Warning[] =>
  billsOfOthers(line, of).map((bill) => {
    const params = { line: name, bill: billName(bill, `bills.${line.bills.indexOf(bill)}`) };
    return { code: 'bill_of_other_owner', params: { ...params, cents: bill.amountCents } };
  });

/** The last day of cable fees as operating costs (§ 2 no. 15 BetrKV as of 1 Dec 2021, TKMoG of 23 Jun 2021). */
export const lastCableDay: CalendarDate = '2024-06-30';

/**
 * Cable fees for days after June 2024 are the landlord's: of a bill over that border its days until then count. What
 * no. 15 goes on allowing (power and tests of an antenna or of a distribution of its own, the charge for new fibre of
 * § 72 TKG) is no cable fee, and a line of its own. A bill that counts when paid has to say for which days it is.
 */
function untilCableEnded(
  counted: CountedBill,
  principle: CostPrinciple,
  field: string,
  period: Period,
): CountedBill {
  if (period.to <= lastCableDay && principle === 'service') return counted;
  const { bill, partCents, notRecoverableCents } = counted;
  const { from, to, amountCents } = bill;
  if (from === null || to === null || to < from) {
    if (period.to <= lastCableDay) return counted;
    throw new LineStop('cable_days_missing', `${field}.from`, { bill: billName(bill, field) });
  }
  const of = principle === 'service' ? period : { from, to };
  const until = { from: of.from, to: minDate(of.to, lastCableDay) };
  const part = (cents: number) => partOfBill(cents, { from, to }, until).partCents;
  const kept = partCents - notRecoverableCents - (part(amountCents) - part(bill.notRecoverableCents));
  return {
    ...counted,
    notRecoverableCents: notRecoverableCents + kept,
    labourCents: part(bill.labourCents),
  };
}

function paidBill(bill: Bill, field: string, period: Period): CountedBill {
  if (bill.paidOn === null)
    throw new LineStop('payment_day_missing', `${field}.paidOn`, { bill: billName(bill, field) });
  if (!isWithin(bill.paidOn, period)) {
    throw new LineStop('receipt_outside_period', `${field}.paidOn`, { bill: billName(bill, field) });
  }
  const { amountCents: partCents, notRecoverableCents, labourCents } = bill;
  return { bill, partCents, notRecoverableCents, labourCents, days: null, daysOfBill: null, within: period };
}

function servedBill(bill: Bill, field: string, period: Period): CountedBill {
  const { from, to } = bill;
  if (from === null || to === null || to < from) {
    throw new LineStop('service_period_missing', `${field}.from`, { bill: billName(bill, field) });
  }
  const of = (cents: number) => partOfBill(cents, { from, to }, period);
  const part = of(bill.amountCents);
  if (part.days === 0)
    throw new LineStop('receipt_outside_period', `${field}.from`, { bill: billName(bill, field) });
  return {
    bill,
    partCents: part.partCents,
    notRecoverableCents: of(bill.notRecoverableCents).partCents,
    labourCents: of(bill.labourCents).partCents,
    days: part.days,
    daysOfBill: part.daysOfBill,
    within: { from: maxDate(from, period.from), to: minDate(to, period.to) },
  };
}
