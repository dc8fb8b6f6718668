import { type BookingDirection, bookingDirections } from '@/domain/vocabulary';
import {
  type CalendarDate,
  firstOfMonth,
  isCalendarDate,
  lastOfMonth,
  monthOf,
  shiftMonth,
} from '@/lib/calendar';
import type { ListTransactionsInput } from './schema';

export const bookingPeriods = ['year', 'month', 'last_year', 'twelve_months', 'all', 'range'] as const;
export type BookingPeriod = (typeof bookingPeriods)[number];

/** What a list of bookings is narrowed to, as the address of the page says it. */
export type BookingFilter = {
  search: string;
  period: BookingPeriod;
  /** For the period `range`. */
  from: CalendarDate | null;
  to: CalendarDate | null;
  kind: BookingDirection | null;
  categoryId: string | null;
  /** A property, `portfolio` for what belongs to none, null for everything. */
  place: string | null;
};

export const everyBooking: BookingFilter = {
  search: '',
  period: 'year',
  from: null,
  to: null,
  kind: null,
  categoryId: null,
  place: null,
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PAGE_ROWS = 12;

type Params = { get: (name: string) => string | null | undefined };

/** Reads the address; anything it does not know counts as not said. */
export function readBookingFilter(params: Params): BookingFilter {
  const text = (name: string) => params.get(name) ?? '';
  const day = (name: string) => (isCalendarDate(text(name)) ? text(name) : null);
  const id = (name: string) => (uuid.test(text(name)) ? text(name) : null);
  return {
    search: text('q').slice(0, 200),
    period: bookingPeriods.find((period) => period === text('period')) ?? 'year',
    from: day('from'),
    to: day('to'),
    kind: bookingDirections.find((kind) => kind === text('kind')) ?? null,
    categoryId: id('category'),
    place: text('place') === 'portfolio' ? 'portfolio' : id('place'),
  };
}

/** The filter as the address says it; what is as usual is left out. */
export function writeBookingFilter(filter: BookingFilter): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | null) => value !== null && params.set(name, value);
  set('q', filter.search.trim() === '' ? null : filter.search.trim());
  set('period', filter.period === 'year' ? null : filter.period);
  set('from', filter.period === 'range' ? filter.from : null);
  set('to', filter.period === 'range' ? filter.to : null);
  set('kind', filter.kind);
  set('category', filter.categoryId);
  set('place', filter.place);
  return params;
}

/** An address with this filter; what it says of other parts of its page stays. */
export function withBookingFilter(address: URLSearchParams, filter: BookingFilter): URLSearchParams {
  const params = new URLSearchParams(address);
  for (const name of ['q', 'period', 'from', 'to', 'kind', 'category', 'place']) params.delete(name);
  for (const [name, value] of writeBookingFilter(filter)) params.set(name, value);
  return params;
}

/** First and last day of the filter's period; null where it is open. */
export function periodDays(
  filter: Pick<BookingFilter, 'period' | 'from' | 'to'>,
  today: CalendarDate,
): { from: CalendarDate | null; to: CalendarDate | null } {
  const wholeYear = (month: string) => ({
    from: `${month.slice(0, 4)}-01-01`,
    to: `${month.slice(0, 4)}-12-31`,
  });
  switch (filter.period) {
    case 'year':
      return wholeYear(today);
    case 'last_year':
      return wholeYear(shiftMonth(monthOf(today), -12));
    case 'month':
      return { from: firstOfMonth(monthOf(today)), to: lastOfMonth(monthOf(today)) };
    case 'twelve_months':
      return { from: firstOfMonth(shiftMonth(monthOf(today), -11)), to: today };
    case 'all':
      return { from: null, to: null };
    case 'range':
      // Turned round while somebody is still typing the second day.
      return filter.from !== null && filter.to !== null && filter.from > filter.to
        ? { from: filter.to, to: filter.from }
        : { from: filter.from, to: filter.to };
  }
}

/** One place that makes the list's input, so that server and browser ask the same question. */
export function listBookingsOf(
  filter: BookingFilter,
  propertyId: string | null,
  today: CalendarDate,
): ListTransactionsInput {
  const place = propertyId ?? filter.place;
  return {
    search: filter.search.trim(),
    ...periodDays(filter, today),
    kind: filter.kind,
    categoryId: filter.categoryId,
    propertyId: place === 'portfolio' ? null : place,
    onPortfolioOnly: place === 'portfolio',
    limit: PAGE_ROWS,
  };
}
