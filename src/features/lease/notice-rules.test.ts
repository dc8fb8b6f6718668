import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NoticeCircumstance } from '@/domain/vocabulary';
import type { PremisesKind } from '@/features/legal/rules';
import { addDays, lastOfMonth, monthOf, shiftMonth, weekday } from '@/lib/calendar';
import { type GermanState, publicHolidays } from '../rent/holiday-rules';
import { isPaymentDay } from '../rent/rules';
import { type NoticeGiver, needsReason, noticeDay, noticePeriod } from './notice-rules';

const holidaysOf = (state: GermanState, ...years: number[]) =>
  new Set(years.flatMap((year) => publicHolidays(year, state).map((holiday) => holiday.day)));

function end(
  by: NoticeGiver,
  receivedOn: string,
  more: {
    letSince?: string;
    premises?: PremisesKind;
    circumstance?: NoticeCircumstance;
    state?: GermanState;
  } = {},
) {
  const year = Number(receivedOn.slice(0, 4));
  return noticePeriod({
    by,
    receivedOn,
    letSince: more.letSince ?? `${year - 1}-01-01`,
    premises: more.premises ?? 'dwelling',
    circumstance: more.circumstance,
    holidays: holidaysOf(more.state ?? 'BE', year, year + 1),
  }).result;
}

describe('published examples', () => {
  test('to end on 31 December 2023 it must arrive by 5 October: the 1st is a Sunday, the 3rd a holiday (Haufe HI10949473)', () => {
    expect(end('landlord', '2023-10-05')).toEqual({
      endsOn: '2023-12-31',
      months: 3,
      receivedBy: '2023-10-05',
    });
    expect(end('landlord', '2023-10-06').endsOn).toBe('2024-01-31');
  });

  test('Saturday 1 October 2022 counts, Sunday and 3 October do not: Wednesday the 5th (FU Berlin, netjura 1688)', () => {
    expect(noticeDay('2022-10', holidaysOf('BE', 2022))).toBe('2022-10-05');
  });

  test('received on 5 June 2002, a Wednesday: too late for August, since Saturday the 1st counts (BGH VIII ZR 206/04)', () => {
    expect(noticeDay('2002-06', holidaysOf('NW', 2002))).toBe('2002-06-04');
    expect(end('tenant', '2002-06-05', { state: 'NW' }).endsOn).toBe('2002-09-30');
  });

  test('received on 6 May 2025 it ends on 31 August: 2, 3 (Saturday) and 5 May count (Haus & Grund Niedersachsen)', () => {
    expect(end('tenant', '2025-05-06', { state: 'NI' })).toMatchObject({
      endsOn: '2025-08-31',
      receivedBy: '2025-06-04',
    });
    expect(end('tenant', '2025-05-05', { state: 'NI' }).endsOn).toBe('2025-07-31');
  });

  test('the third is Holy Saturday 2015, so the Tuesday after Easter is in time (LG Berlin 65 S 395/16)', () => {
    expect(end('tenant', '2015-04-07')).toEqual({
      endsOn: '2015-06-30',
      months: 3,
      receivedBy: '2015-04-07',
    });
  });
});

describe('a landlord’s notice of a dwelling', () => {
  test.each([
    ['2021-03-02', 3, '2026-05-31'],
    ['2021-03-01', 6, '2026-08-31'],
    ['2018-03-02', 6, '2026-08-31'],
    ['2018-03-01', 9, '2026-11-30'],
  ])('let since %s, received on 1 March 2026: %i months, to %s', (letSince, months, endsOn) => {
    expect(end('landlord', '2026-03-01', { letSince })).toMatchObject({ months, endsOn });
  });

  test('let since 29 February 2020, five years are over on 1 March 2025, not on 28 February', () => {
    expect(end('landlord', '2025-02-28', { letSince: '2020-02-29' }).months).toBe(3);
    expect(end('landlord', '2025-03-01', { letSince: '2020-02-29' }).months).toBe(6);
  });
});

test('the tenant’s period stays three months after thirty years', () => {
  expect(end('tenant', '2026-03-02', { letSince: '1996-01-01' }).months).toBe(3);
});

test('business premises: received on 5 January 2026 to the end of June, on the 6th to the end of September (§ 580a (2))', () => {
  const premises = 'business';
  expect(end('tenant', '2026-01-05', { premises }).endsOn).toBe('2026-06-30');
  expect(end('tenant', '2026-01-06', { premises }).endsOn).toBe('2026-09-30');
  expect(end('landlord', '2026-02-10', { premises, letSince: '2000-01-01' }).endsOn).toBe('2026-09-30');
});

test('a garage by itself: three months also for a landlord after ten years (§ 580a (1))', () => {
  expect(end('landlord', '2026-03-02', { premises: 'other', letSince: '2016-01-01' }).months).toBe(3);
});

