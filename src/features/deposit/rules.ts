import { day, type Explained, inputs, money, number, percent } from '../../domain/trace.ts';
import type { DepositMovementKind } from '../../domain/vocabulary.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  compareDates,
  daysBetween,
  FIRST_DAY,
  maxDate,
  minDate,
  yearOf,
} from '../../lib/calendar.ts';
import { allocateCents, divideRounded, sumCents } from '../../lib/money.ts';

/** § 551 (1) BGB: at most three months' rent without operating costs shown apart. */
const CAP_MONTHS = 3;
/** § 551 (2) BGB. */
const INSTALMENTS = 3;

/** The rent the cap is measured by: all but advances and lump sums for operating costs (§ 551 (1) BGB). */
export function capBaseCents(lines: readonly { amountCents: number; settlement: string }[]): number {
  return sumCents(lines.filter((line) => line.settlement === 'none').map((line) => line.amountCents));
}

/**
 * How much of an agreed deposit lies over the cap, measured by the rent at the start of the tenancy. By German law three
 * months' rent without operating costs; `own` is a figure of the user's, in thousandths of a month's whole rent: what is
 * paid for a month with costs and VAT is what is counted elsewhere (OR art. 257e (2): three “Monatszinse”; in Austria
 * “Bruttomonatsmieten”).
 */
export function depositCap(input: {
  monthlyNetRentCents: number;
  agreedCents: number;
  own?: { monthsMilli: number; monthlyRentCents: number } | null;
}): Explained<{ capCents: number; excessCents: number }> {
  const { own = null } = input;
  const capCents =
    own === null
      ? CAP_MONTHS * input.monthlyNetRentCents
      : divideRounded(BigInt(own.monthlyRentCents) * BigInt(own.monthsMilli), 1_000n);
  return {
    result: { capCents, excessCents: Math.max(0, input.agreedCents - capCents) },
    trace: {
      rule: 'deposit_cap',
      formula: own === null ? `${CAP_MONTHS} × {net_rent}` : '{months_of_rent} × {monthly_rent}',
      sources: own === null ? ['BGB § 551 (1)'] : [],
      inputs: inputs({
        ...(own === null
          ? { net_rent: money(input.monthlyNetRentCents) }
          : {
              months_of_rent: number(own.monthsMilli / 1_000),
              monthly_rent: money(own.monthlyRentCents),
            }),
        agreed_deposit: money(input.agreedCents),
      }),
      steps: [],
      result: money(capCents),
    },
  };
}

export type Instalment = { dueOn: CalendarDate; amountCents: number; openCents: number };

/**
 * The three equal parts in which a tenant may pay (§ 551 (2) BGB): the first at the start of the tenancy, the
 * others with the next two rents. What was received settles the earliest first. `nextRentsDueOn` are the due
 * days of those two rents.
 */
export function depositInstalments(input: {
  agreedCents: number;
  startsOn: CalendarDate;
  nextRentsDueOn: readonly CalendarDate[];
  receivedCents?: number;
}): Explained<Instalment[]> {
  const amounts = allocateCents(
    input.agreedCents,
    Array.from({ length: INSTALMENTS }, () => 1),
  );
  let received = input.receivedCents ?? 0;
  const days = [input.startsOn, ...input.nextRentsDueOn];
  const result = amounts.map((amountCents, index): Instalment => {
    const settled = Math.min(received, amountCents);
    received -= settled;
    return {
      dueOn: maxDate(input.startsOn, days[index]),
      amountCents,
      openCents: amountCents - settled,
    };
  });
  return {
    result,
    trace: {
      rule: 'deposit_instalments',
      formula: 'Σ {agreed_deposit} ÷ {instalments}',
      sources: ['BGB § 551 (2)'],
      inputs: inputs({ agreed_deposit: money(input.agreedCents), instalments: number(INSTALMENTS) }),
      steps: result.map((part) => ({
        of: [day(part.dueOn)],
        formula: '{agreed_deposit} ÷ {instalments}',
        inputs: inputs({ still_open: money(part.openCents) }),
        result: money(part.amountCents),
        rounding: 'remainder',
      })),
      result: money(input.agreedCents),
    },
  };
}

/** A movement; a reversal has the day of what it reverses and the negative amount. */
export type DepositMovement = {
  kind: DepositMovementKind;
  bookedOn: CalendarDate;
  amountCents: number;
  heldUntil: CalendarDate | null;
};

