import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from '@/domain/trace';
import { prorationMethods } from '@/domain/vocabulary';
import { addDays } from '@/lib/calendar';
import { rentForPeriod } from '../rent/rules';
import { expectedBookings, expectedRents, outlook, outlookPeriod } from './outlook-rules';

const { months } = outlookPeriod('2026-11-21');

test('on 21 November 2026 the outlook is December 2026 to November 2027', () => {
  expect(outlookPeriod('2026-11-21')).toMatchObject({ from: '2026-12-01', to: '2027-11-30' });
  expect(months).toHaveLength(12);
});

test('700 € and from March 2027 720 €, moving out on 15 June: 3 × 700 + 3 × 720 + 720 × 15 ÷ 30 = 4,620 €', () => {
  const rents = expectedRents(
    {
      startsOn: '2020-01-01',
      endsOn: '2027-06-15',
      prorationMethod: 'calendar_days',
      rents: [
        { validFrom: '2020-01-01', amountCents: 70_000 },
        { validFrom: '2027-03-01', amountCents: 72_000 },
      ],
    },
    months,
  );
  expect(rents).toEqual([70_000, 70_000, 70_000, 72_000, 72_000, 72_000, 36_000, 0, 0, 0, 0, 0]);
  expect(rents.reduce((sum, cents) => sum + cents, 0)).toBe(462_000);
});

test('law: a month expected is what the month will be charged, however many lines the rents have', () => {
  const day = fc.integer({ min: -400, max: 800 }).map((days) => addDays('2026-12-01', days));
  const line = fc.record({
    component: fc.constantFrom('net', 'operating_costs', 'parking'),
    amountCents: fc.integer({ min: 0, max: 200_000 }),
    settlement: fc.constantFrom('none', 'advance'),
    vatRateBp: fc.constantFrom(0, 700, 1_900),
  });
  const rent = fc.record({ validFrom: day, lines: fc.array(line, { minLength: 1, maxLength: 4 }) });
  const rents = fc.uniqueArray(rent, { maxLength: 4, selector: (one) => one.validFrom });
  const method = fc.constantFrom(...prorationMethods);
  fc.assert(
    fc.property(rents, day, fc.option(day), method, (rents, startsOn, end, prorationMethod) => {
      const endsOn = end !== null && end < startsOn ? null : end;
      const agreed = rents.map(({ validFrom, lines }) => ({
        validFrom,
        amountCents: lines.reduce((sum, one) => sum + one.amountCents, 0),
      }));
      const charged = months.map((month) =>
        rentForPeriod({
          rents,
          leaseStartsOn: startsOn,
          leaseEndsOn: endsOn,
          month,
          method: prorationMethod,
        }),
      );
      expect(expectedRents({ startsOn, endsOn, prorationMethod, rents: agreed }, months)).toEqual(
        charged.map((one) => one?.totalCents ?? 0),
      );
    }),
  );
});

test('300 € each quarter from 31 January, 320 € from July: January, April, July, October', () => {
  const item = {
    startsOn: '2026-01-31',
    endsOn: null,
    everyMonths: 3,
    anchorDay: 31,
    amounts: [
      { validFrom: '2026-01-31', amountCents: 30_000 },
      { validFrom: '2027-07-01', amountCents: 32_000 },
    ],
  };
  expect(expectedBookings(item, months)).toEqual([0, 30_000, 0, 0, 30_000, 0, 0, 32_000, 0, 0, 32_000, 0]);
});

test('850 € rent and 20 € income less 300 € expenses, then 850 €: 1,420 €', () => {
  const { result, trace } = outlook([
    { month: '2026-12', rentCents: 85_000, incomeCents: 2_000, expensesCents: 30_000 },
    { month: '2027-01', rentCents: 85_000, incomeCents: 0, expensesCents: 0 },
  ]);
  expect(result).toBe(142_000);
  expect(trace.steps.map((step) => step.result)).toEqual([money(57_000), money(85_000)]);
});
