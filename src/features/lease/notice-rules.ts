import { day, type Explained, inputs, none, number, type TraceStep, word } from '../../domain/trace.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  dayOfMonth,
  daysInclusive,
  firstOfMonth,
  lastOfMonth,
  type Month,
  monthOf,
  shiftMonth,
  weekday,
} from '../../lib/calendar.ts';
import type { PremisesKind } from '../legal/rules.ts';

/** Who gives notice; an agreement to end the lease needs no period. */
export type NoticeGiver = 'landlord' | 'tenant';

export type NoticePeriod = {
  /** The day on which the lease ends at the earliest, its last day. */
  endsOn: CalendarDate;
  /** 3, 6 or 9 calendar months; 6 for business premises (two quarters). */
  months: number;
  /** The last day on which the notice could have been received for that end. */
  receivedBy: CalendarDate;
};

/**
 * The third working day of a month for receiving a notice. Unlike for payments Saturday counts, unless it is the
 * third (BGH 27 April 2005, VIII ZR 206/04); then it is the next working day (§ 193 BGB).
 */
export function noticeDay(month: Month, holidays: ReadonlySet<CalendarDate>): CalendarDate {
  const isFree = (date: CalendarDate) => weekday(date) === 7 || holidays.has(date);
  let date = firstOfMonth(month);
  for (let counted = isFree(date) ? 0 : 1; counted < 3; ) {
    date = addDays(date, 1);
    if (!isFree(date)) counted += 1;
  }
  while (isFree(date) || weekday(date) === 6) date = addDays(date, 1);
  return date;
}

/** Five or eight whole years since the tenant got the keys; the day itself is the first of them (§ 187 (2) BGB). */
function hasLasted(since: CalendarDate, years: number, on: CalendarDate): boolean {
  const anniversary = addMonths(since, 12 * years);
  return on >= (dayOfMonth(anniversary) < dayOfMonth(since) ? addDays(anniversary, 1) : anniversary);
}

function statutoryMonths(input: {
  by: NoticeGiver;
  premises: PremisesKind;
  letSince: CalendarDate;
  receivedOn: CalendarDate;
}): number {
  if (input.premises === 'business') return 6;
  if (input.premises === 'other' || input.by === 'tenant') return 3;
  if (hasLasted(input.letSince, 8, input.receivedOn)) return 9;
  return hasLasted(input.letSince, 5, input.receivedOn) ? 6 : 3;
}

/** The month whose third working day the notice has to meet; for business premises the first of a quarter. */
function noticeMonth(
  premises: PremisesKind,
  receivedOn: CalendarDate,
  holidays: ReadonlySet<CalendarDate>,
): Month {
  const month = monthOf(receivedOn);
  const opens = (candidate: Month) => premises !== 'business' || Number(candidate.slice(5)) % 3 === 1;
  if (opens(month) && receivedOn <= noticeDay(month, holidays)) return month;
  let next = shiftMonth(month, 1);
  while (!opens(next)) next = shiftMonth(next, 1);
  return next;
}

/**
 * The statutory period of an ordinary notice in Germany, counted from the day it is received.
 *
 * Dwellings (§ 573c (1) BGB): by the third working day of a month for the end of the month after next; for the
 * landlord three months more after five and again after eight years since the tenant got the dwelling, counted to
 * the day the notice is received. Business premises (§ 580a (2)): by the third working day of a quarter for the end
 * of the next. Other rooms and land, such as a garage let by itself (§ 580a (1) no. 3): as for a tenant's dwelling.
 *
 * It tells only when, not whether: a landlord needs a reason (§ 573), and a fixed term excludes ordinary notice.
 * `holidays` are those of the property's state from the month of receipt to the start of the next quarter.
 */
export function noticePeriod(input: {
  by: NoticeGiver;
  receivedOn: CalendarDate;
  letSince: CalendarDate;
  premises: PremisesKind;
  holidays: ReadonlySet<CalendarDate>;
}): Explained<NoticePeriod> {
  const { by, premises, receivedOn, holidays } = input;
  const months = statutoryMonths(input);
  const month = noticeMonth(premises, receivedOn, holidays);
  const receivedBy = noticeDay(month, holidays);
  const endsOn = lastOfMonth(shiftMonth(month, months - 1));
  const isBusiness = premises === 'business';
  return {
    result: { endsOn, months, receivedBy },
    trace: {
      rule: 'notice_period',
      formula: '{notice_received} ≤ {notice_day} → {notice_month} + {notice_months}',
      sources: [
        premises === 'dwelling' ? 'BGB § 573c (1)' : isBusiness ? 'BGB § 580a (2)' : 'BGB § 580a (1) no. 3',
        'BGB § 193',
        'BGH VIII ZR 206/04 (2005-04-27)',
      ],
      inputs: inputs({
        notice_by: { kind: 'label', list: 'noticeBy', code: by },
        premises: word(`premises_${premises}`),
        let_since: day(input.letSince),
        notice_received: day(receivedOn),
        notice_month: { kind: 'month', month },
        notice_day: day(receivedBy),
        notice_months: number(months, 'months'),
      }),
      steps: countedDays(month, receivedBy, holidays),
      result: day(endsOn),
    },
  };
}

/** Every day of the month to the third working day, with what it is and whether it counts. */
function countedDays(month: Month, last: CalendarDate, holidays: ReadonlySet<CalendarDate>): TraceStep[] {
  const from = firstOfMonth(month);
  let count = 0;
  return Array.from({ length: daysInclusive(from, last) }, (_, index) => {
    const date = addDays(from, index);
    const isHoliday = holidays.has(date);
    const counts = !isHoliday && weekday(date) !== 7 && (weekday(date) !== 6 || count < 2);
    if (counts) count += 1;
    const kind = isHoliday
      ? 'holiday'
      : weekday(date) === 7
        ? 'sunday'
        : weekday(date) === 6
          ? 'saturday'
          : 'working_day';
    return {
      of: [day(date), word(kind)],
      formula: '{working_days_so_far}',
      inputs: inputs({ working_days_so_far: number(count) }),
      result: counts ? number(count) : none,
    };
  });
}
