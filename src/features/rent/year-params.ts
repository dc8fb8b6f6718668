import { type CalendarDate, yearOf } from '@/lib/calendar';

/** What the rent section of a property shows, as the address of the page says it. */
export type RentView = { kind: 'year' | 'list'; year: number };

type Params = { get: (name: string) => string | null | undefined };

/** Reads the address; anything it does not know counts as not said. */
export function readRentView(params: Params, today: CalendarDate): RentView {
  const text = params.get('rentYear') ?? '';
  const year = /^(19|2[01])\d\d$/.test(text) ? Number(text) : yearOf(today);
  return { kind: params.get('rent') === 'list' ? 'list' : 'year', year };
}

/** The address with this view; what it says of other parts of the page stays. */
export function writeRentView(
  address: URLSearchParams,
  view: RentView,
  today: CalendarDate,
): URLSearchParams {
  const params = new URLSearchParams(address);
  params.delete('rent');
  params.delete('rentYear');
  if (view.kind === 'list') params.set('rent', 'list');
  if (view.kind === 'year' && view.year !== yearOf(today)) params.set('rentYear', String(view.year));
  return params;
}
