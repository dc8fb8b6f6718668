import { type CalendarDate, isMonth, type Month, monthOf, shiftMonth, yearOf } from '@/lib/calendar';

/** What the page of all rents shows, as its address says it. */
export type RentsView = { kind: 'month'; month: Month; openOnly: boolean } | { kind: 'year'; year: number };

type Params = { get: (name: string) => string | null | undefined };

const earliest = '1900-01';
const latest = '2199-12';

/** Reads the address; anything it does not know counts as not said. */
export function readRentsView(params: Params, today: CalendarDate): RentsView {
  const year = params.get('year') ?? '';
  if (/^(19|2[01])\d\d$/.test(year)) return { kind: 'year', year: Number(year) };
  const month = params.get('month') ?? '';
  const isKnown = isMonth(month) && month >= earliest && month <= latest;
  return { kind: 'month', month: isKnown ? month : monthOf(today), openOnly: params.get('show') === 'open' };
}

/** The address of the view. */
export function writeRentsView(view: RentsView, today: CalendarDate): URLSearchParams {
  if (view.kind === 'year') return new URLSearchParams({ year: String(view.year) });
  const params = new URLSearchParams();
  if (view.month !== monthOf(today)) params.set('month', view.month);
  if (view.openOnly) params.set('show', 'open');
  return params;
}

/** The other view of the same time. */
export function otherView(view: RentsView, today: CalendarDate): RentsView {
  if (view.kind === 'month') return { kind: 'year', year: yearOf(view.month) };
  const isNow = view.year === yearOf(today);
  return { kind: 'month', month: isNow ? monthOf(today) : `${view.year}-01`, openOnly: false };
}

/** The months before and after; null at the ends of what the books can hold. */
export function monthsBeside(month: Month): { before: Month | null; after: Month | null } {
  return {
    before: month > earliest ? shiftMonth(month, -1) : null,
    after: month < latest ? shiftMonth(month, 1) : null,
  };
}
