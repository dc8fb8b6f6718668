import { type Explained, inputs, money, month } from '../../domain/trace.ts';
import type { ProrationMethod } from '../../domain/vocabulary.ts';
import type { CalendarDate } from '../../lib/calendar.ts';
import { eachMonth, firstOfMonth, lastOfMonth, type Month, monthOf, shiftMonth } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import { amountOn, dueDays, type Recurrence } from '../recurring/rules.ts';
import { methodIn, type Rent, rentForPeriod, rentOn } from '../rent/rules.ts';

/** The twelve whole months after today's. */
export function outlookPeriod(today: CalendarDate): Period & { months: Month[] } {
  const first = shiftMonth(monthOf(today), 1);
  const last = shiftMonth(first, 11);
  return { from: firstOfMonth(first), to: lastOfMonth(last), months: eachMonth(first, last) };
}

export type OutlookMonth = { month: Month; rentCents: number; incomeCents: number; expensesCents: number };

/** What is agreed for a month from a day on, all lines of the rent in one sum. */
export type AgreedRent = { validFrom: CalendarDate; amountCents: number };

const inOneLine = ({ validFrom, amountCents }: AgreedRent): Rent => ({
  validFrom,
  lines: [{ component: 'net', amountCents, settlement: 'none', vatRateBp: 0 }],
});

/** What a lease will owe in each of the months by what is agreed today: rents to come count, new leases do not. */
export function expectedRents(
  lease: {
    startsOn: CalendarDate;
    endsOn: CalendarDate | null;
    prorationMethod: ProrationMethod;
    isSold?: boolean;
    rents: readonly AgreedRent[];
  },
  months: readonly Month[],
): number[] {
  const { startsOn, endsOn } = lease;
  const rents = lease.rents.map(inOneLine);
  return months.map((month) => {
    // Most months are whole and of one rent. Days sort as text: none of a month is after its 31st.
    const [first, last] = [`${month}-01`, `${month}-31`];
    const isWhole = startsOn <= first && (endsOn === null || endsOn > last);
    if (isWhole && !rents.some(({ validFrom }) => validFrom > first && validFrom <= last)) {
      return rentOn(rents, first)?.lines[0]?.amountCents ?? 0;
    }
    const owed = rentForPeriod({
      rents,
      leaseStartsOn: startsOn,
      leaseEndsOn: endsOn,
      month,
      method: methodIn(lease, month),
    });
    return owed?.totalCents ?? 0;
  });
}

/** What a recurring item will be posted with in each of the months, which follow each other. */
export function expectedBookings(
  item: Recurrence & { amounts: readonly { validFrom: CalendarDate; amountCents: number }[] },
  months: readonly Month[],
): number[] {
  const [first, last] = [months.at(0), months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days = dueDays(item, firstOfMonth(first), lastOfMonth(last));
  return months.map((one) =>
    sumCents(
      days.filter((day) => day.startsWith(one)).map((day) => amountOn(item.amounts, day)?.amountCents ?? 0),
    ),
  );
}

/** Expected rent and other income less expected expenses, month by month. */
export function outlook(months: readonly OutlookMonth[]): Explained<number> {
  const net = (one: OutlookMonth) => sumCents([one.rentCents, one.incomeCents, -one.expensesCents]);
  const sum = (cents: (one: OutlookMonth) => number) => sumCents(months.map(cents));
  const values = (parts: Omit<OutlookMonth, 'month'>) =>
    inputs({
      expected_rent: money(parts.rentCents),
      expected_income: money(parts.incomeCents),
      expected_expenses: money(parts.expensesCents),
    });
  const formula = '{expected_rent} + {expected_income} − {expected_expenses}';
  const result = sum(net);
  return {
    result,
    trace: {
      rule: 'outlook',
      formula,
      sources: [],
      inputs: values({
        rentCents: sum((one) => one.rentCents),
        incomeCents: sum((one) => one.incomeCents),
        expensesCents: sum((one) => one.expensesCents),
      }),
      steps: months.map((one) => ({
        of: [month(one.month)],
        formula,
        inputs: values(one),
        result: money(net(one)),
      })),
      result: money(result),
    },
  };
}
