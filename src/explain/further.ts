import { day, type Explained, inputs, money, month, number, percent, text, word } from '../domain/trace.ts';
import { vatContained } from '../domain/vat.ts';
import { type DepositBalance, type DepositMovement, depositBalance } from '../features/deposit/rules.ts';
import { consumedThousandths } from '../features/meter/rules.ts';
import type { OccupancyUnit } from '../features/occupancy/rules.ts';
import { occupancySegments, runningVacancyCost } from '../features/occupancy/segment-rules.ts';
import { valueChangeBp } from '../features/property/rules.ts';
import { monthlyCents, nextDueDay, type Recurrence } from '../features/recurring/rules.ts';
import { type CapHistory, earliestReferenceRise, referenceRise } from '../features/rent/index-rules.ts';
import { sumOf } from '../features/statistics/cash-rules.ts';
import { isNetCold, netColdRent } from '../features/statistics/yield-rules.ts';
import { splitTransfer } from '../ledger/allocation-rules.ts';
import { type CalendarDate, daysInclusive, type Month } from '../lib/calendar.ts';
import type { Period } from '../lib/period.ts';
import { seriesInputs } from './booking.ts';
import { linesOf, type ToldItem } from './ledger.ts';

/** What each of the months brings. */
export const explainMonths = (
  rule: 'expected_rents' | 'expected_bookings',
  months: readonly Month[],
  cents: readonly number[],
): Explained<readonly number[]> => ({
  result: cents,
  trace: sumOf(
    rule,
    months.map((one, index) => ({ of: month(one), cents: cents[index] ?? 0 })),
  ).trace,
});

/** How one transfer is shared out to several leases. */
export function explainTransfer(input: {
  amountCents: number;
  leaseIds: readonly string[];
  openItems: readonly (ToldItem & { leaseId: string })[];
  paidOn?: CalendarDate | undefined;
}) {
  const { amountCents, leaseIds, openItems, paidOn } = input;
  const openLines = openItems.flatMap((item) =>
    linesOf(item, openItems).map((line) => ({ ...line, leaseId: item.leaseId })),
  );
  const result = splitTransfer({ amountCents, leaseIds, openLines, ...(paidOn && { paidOn }) });
  const parts = result.map((part) => ({ of: text(part.leaseId), cents: part.amountCents }));
  return { result, trace: sumOf('transfer_split', parts).trace };
}

export function explainDepositBalance(
  movements: readonly DepositMovement[],
  on: CalendarDate,
): Explained<DepositBalance> {
  const result = depositBalance(movements, on);
  return {
    result,
    trace: {
      rule: 'deposit_balance',
      formula: '{deposit_received} + {interest_credited} + {moved} − {deducted} − {returned} − {handed_over}',
      sources: ['BGB § 551 (3)'],
      inputs: inputs({
        through: day(on),
        deposit_received: money(result.receivedCents),
        interest_credited: money(result.interestCents),
        moved: money(result.movedCents),
        deducted: money(result.deductedCents),
        returned: money(result.returnedCents),
        handed_over: money(result.handedOverCents),
        held_back: money(result.heldBackCents),
      }),
      steps: [],
      result: money(result.balanceCents),
    },
  };
}

/** What a rise to the reference rent is measured by, and from when it may take effect. */
export function explainReferenceBasis(history: CapHistory, validFrom: CalendarDate) {
  const basis = referenceRise(history, validFrom);
  const earliestOn = earliestReferenceRise(history, validFrom);
  return {
    result: { ...basis, earliestOn },
    trace: {
      rule: 'reference_rent_basis' as const,
      formula: '{rent_three_years_ago}',
      sources: ['BGB § 558 (1)', 'BGB § 558 (3)'],
      inputs: inputs({
        rent_three_years_ago: money(basis.rentThreeYearsAgoCents),
        current_rent: money(basis.currentRentCents),
        modernisation_rises: money(basis.modernisationCents),
        earliest_change: day(earliestOn),
      }),
      steps: [],
      result: money(basis.rentThreeYearsAgoCents),
    },
  };
}

