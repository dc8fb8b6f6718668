import { type Explained, month, type TraceStep } from '../../domain/trace.ts';
import type { BookingDirection } from '../../domain/vocabulary.ts';
import type { CalendarDate, Month } from '../../lib/calendar.ts';
import type { Period } from '../../lib/period.ts';
import { type ArrearsByAge, arrearsTotal } from '../arrears/age-rules.ts';
import { occupancyRate, type VacantMonth, vacancyCost } from '../occupancy/rules.ts';
import { cashFlow, collectionRate, matchedByItself, moneyIn, sumOf } from './cash-rules.ts';
import type { OwnerShare } from './owner-rules.ts';
import { grossYield, netYield, purchaseFactor, yearlyNetRent } from './yield-rules.ts';

/** What is counted of a month, as far as it lies in the period. */
export type MonthFigures = {
  month: Month;
  /** From tenants less what was paid back, by the day of payment; without deposits and opening credits. */
  paidInCents: number;
  /** Deposits in less out: kept apart, they are no income. */
  depositCents: number;
  otherIncomeCents: number;
  expensesCents: number;
  /** The rent of the month; what of it is paid today, whenever that was; and what of it is open. */
  dueCents: number;
  receivedCents: number;
  openCents: number;
  letDays: number;
  vacantDays: number;
  ownUseDays: number;
  vacancyCostCents: number;
  /** Vacant days of units without an asking rent: they have no cost. */
  unpricedDays: number;
};

export type Totals = Omit<MonthFigures, 'month'>;

export const noFigures = (): Totals => ({
  paidInCents: 0,
  receivedCents: 0,
  depositCents: 0,
  otherIncomeCents: 0,
  expensesCents: 0,
  dueCents: 0,
  openCents: 0,
  letDays: 0,
  vacantDays: 0,
  ownUseDays: 0,
  vacancyCostCents: 0,
  unpricedDays: 0,
});

const totalNames = Object.keys(noFigures()) as (keyof Totals)[];

/** The figures of months (or of properties) added up. */
export function sumFigures(parts: Iterable<Totals>): Totals {
  const sum = noFigures();
  for (const part of parts) for (const name of totalNames) sum[name] += part[name];
  return sum;
}

export type CategoryFigures = {
  categoryId: string;
  code: string | null;
  name: string | null;
  parentCode: string | null;
  direction: BookingDirection;
  amountCents: number;
  previousCents: number;
};

export type YieldFigures = {
  /** The last day that counts: rents as agreed on it, costs of the year until it. */
  keyDate: CalendarDate;
  costsFrom: CalendarDate;
  monthlyNetRentCents: number;
  costsCents: number;
  /** Null where no property has a price. */
  priceCents: number | null;
  purchaseCostsCents: number;
  /** Properties that have a price, and those that are left out for want of one. */
  pricedCount: number;
  unpricedCount: number;
};

export type Report = {
  currency: string;
  today: CalendarDate;
  range: Period;
  /** How payments of the counted days came in; null of a part of the portfolio, and where no file of a bank was ever read. */
  origins: { byItself: number; confirmed: number; typed: number } | null;
  /** The days that have come; null for a range in the future. */
  counted: Period | null;
  previousPeriod: Period | null;
  months: MonthFigures[];
  previousMonths: MonthFigures[];
  categories: CategoryFigures[];
  /** As of today, whatever the range. */
  arrears: ArrearsByAge;
  /** The costliest vacant months one by one, and the rest in sum. */
  vacancies: VacantMonth[];
  furtherVacancies: { costCents: number; unpricedDays: number };
  /** Whose a property is, where it is not one person’s alone. */
  owners: OwnerShare[] | null;
  /** Null for a unit: a price is paid for a property. */
  yields: YieldFigures | null;
};

/** Whether nothing was booked, let or paid for, nor cost by standing empty, now or a year before: every figure would be a nought. */
export function isBlankReport(report: Report): boolean {
  const sum = sumFigures([...report.months, ...report.previousMonths]);
  const booked = [
    sum.letDays,
    sum.vacancyCostCents,
    sum.paidInCents,
    sum.depositCents,
    sum.otherIncomeCents,
    sum.expensesCents,
    sum.dueCents,
  ];
  return (
    report.counted !== null &&
    [...booked, ...Object.values(report.arrears)].every((figure) => figure === 0) &&
    report.categories.length === 0 &&
    (report.yields === null || report.yields.priceCents === null)
  );
}

/** Every figure of a report with its trace; the results are what the report shows. */
export function reportFigures(report: Report) {
  const total = sumFigures(report.months);
  const byMonth = (explain: (one: MonthFigures) => Explained<number | null>): TraceStep[] =>
    report.months.length < 2
      ? []
      : report.months.map((one) => {
          const { trace } = explain(one);
          return {
            of: [month(one.month)],
            formula: trace.formula,
            inputs: trace.inputs,
            result: trace.result,
          };
        });
  const withMonths = <T extends number | null>(explain: (figures: Totals) => Explained<T>): Explained<T> => {
    const { result, trace } = explain(total);
    return { result, trace: { ...trace, steps: byMonth(explain) } };
  };
  const sumByMonth = (rule: Parameters<typeof sumOf>[0], cents: (one: MonthFigures) => number) =>
    sumOf(
      rule,
      report.months.map((one) => ({ of: month(one.month), cents: cents(one) })),
    );
  return {
    moneyIn: withMonths(moneyIn),
    expenses: sumByMonth('expenses', (one) => one.expensesCents),
    cashFlow: withMonths(cashFlow),
    due: sumByMonth('due', (one) => one.dueCents),
    received: sumByMonth('received', (one) => one.receivedCents),
    collectionRate: withMonths(collectionRate),
    matchedByItself: matchedByItself(report.origins ?? { byItself: 0, confirmed: 0, typed: 0 }),
    occupancy: withMonths(occupancyRate),
    vacancyCost: vacancyCost(report.vacancies, report.furtherVacancies),
    arrears: arrearsTotal(report.arrears, report.today),
  };
}

/** The yields of a report; each takes the yearly rent with its own trace. */
export function yieldFigures(yields: YieldFigures) {
  const { monthlyNetRentCents, costsCents, priceCents, purchaseCostsCents, costsFrom, keyDate } = yields;
  const period = { from: costsFrom, to: keyDate };
  const rent = yearlyNetRent(monthlyNetRentCents);
  const withRent = <T>({ result, trace }: Explained<T>): Explained<T> => ({
    result,
    trace: {
      ...trace,
      inputs: trace.inputs.map((input) =>
        input.name === 'yearly_net_rent' ? { ...input, trace: rent.trace } : input,
      ),
    },
  });
  const yearlyNetRentCents = rent.result;
  return {
    yearlyNetRent: rent,
    grossYield: withRent(grossYield({ yearlyNetRentCents, priceCents })),
    netYield: withRent(netYield({ yearlyNetRentCents, costsCents, priceCents, purchaseCostsCents, period })),
    purchaseFactor: withRent(purchaseFactor({ yearlyNetRentCents, priceCents })),
  };
}