describe('what makes another period', () => {
  test('the landlord’s own house of two (§ 573a): 3 + 3, after five years 6 + 3, after eight 9 + 3 months; the tenant’s 3', () => {
    const circumstance = 'shared_house';
    const months = (letSince: string) => end('landlord', '2026-03-01', { letSince, circumstance }).months;
    expect([months('2021-03-02'), months('2021-03-01'), months('2018-03-01')]).toEqual([6, 9, 12]);
    expect(end('landlord', '2026-03-03', { letSince: '2018-03-01', circumstance }).endsOn).toBe('2027-02-28');
    expect(end('tenant', '2026-03-03', { circumstance }).months).toBe(3);
  });

  test('a furnished room in the landlord’s dwelling: by the 15th, a Sunday too, to the end of the month (§ 573c (3))', () => {
    const circumstance = 'furnished_room';
    expect(end('landlord', '2026-11-15', { circumstance })).toEqual({
      endsOn: '2026-11-30',
      months: 0,
      receivedBy: '2026-11-15',
    });
    expect(end('tenant', '2026-12-16', { circumstance })).toMatchObject({
      endsOn: '2027-01-31',
      receivedBy: '2027-01-15',
    });
  });

  test('ground used for business: received on 5 January 2026 to the end of March, on the 7th to the end of June (§ 580a (1) no. 3)', () => {
    const more = { premises: 'other', circumstance: 'commercial_land' } as const;
    expect(end('tenant', '2026-01-05', more)).toEqual({
      endsOn: '2026-03-31',
      months: 3,
      receivedBy: '2026-01-05',
    });
    expect(end('landlord', '2026-01-07', more)).toMatchObject({
      endsOn: '2026-06-30',
      receivedBy: '2026-04-07',
    });
    expect(end('landlord', '2026-01-07', { premises: 'other' }).endsOn).toBe('2026-04-30');
  });
});

describe('after the death of the tenant (BGB §§ 564, 573d (2), 580)', () => {
  const heirs = { letSince: '2010-03-01', circumstance: 'heirs' } as const;

  test('the landlord of a dwelling let for 16 years has three months to the heirs, and not nine', () => {
    expect(end('landlord', '2026-11-04', { letSince: '2010-03-01' })).toMatchObject({ months: 9 });
    expect(end('landlord', '2026-11-04', heirs)).toMatchObject({ months: 3, endsOn: '2027-01-31' });
    expect(end('tenant', '2026-11-04', heirs)).toMatchObject({ months: 3, endsOn: '2027-01-31' });
  });

  test('no reason is needed; business premises end with a quarter as ever, a garage with a month', () => {
    expect(needsReason({ premises: 'dwelling', by: 'landlord', circumstance: 'heirs' })).toBe(false);
    expect(end('landlord', '2026-10-06', { ...heirs, premises: 'business' })).toMatchObject({ months: 6 });
    expect(end('landlord', '2026-11-04', { ...heirs, premises: 'other' })).toMatchObject({ months: 3 });
  });
});

const aDay = fc.integer({ min: 0, max: 9_000 }).map((days) => addDays('2005-01-01', days));
const aState = fc.constantFrom<GermanState>('BE', 'BY', 'NW', 'SN', 'HH');

test('the notice day is no Saturday, Sunday or holiday, comes no later than the payment day, and no earlier than the 3rd', () => {
  fc.assert(
    fc.property(aDay, aState, (day, state) => {
      const month = monthOf(day);
      const holidays = holidaysOf(state, Number(month.slice(0, 4)));
      const third = noticeDay(month, holidays);
      expect(isPaymentDay(third, holidays)).toBe(true);
      expect(third >= `${month}-03`).toBe(true);
      let payment = `${month}-01`;
      for (let counted = 0; ; payment = addDays(payment, 1)) {
        if (isPaymentDay(payment, holidays)) counted += 1;
        if (counted === 3) break;
      }
      expect(third <= payment).toBe(true);
    }),
  );
});

test('a later receipt never ends a lease earlier, and there are at least so many months less the grace days', () => {
  fc.assert(
    fc.property(
      aDay,
      fc.nat({ max: 120 }),
      aState,
      fc.constantFrom<NoticeGiver>('landlord', 'tenant'),
      fc.constantFrom<PremisesKind>('dwelling', 'business', 'other'),
      aDay,
      (receivedOn, later, state, by, premises, letSince) => {
        const more = { state, premises, letSince };
        const first = end(by, receivedOn, more);
        const second = end(by, addDays(receivedOn, later), more);
        expect(second.endsOn >= first.endsOn).toBe(true);
        expect(first.endsOn).toBe(lastOfMonth(monthOf(first.endsOn)));
        expect(receivedOn <= first.receivedBy).toBe(true);
        expect(monthOf(first.endsOn)).toBe(shiftMonth(monthOf(first.receivedBy), first.months - 1));
        expect(weekday(first.receivedBy)).toBeLessThanOrEqual(5);
      },
    ),
  );
});