export type DepositBalance = {
  receivedCents: number;
  interestCents: number;
  deductedCents: number;
  returnedCents: number;
  /** To who bought the house. */
  handedOverCents: number;
  /** From the deposits of other leases, less what went to them. */
  movedCents: number;
  /** What is held: received + interest − deducted − returned − handed over, and what was moved. */
  balanceCents: number;
  /** Of that, held back on this day. */
  heldBackCents: number;
  /** What could be given back on this day. */
  returnableCents: number;
};

/** What became of a deposit up to and including a day. What is held is the tenant’s money and no income. */
export function depositBalance(movements: readonly DepositMovement[], on: CalendarDate): DepositBalance {
  const sum = (kind: DepositMovementKind, isCounted: (row: DepositMovement) => boolean = () => true) =>
    sumCents(
      movements
        .filter((row) => row.kind === kind && row.bookedOn <= on && isCounted(row))
        .map((row) => row.amountCents),
    );
  const [receivedCents, interestCents] = [sum('received'), sum('interest')];
  const [deductedCents, returnedCents, handedOverCents] = [
    sum('deduction'),
    sum('returned'),
    sum('handed_over'),
  ];
  const movedCents = sum('moved_in') - sum('moved_out');
  const balanceCents =
    receivedCents + interestCents - deductedCents - returnedCents - handedOverCents + movedCents;
  const held = sum('hold_back', (row) => row.heldUntil !== null && row.heldUntil >= on);
  const heldBackCents = Math.max(0, Math.min(held, balanceCents));
  return {
    receivedCents,
    interestCents,
    deductedCents,
    returnedCents,
    handedOverCents,
    movedCents,
    balanceCents,
    heldBackCents,
    returnableCents: balanceCents - heldBackCents,
  };
}

/** The day on which more had gone out than had come in; null when there is none. */
export function firstOverdrawnOn(movements: readonly DepositMovement[]): CalendarDate | null {
  const days = [...new Set(movements.map((row) => row.bookedOn))].toSorted(compareDates);
  return days.find((on) => depositBalance(movements, on).balanceCents < 0) ?? null;
}

export type DepositRate = { validFrom: CalendarDate; rateBp: number };

/**
 * Interest on a deposit at dated yearly rates, credited once a year and bearing interest from then on: at the end
 * of the calendar year, as savings banks do, or on the anniversary of the first movement. Counts from the day of a
 * movement to the day before the end; a part of a year by its days. Each span is rounded to the cent, as banks
 * credit it; `rounding: 'end'` keeps fractions of a cent until the end, as tables of compound interest do.
 */
export function depositInterest(input: {
  movements: readonly { on: CalendarDate; amountCents: number }[];
  rates: readonly DepositRate[];
  through: CalendarDate;
  credited: 'year_end' | 'anniversary';
  rounding?: 'yearly' | 'end';
}): Explained<{ interestCents: number; balanceCents: number }> {
  const movements = input.movements.toSorted((a, b) => compareDates(a.on, b.on));
  const rates = input.rates.toSorted((a, b) => compareDates(a.validFrom, b.validFrom));
  const first = movements[0]?.on;
  const steps: Explained<unknown>['trace']['steps'] = [];
  // Cents, or in millionths of a cent when nothing is rounded before the end.
  const scale = input.rounding === 'end' ? 1_000_000n : 1n;
  let credited = 0n;
  let year = first === undefined ? null : interestYear(first, first, input.credited);
  while (first !== undefined && year !== null && maxDate(year.from, first) < input.through) {
    const { from: yearFrom, to: yearTo } = year;
    const end = minDate(yearTo, input.through);
    const cuts = [...movements.map((row) => row.on), ...rates.map((rate) => rate.validFrom)]
      .filter((on) => on > yearFrom && on < end)
      .toSorted(compareDates);
    const bounds = [...new Set([maxDate(yearFrom, first), ...cuts, end])];
    let earned = 0n;
    for (const [index, from] of bounds.slice(0, -1).entries()) {
      const to = bounds[index + 1] ?? end;
      const paidIn = sumCents(movements.filter((row) => row.on <= from).map((row) => row.amountCents));
      const principal = credited + scale * BigInt(paidIn);
      const rateBp = rates.findLast((rate) => rate.validFrom <= from)?.rateBp ?? 0;
      const days = daysBetween(from, to);
      const daysOfYear = daysBetween(yearFrom, yearTo);
      const interest = roundedQuotient(
        principal * BigInt(rateBp) * BigInt(days),
        10_000n * BigInt(daysOfYear),
      );
      earned += interest;
      steps.push({
        of: [day(from), day(to)],
        formula: '{principal} × {rate} × {days} ÷ {days_of_interest_year}',
        inputs: inputs({
          principal: money(divideRounded(principal, scale)),
          rate: percent(rateBp),
          days: number(days, 'days'),
          days_of_interest_year: number(daysOfYear, 'days'),
        }),
        result: money(divideRounded(interest, scale)),
        ...(scale > 1n && { rounding: 'at_end' as const }),
      });
    }
    credited += earned;
    year = interestYear(yearTo, first, input.credited);
  }
  const paidIn = sumCents(movements.filter((row) => row.on <= input.through).map((row) => row.amountCents));
  const interestCents = divideRounded(credited, scale);
  return {
    result: { interestCents, balanceCents: paidIn + interestCents },
    trace: {
      rule: 'deposit_interest',
      formula: 'Σ {principal} × {rate} × {days} ÷ {days_of_interest_year}',
      sources: ['BGB § 551 (3)'],
      inputs: inputs({ through: day(input.through) }),
      steps,
      result: money(interestCents),
      ...(scale > 1n && { rounding: 'at_end' as const }),
    },
  };
}

