import { day, type Explained, inputs, none, number, type TraceStep, word } from '../../domain/trace.ts';
import type { NoticeCircumstance } from '../../domain/vocabulary.ts';
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

/** Which circumstances there can be; only a landlord's notice is longer for the house that is shared. */
export const circumstancesOf = (premises: PremisesKind, by: NoticeGiver): readonly NoticeCircumstance[] => {
  if (premises === 'business') return ['none', 'heirs'];
  if (premises === 'other') return ['none', 'commercial_land', 'heirs'];
  return by === 'landlord'
    ? ['none', 'shared_house', 'furnished_room', 'heirs']
    : ['none', 'furnished_room', 'heirs'];
};

/** A circumstance that is not one of these premises says nothing. */
export const fitting = ({
  premises,
  by,
  circumstance,
}: Pick<NoticeInput, 'premises' | 'by' | 'circumstance'>) =>
  circumstancesOf(premises, by).find((known) => known === circumstance) ?? 'none';

/**
 * Whether an ordinary notice needs a reason: a landlord's of a dwelling (§ 573 BGB), but of the second one in the landlord's own
 * house (§ 573a), of a furnished room there (§ 549 (2) no. 2), and to the heirs of the tenant (§ 573d (1)). Of other premises it needs
 * none: § 578 does not name § 573.
 */
export const needsReason = ({
  premises,
  by,
  circumstance,
}: Pick<NoticeInput, 'premises' | 'by' | 'circumstance'>): boolean =>
  premises === 'dwelling' && by === 'landlord' && (circumstance ?? 'none') === 'none';

export type NoticePeriod = {
  /** The day on which the lease ends at the earliest, its last day. */
  endsOn: CalendarDate;
  /** 3, 6, 9 or 12 calendar months; 6 for business premises (two quarters); 0 to the end of the month. */
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

type NoticeInput = {
  by: NoticeGiver;
  receivedOn: CalendarDate;
  letSince: CalendarDate;
  premises: PremisesKind;
  circumstance?: NoticeCircumstance | undefined;
  holidays: ReadonlySet<CalendarDate>;
};

function statutoryMonths({ by, premises, letSince, receivedOn, circumstance }: NoticeInput): number {
  if (premises === 'business') return 6;
  if (premises === 'other' || by === 'tenant') return 3;
  // § 573d (2) BGB: however long it was let.
  if (circumstance === 'heirs') return 3;
  const more = circumstance === 'shared_house' ? 3 : 0;
  if (hasLasted(letSince, 8, receivedOn)) return 9 + more;
  return (hasLasted(letSince, 5, receivedOn) ? 6 : 3) + more;
}

/** The month whose third working day the notice has to meet; where a lease ends with a quarter its first. */
function noticeMonth({ premises, circumstance, receivedOn, holidays }: NoticeInput): Month {
  const month = monthOf(receivedOn);
  const isQuarterly = premises === 'business' || (premises === 'other' && circumstance === 'commercial_land');
  const opens = (candidate: Month) => !isQuarterly || Number(candidate.slice(5)) % 3 === 1;
  if (opens(month) && receivedOn <= noticeDay(month, holidays)) return month;
  let next = shiftMonth(month, 1);
  while (!opens(next)) next = shiftMonth(next, 1);
  return next;
}

const FURNISHED_ROOM_DAY = '15';

/** Until the fifteenth for the end of the month (§ 573c (3) BGB); the day holds whatever day of the week it is. */
function furnishedRoomPeriod(receivedOn: CalendarDate): NoticePeriod & { month: Month } {
  const own = monthOf(receivedOn);
  const month = receivedOn <= `${own}-${FURNISHED_ROOM_DAY}` ? own : shiftMonth(own, 1);
  return { month, months: 0, receivedBy: `${month}-${FURNISHED_ROOM_DAY}`, endsOn: lastOfMonth(month) };
}

function periodOf(input: NoticeInput): NoticePeriod & { month: Month } {
  if (input.premises === 'dwelling' && input.circumstance === 'furnished_room') {
    return furnishedRoomPeriod(input.receivedOn);
  }
  const months = statutoryMonths(input);
  const month = noticeMonth(input);
  const endsOn = lastOfMonth(shiftMonth(month, months - 1));
  return { month, months, receivedBy: noticeDay(month, input.holidays), endsOn };
}

const sourceOf = ({ premises, circumstance }: NoticeInput): string[] => {
  if (circumstance === 'heirs') {
    if (premises === 'dwelling') return ['BGB § 564', 'BGB § 573d (2)'];
    return ['BGB § 580', 'BGB § 580a (4)'];
  }
  if (premises === 'business') return ['BGB § 580a (2)'];
  if (premises === 'other') return ['BGB § 580a (1) no. 3'];
  if (circumstance === 'furnished_room') return ['BGB § 573c (3)', 'BGB § 549 (2) no. 2'];
  return circumstance === 'shared_house' ? ['BGB § 573a', 'BGB § 573c (1)'] : ['BGB § 573c (1)'];
};

/**
 * The statutory period of an ordinary notice in Germany, counted from the day it is received.
 *
 * Dwellings (§ 573c (1) BGB): by the third working day of a month for the end of the month after next; for the
 * landlord three months more after five and again after eight years since the tenant got the dwelling, counted to
 * the day the notice is received, and three more where the landlord shares the house and gives no reason (§ 573a). Business
 * premises (§ 580a (2)): by the third working day of a quarter for the end of the next. Other rooms and land, such as a
 * garage let by itself (§ 580a (1) no. 3): as for a tenant's dwelling, land used for business to the end of a quarter. After the
 * death of the tenant heirs and landlord may give notice with the statutory period, which is three months for a dwelling however
 * long it was let (§§ 564, 573d (2)), and for others the ordinary one (§§ 580, 580a (4)); a fixed term does not hinder it.
 *
 * It tells only when, not whether: a landlord needs a reason (§ 573) but for § 573a, and a fixed term excludes ordinary
 * notice. `holidays` are those of the property's state from the month of receipt to the start of the next quarter.
 */
export function noticePeriod(given: NoticeInput): Explained<NoticePeriod> {
  const { by, premises, receivedOn, holidays } = given;
  const circumstance = fitting(given);
  const input = { ...given, circumstance };
  const { month, ...result } = periodOf(input);
  const isByDay = result.months === 0;
  return {
    result,
    trace: {
      rule: 'notice_period',
      formula: '{notice_received} ≤ {notice_day} → {notice_month} + {notice_months}',
      sources: [...sourceOf(input), ...(isByDay ? [] : ['BGB § 193', 'BGH VIII ZR 206/04 (2005-04-27)'])],
      inputs: inputs({
        notice_by: { kind: 'label', list: 'noticeBy', code: by },
        premises: word(
          circumstance === 'none' || circumstance === 'heirs'
            ? `premises_${premises}`
            : `premises_${circumstance}`,
        ),
        let_since: day(input.letSince),
        notice_received: day(receivedOn),
        notice_month: { kind: 'month', month },
        notice_day: day(result.receivedBy),
        notice_months: number(result.months, 'months'),
      }),
      steps: isByDay ? [] : countedDays(month, result.receivedBy, holidays),
      result: day(result.endsOn),
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
