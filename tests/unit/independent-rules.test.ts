import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reminderSteps } from '@/domain/vocabulary';
import { lumpSums } from '@/features/arrears/margin-rules';
import { nextReminder } from '@/features/arrears/reminder-rules';
import { defaultInterest } from '@/features/arrears/rules';
import { noticeThresholds } from '@/features/arrears/threshold-rules';
import { interestSoFar } from '@/features/deposit/rules';
import { knownBaseRates } from '@/features/legal/base-rate-facts';
import { toDay, toIso } from '../independent/days.ts';
import { interestDue } from '../independent/deposit.ts';
import { defaultInterestOf, lumpSumsOf } from '../independent/interest.ts';
import { letterToday } from '../independent/reminders.ts';
import { reached } from '../independent/thresholds.ts';

/** Rules of money against the second accountant's, on cases nobody chose: three seeds, none of which knows the others. */
const seeds = [20_140_729, 543_569, 5_513];
const runs = { numRuns: 60 };

const dayIn = (from: string, through: string) =>
  fc.integer({ min: toDay(from), max: toDay(through) }).map(toIso);
const monthIn = (from: number, years: number) =>
  fc.nat({ max: 12 * years - 1 }).map((months) => {
    const number = 12 * from + months;
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;
  });

const rent = fc
  .record({
    month: monthIn(2014, 13),
    contract: fc.oneof(fc.constantFrom('2014-07-28', '2014-07-29'), dayIn('2010-01-01', '2014-12-31')),
    dueDay: fc.integer({ min: 1, max: 28 }),
    cents: fc.integer({ min: 1, max: 300_000 }),
    paid: fc.array(
      fc.record({ after: fc.integer({ min: -40, max: 900 }), share: fc.integer({ min: 1, max: 100 }) }),
      {
        maxLength: 3,
      },
    ),
  })
  .map(({ dueDay, paid, ...one }) => {
    const due = `${one.month}-${String(dueDay).padStart(2, '0')}`;
    let open = one.cents;
    const payments = paid.map(({ after, share }) => {
      const cents = Math.min(open, Math.ceil((one.cents * share) / 100));
      open -= cents;
      return { on: toIso(toDay(due) + after), cents };
    });
    return { ...one, due, paid: payments.filter((payment) => payment.cents > 0) };
  });

