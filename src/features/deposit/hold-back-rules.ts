import { day, type Explained, inputs, money, number, type TraceInput } from '../../domain/trace.ts';
import { type CalendarDate, daysInclusive, maxDate, minDate, overlaps } from '../../lib/calendar.ts';
import { divideRounded, sumCents } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';

/** A tenancy’s days in a period whose costs are not settled yet, and the last day on which they can be. */
export type OpenPeriod = Period & { deadline: CalendarDate };

/** What is held back at most where nobody knows how statements end for this tenancy, as courts have let it (in monthly advances). */
const MONTHS_UNKNOWN = 3;

/**
 * How much of a deposit may be kept when a tenancy has ended and its operating costs are not settled yet: an adequate part until
 * the deadline of the statement, if a back-payment is to be expected (BGH 18 Jan 2006, VIII ZR 71/05; read in a publisher's
 * summary in November 2026). That is measured by what the last statement asked for, day by day, and is nothing where that was a
 * credit; without one, three monthly advances at most. Never more than is held. In cents, half up; `until` is the last deadline.
 */
export function depositHoldBack({
  open,
  last,
  monthlyAdvanceCents,
  heldCents,
  isGerman = true,
}: {
  open: readonly OpenPeriod[];
  /** What the last statement of the tenancy came to, positive for a back-payment, and for which of its days. */
  last: (Period & { resultCents: number }) | null;
  monthlyAdvanceCents: number;
  heldCents: number;
  /** Only German law is known, and cited. */
  isGerman?: boolean;
}): Explained<{ amountCents: number; until: CalendarDate | null }> {
  const lastDays = last ? daysInclusive(last.from, last.to) : 0;
  const parts = open.map(({ from, to }) => {
    const days = daysInclusive(from, to);
    const cents = last
      ? divideRounded(BigInt(Math.max(0, last.resultCents)) * BigInt(days), BigInt(lastDays))
      : 0;
    return { from, to, days, cents };
  });
  const held = Math.max(0, heldCents);
  const isGuessed = last === null && open.length > 0;
  const wanted = isGuessed ? MONTHS_UNKNOWN * monthlyAdvanceCents : sumCents(parts.map(({ cents }) => cents));
  const amountCents = Math.min(wanted, held);
  const until = open.reduce<CalendarDate | null>(
    (latest, { deadline }) => maxDate(deadline, latest ?? deadline),
    null,
  );
  const sources = isGerman ? ['BGH VIII ZR 71/05', '§ 556 (3) BGB'] : [];
  const expected: TraceInput = {
    name: 'expected_result',
    value: money(wanted),
    trace: {
      rule: 'deposit_hold_back',
      formula: 'Σ {last_back_payment} × {days} ÷ {days_of_bill}',
      sources,
      inputs: [],
      steps: parts.map(({ from, to, days, cents }) => ({
        of: [day(from), day(to)],
        formula: '{last_back_payment} × {days} ÷ {days_of_bill}',
        inputs: inputs({
          last_back_payment: money(Math.max(0, last?.resultCents ?? 0)),
          days: number(days, 'days'),
          days_of_bill: number(lastDays, 'days'),
        }),
        result: money(cents),
      })),
      result: money(wanted),
    },
  };
  return {
    result: { amountCents, until: amountCents === 0 ? null : until },
    trace: {
      rule: 'deposit_hold_back',
      formula: isGuessed
        ? `min({deposit_held}, ${MONTHS_UNKNOWN} × {monthly_advance})`
        : 'min({deposit_held}, {expected_result})',
      sources,
      inputs: [
        ...inputs({ deposit_held: money(held) }),
        ...(isGuessed ? inputs({ monthly_advance: money(monthlyAdvanceCents) }) : [expected]),
      ],
      steps: [],
      result: money(amountCents),
    },
  };
}

/**
 * What of a tenancy that has ended nobody has settled yet: of the periods of its house those that hold some of its days and whose
 * deadline has not gone by, for after it nothing may be asked for (§ 556 (3) sentence 3 BGB).
 */
export function openPeriods(
  periods: readonly OpenPeriod[],
  term: { from: CalendarDate; to: CalendarDate },
  settled: readonly Period[],
  today: CalendarDate,
): OpenPeriod[] {
  return periods
    .map((period) => ({
      from: maxDate(period.from, term.from),
      to: minDate(period.to, term.to),
      deadline: period.deadline,
    }))
    .filter(({ from, to, deadline }) => from <= to && deadline >= today && !isSettled({ from, to }, settled));
}

/**
 * What the last statement that holds days of a tenancy came to, and for which of its days; null where none does, as where the
 * term was changed after it: one of other days says nothing of these.
 */
export function lastOf<Told extends Period & { resultCents: number }>(
  told: readonly Told[],
  term: Period,
): (Period & { resultCents: number }) | null {
  const last = told.findLast((one) => overlaps(one, term));
  return last
    ? {
        from: maxDate(last.from, term.from),
        to: minDate(last.to, term.to),
        resultCents: last.resultCents,
      }
    : null;
}

const isSettled = (days: Period, settled: readonly Period[]): boolean =>
  settled.some(({ from, to }) => from <= days.to && to >= days.to);