/** The net cold rent among the lines of a rent. */
export function explainNetColdRent(lines: Parameters<typeof netColdRent>[0]): Explained<number> {
  const result = netColdRent(lines);
  return {
    result,
    trace: {
      rule: 'net_cold_rent',
      formula: 'Σ ({amount} − {vat_in_it})',
      sources: [],
      inputs: [],
      steps: lines.filter(isNetCold).map((line, index) => {
        const vatCents = vatContained(line.amountCents, line.vatRateBp);
        return {
          of: [number(index + 1)],
          formula: '{amount} − {vat_in_it}',
          inputs: inputs({ amount: money(line.amountCents), vat_in_it: money(vatCents) }),
          result: money(line.amountCents - vatCents),
        };
      }),
      result: money(result),
    },
  };
}

/** What each day of a period was, and what the vacancies have cost until today. */
export function explainSegments(input: {
  unit: OccupancyUnit;
  period: Period;
  askingRentCents: number | null;
  today: CalendarDate;
}) {
  const segments = occupancySegments(input.unit, input.period);
  const costs = runningVacancyCost(segments, input.askingRentCents, input.today);
  const result = segments.map((segment, index) => ({
    ...segment,
    costCents: costs[index]?.costCents ?? null,
    aheadCents: costs[index]?.aheadCents ?? null,
  }));
  const daysOf = (segment: Period) => daysInclusive(segment.from, segment.to);
  return {
    result,
    trace: {
      rule: 'occupancy_segments' as const,
      formula: 'Σ {days}',
      sources: [],
      inputs: inputs({
        range_from: day(input.period.from),
        range_to: day(input.period.to),
        today: day(input.today),
      }),
      steps: result.map((segment) => ({
        of: [day(segment.from), day(segment.to), word(`segment_${segment.state}`)],
        formula: '{days}',
        inputs: inputs({ days: number(daysOf(segment), 'days'), vacancy_cost: money(segment.costCents) }),
        result: number(daysOf(segment), 'days'),
      })),
      result: number(
        result.reduce((sum, segment) => sum + daysOf(segment), 0),
        'days',
      ),
    },
  };
}

export function explainNextDueDay(series: Recurrence, from: CalendarDate): Explained<CalendarDate | null> {
  const result = nextDueDay(series, from);
  return {
    result,
    trace: {
      rule: 'next_due_day',
      formula: '{due_on}',
      sources: [],
      inputs: [...seriesInputs(series), ...inputs({ counted_from: day(from), due_on: day(result) })],
      steps: [],
      result: day(result),
    },
  };
}

/** What has run through a meter, in thousandths of what it counts. */
export function explainConsumption(readings: { earlierThousandths: number; laterThousandths: number }) {
  const { earlierThousandths, laterThousandths } = readings;
  const result = consumedThousandths(
    { readingThousandths: earlierThousandths },
    { readingThousandths: laterThousandths },
  );
  return {
    result,
    trace: {
      rule: 'meter_consumption' as const,
      formula: '{later_reading} − {earlier_reading}',
      sources: [],
      inputs: inputs({
        later_reading: number(laterThousandths / 1_000),
        earlier_reading: number(earlierThousandths / 1_000),
      }),
      steps: [],
      result: number(result / 1_000),
    },
  };
}

/** What a recurring item is a month in the mean. */
export function explainMonthlyMean(amountCents: number, everyMonths: number): Explained<number> {
  const result = monthlyCents(amountCents, everyMonths);
  return {
    result,
    trace: {
      rule: 'monthly_mean',
      formula: '{amount} ÷ {every_months}',
      sources: [],
      inputs: inputs({ amount: money(amountCents), every_months: number(everyMonths, 'months') }),
      steps: [],
      result: money(result),
    },
  };
}

/** How far a value lies above or below the price. */
export function explainValueChange(valueCents: number, priceCents: number | null): Explained<number | null> {
  const result = valueChangeBp(valueCents, priceCents);
  return {
    result,
    trace: {
      rule: 'value_change',
      formula: '({current_value} − {price}) ÷ {price}',
      sources: [],
      inputs: inputs({ current_value: money(valueCents), price: money(priceCents) }),
      steps: [],
      result: percent(result),
      rounding: 'tenth_percent',
    },
  };
}