describe.each(seeds)('seed %i', (seed) => {
  test('five, eight and nine points over the base rate, the 40 €, and what is only an estimate', () => {
    const rents = fc.array(rent, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(rents, dayIn('2014-01-01', '2027-04-30'), fc.boolean(), (owed, through, isBusiness) => {
        const claims = owed.map((one, index) => ({
          id: String(index),
          month: one.month,
          contractOn: one.contract,
          dueOn: one.due,
          totalCents: one.cents,
          payments: one.paid.map(({ on, cents }) => ({ on, amountCents: cents })),
        }));
        const terms = { kind: 'statutory' as const, isBusiness, baseRates: knownBaseRates };
        const { interestCents, claimableCents } = defaultInterest({ claims, through, terms }).result;
        const second = defaultInterestOf(owed, through, isBusiness);
        expect({ all: interestCents, known: claimableCents }).toEqual(second);
        expect(lumpSums({ claims, through }).result).toBe(lumpSumsOf(owed, through));
      }),
      { ...runs, seed },
    );
  });

  test('the thresholds of §§ 543, 569 BGB, around each limit', () => {
    const cents = fc.constantFrom(0, 1, 34_999, 35_000, 35_001, 69_999, 70_000, 70_001, 71_000, 140_000);
    const date = fc.record({
      month: monthIn(2026, 1),
      open: cents,
      rent: fc.constantFrom(0, 70_000, 70_000, 71_000, 60_000),
    });
    fc.assert(
      fc.property(fc.array(date, { maxLength: 7 }), (arrears) => {
        const rents = arrears.map(({ month, open, rent: rentCents }) => ({
          periodFrom: `${month}-01`,
          openCents: open,
          rentCents,
        }));
        const { twoDates, longerTime } = noticeThresholds({ rents, isDwelling: true }).result;
        expect({ twoDates: twoDates.isReached, longerTime: longerTime.isReached }).toEqual(reached(arrears));
      }),
      { numRuns: 2_000, seed },
    );
  });

  test('the interest on a deposit that is proposed since the last credit', () => {
    const entry = fc.record({
      kind: fc.constantFrom(
        'received' as const,
        'received' as const,
        'interest' as const,
        'deduction' as const,
        'returned' as const,
        'handed_over' as const,
        'hold_back' as const,
        'moved_in' as const,
        'moved_out' as const,
      ),
      on: dayIn('2022-01-01', '2026-06-30'),
      cents: fc.integer({ min: 1, max: 500_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 6 }),
        fc.integer({ min: 0, max: 400 }),
        dayIn('2026-07-01', '2027-03-31'),
        (entries, rateBp, through) => {
          const movements = entries.map(({ kind, on, cents }) => ({
            kind,
            bookedOn: on,
            amountCents: cents,
            heldUntil: null,
          }));
          expect(interestSoFar({ movements, rateBp, through }).result.dueCents).toBe(
            interestDue(entries, rateBp, through),
          );
        },
      ),
      { ...runs, seed },
    );
  });

  test('who is reminded today, how sharply and of how much', () => {
    const nameless = fc.record({
      due: dayIn('2026-08-01', '2026-12-05'),
      open: fc.constantFrom(0, 1, 499, 500, 85_000),
      rent: fc.boolean(),
    });
    const letters = fc.array(
      fc.record({
        name: fc.nat({ max: 4 }),
        tone: fc.nat({ max: 3 }),
        on: dayIn('2026-10-01', '2026-11-21'),
      }),
      { maxLength: 4 },
    );
    const habit = fc.record({
      gaps: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 4, maxLength: 4 }),
      used: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      between: fc.nat({ max: 14 }),
      cost: fc.nat({ max: 300 }),
      interest: fc.boolean(),
      least: fc.constantFrom(0, 500, 85_000),
    });
    const around = fc.record({
      entered: fc.option(dayIn('2026-10-01', '2026-11-21')),
      paused: fc.option(dayIn('2026-11-15', '2026-11-28')),
      interest: fc.nat({ max: 2_000 }),
      german: fc.boolean(),
    });
    const today = '2026-11-21';
    fc.assert(
      fc.property(
        fc.array(nameless, { maxLength: 5 }),
        letters,
        habit,
        around,
        (owed, told, { gaps, used, ...terms }, { entered, paused, interest, german }) => {
          let days = 0;
          const waits = gaps.map((gap, index) => {
            days += gap;
            return used[index] ? days : null;
          });
          const debts = owed.map((debt, index) => ({ ...debt, name: String(index) }));
          const sent = told.map((one) => ({ ...one, name: String(one.name) }));
          const look = { debts, sent, today, entered, paused, interest, german };
          const second = letterToday({ ...look, habit: { ...terms, waits } });
          const { result } = nextReminder({
            items: debts.map(({ name, due, open, rent: isRent }) => ({
              id: name,
              dueOn: due,
              openCents: open,
              isRent,
            })),
            history: sent.map(({ name, tone, on }) => ({
              itemId: name,
              step: reminderSteps[tone] ?? 'friendly',
              sentOn: on,
            })),
            rule: {
              afterDays: {
                friendly: waits[0] ?? null,
                first: waits[1] ?? null,
                second: waits[2] ?? null,
                last: waits[3] ?? null,
              },
              betweenDays: terms.between,
              feeCents: terms.cost,
              withInterest: terms.interest,
              leastCents: terms.least,
              payWithinDays: 10,
            },
            today,
            enteredOn: entered,
            pausedUntil: paused,
            interestCents: interest,
            isGerman: german,
          });
          const tone = result.step === null ? null : reminderSteps.indexOf(result.step);
          expect({ tone, asks: result.openCents, total: result.totalCents }).toEqual(second);
        },
      ),
      { numRuns: 2_000, seed },
    );
  });
});
