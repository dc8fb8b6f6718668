import type { CalendarDate } from '../../lib/calendar.ts';
import { eachMonth, firstOfMonth, lastOfMonth, type Month, monthOf, shiftMonth } from '../../lib/calendar.ts';
import { sumCents } from '../../lib/money.ts';
import { type Explained, inputs, money, month } from '../../lib/trace.ts';
import type { ProrationMethod } from '../../lib/vocabulary.ts';
import { amountOn, dueDays, type Recurrence } from '../recurring/rules.ts';
import { type Rent, rentForPeriod } from '../rent/rules.ts';
import type { Period } from './period-rules.ts';

/** The twelve whole months after today's. */
export function outlookPeriod(today: CalendarDate): Period & { months: Month[] } {
  const first = shiftMonth(monthOf(today), 1);
  const last = shiftMonth(first, 11);
  return { from: firstOfMonth(first), to: lastOfMonth(last), months: eachMonth(first, last) };
}

export type OutlookMonth = { month: Month; rentCents: number; incomeCents: number; expensesCents: number };

/** What a lease will owe in each of the months by what is agreed today: rents to come count, new leases do not. */
export function expectedRents(
  lease: {
    startsOn: CalendarDate;
    endsOn: CalendarDate | null;
    prorationMethod: ProrationMethod;
    rents: readonly Rent[];
  },
  months: readonly Month[],
): number[] {
  return months.map(
    (one) =>
      rentForPeriod({
        rents: lease.rents,
        leaseStartsOn: lease.startsOn,
        leaseEndsOn: lease.endsOn,
        month: one,
        method: lease.prorationMethod,
      })?.totalCents ?? 0,
  );
}

/** What a recurring item will be posted with in each of the months. */
export function expectedBookings(
  item: Recurrence & { amounts: readonly { validFrom: CalendarDate; amountCents: number }[] },
  months: readonly Month[],
): number[] {
  return months.map((one) =>
    sumCents(
      dueDays(item, firstOfMonth(one), lastOfMonth(one)).map(
        (day) => amountOn(item.amounts, day)?.amountCents ?? 0,
      ),
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