/** Rounded half away from zero; the denominator is positive. */
function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * magnitude + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}

/**
 * The interest a deposit has earned since interest was last credited, up to and including a day, at one yearly rate.
 * A credit is settled as it was made: a rate that holds now says nothing about the years before (§ 551 (3) BGB: the
 * usual rate, which changes). From the day after it the balance with it bears interest, credited at the end of each
 * calendar year. What is only held back has not moved.
 */
export function interestSoFar(input: {
  movements: readonly DepositMovement[];
  rateBp: number;
  through: CalendarDate;
}): Explained<{ dueCents: number; from: CalendarDate | null }> {
  const creditedOn = lastCreditedOn(input.movements);
  const from = creditedOn === null ? null : addDays(creditedOn, 1);
  const held = creditedOn === null ? 0 : depositBalance(input.movements, creditedOn).balanceCents;
  const later = input.movements
    .filter((row) => creditedOn === null || row.bookedOn > creditedOn)
    .map((row) => ({ on: row.bookedOn, amountCents: signs[row.kind] * row.amountCents }));
  const opening = from === null ? [] : [{ on: from, amountCents: held }];
  const { result, trace } = depositInterest({
    movements: [...opening, ...later].filter((row) => row.amountCents !== 0),
    rates: [{ validFrom: FIRST_DAY, rateBp: input.rateBp }],
    through: addDays(input.through, 1),
    credited: 'year_end',
  });
  return {
    result: { dueCents: result.interestCents, from },
    trace: {
      ...trace,
      rule: 'deposit_interest_due',
      inputs: inputs({
        last_credit: day(creditedOn),
        through: day(input.through),
        rate: percent(input.rateBp),
      }),
    },
  };
}

/** How a movement changes what bears interest. */
export const signs: Record<DepositMovementKind, 1 | 0 | -1> = {
  received: 1,
  interest: 1,
  deduction: -1,
  returned: -1,
  handed_over: -1,
  hold_back: 0,
  moved_in: 1,
  moved_out: -1,
};

/** The last day for which interest was credited and not taken back. */
function lastCreditedOn(movements: readonly DepositMovement[]): CalendarDate | null {
  const byDay = new Map<CalendarDate, number>();
  for (const row of movements) {
    if (row.kind === 'interest') byDay.set(row.bookedOn, (byDay.get(row.bookedOn) ?? 0) + row.amountCents);
  }
  const days = [...byDay].flatMap(([on, cents]) => (cents > 0 ? [on] : []));
  return days.toSorted(compareDates).at(-1) ?? null;
}

/** The interest year that holds a day: from its first day to the first day of the next. */
function interestYear(on: CalendarDate, first: CalendarDate, credited: 'year_end' | 'anniversary') {
  const year = yearOf(on);
  if (credited === 'year_end') {
    const from = `${on.slice(0, 4)}-01-01`;
    return { from, to: addMonths(from, 12) };
  }
  const years = year - yearOf(first);
  const passed = addMonths(first, 12 * years) <= on ? years : years - 1;
  return { from: addMonths(first, 12 * passed), to: addMonths(first, 12 * (passed + 1)) };
}
