import { describe, expect, test } from 'vitest';
import type { RuleName } from '@/domain/trace-names';
import { readGiven } from './given';
import { rules } from './registry';

const result = (name: RuleName, input: unknown): unknown => rules[name].explain(input).result;

describe('what people write', () => {
  test.each([
    [{ totalEuro: '1.234,56 €' }, { totalCents: 123_456 }],
    [{ total_euro: '1.234' }, { totalCents: 123_400 }],
    [{ totalEuro: 0.1 }, { totalCents: 10 }],
    [{ amountEuro: -12.5 }, { amountCents: -1_250 }],
    [{ ratePercent: 5.12 }, { rateBp: 512 }],
    [{ areaSqm: '62,5' }, { areaSqm100: 6_250 }],
    [
      { dueOn: '5.1.2011', month: '3/2026' },
      { dueOn: '2011-01-05', month: '2026-03' },
    ],
    [{ on: '2026-3-5' }, { on: '2026-03-05' }],
    [{ state: 'Bayern' }, { state: 'BY' }],
    [{ state: 'DE-BE' }, { state: 'BE' }],
    // As in English: twelve thousand there, no amount here.
    [{ totalEuro: '12,345 EUR' }, { totalCents: '12,345 EUR' }],
    [{ totalEuro: '1,234.56' }, { totalCents: '1,234.56' }],
    [{ totalEuro: '850.50' }, { totalCents: '850.50' }],
    [
      { oldIndex: '106,6', newIndex: 109.3 },
      { oldIndex: 106.6, newIndex: 109.3 },
    ],
    [{ oldIndex: '106.6' }, { oldIndex: '106.6' }],
    // What cannot be read exactly stays, so that the rule refuses it instead of guessing.
    [{ totalEuro: 'a lot' }, { totalCents: 'a lot' }],
    [{ totalEuro: 1.005 }, { totalCents: 1.005 }],
    [
      { totalCents: 1, totalEuro: 2 },
      { totalCents: 1, totalEuro: 2 },
    ],
  ])('%j is %j', (written, read) => {
    expect(readGiven(written)).toEqual(read);
  });

  test.each([
    ['1,234.56', 123_456],
    ['12,345', 1_234_500],
    ['850.50', 85_050],
    ['1.234,56', '1.234,56'],
    ['850,50', '850,50'],
    ['1.234', '1.234'],
  ])('in English %s is %s', (totalEuro, totalCents) => {
    expect(readGiven({ totalEuro }, 'en')).toEqual({ totalCents });
  });

  test('a month has no more days than it has', () => {
    const vacant = (month: string, vacantDays: number) => () =>
      result('vacancy_cost', { months: [{ month, vacantDays, askingRentEuro: 700 }] });
    expect(vacant('2026-02', 31)).toThrow('the month has not so many days');
    expect(vacant('2026-02', 29)).toThrow();
    expect(vacant('2024-02', 29)()).toMatchObject({ costCents: 70_000 });
    expect(() => result('due_date', { rule: 'first', month: '2026-13' })).toThrow();
    expect(() =>
      result('simple_interest', { principalEuro: 1, rateBp: 500, days: 5, daysOfYear: 361 }),
    ).toThrow();
  });
});
