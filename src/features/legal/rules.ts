import { isDwelling } from '../../domain/dwelling.ts';
import type { UnitKind } from '../../domain/vocabulary.ts';
import { type CalendarDate, type Month, monthOf, shiftMonth } from '../../lib/calendar.ts';

/** The statutory base rate from a day on, in hundredths of a per cent. */
export type BaseRate = {
  validFrom: CalendarDate;
  rateBp: number;
  /** Entered by the portfolio, not from the table. */
  isOwn?: boolean;
};

/** What is let decides which rule applies: § 573c BGB for dwellings, § 580a BGB for the rest. */
export const premisesKinds = ['dwelling', 'business', 'other'] as const;
export type PremisesKind = (typeof premisesKinds)[number];

/** A dwelling with a garage on one contract is a dwelling as a whole. */
export function premisesOf(units: readonly UnitKind[]): PremisesKind {
  if (units.some(isDwelling)) return 'dwelling';
  return units.includes('commercial') ? 'business' : 'other';
}

/** The first days of the half-years from a day's to another's, both included. */
export function halfYearsBetween(from: CalendarDate, through: CalendarDate): CalendarDate[] {
  const starts: CalendarDate[] = [];
  for (let month = halfYearOf(from); `${month}-01` <= through; month = shiftMonth(month, 6)) {
    starts.push(`${month}-01`);
  }
  return starts;
}

/** The first month of a day's half-year. */
function halfYearOf(on: CalendarDate): Month {
  const month = monthOf(on);
  return `${month.slice(0, 4)}-${Number(month.slice(5)) <= 6 ? '01' : '07'}`;
}

/** The index of a month is published in the middle of the next one. */
const INDEX_MONTHS_BEHIND = 2;

/** Whether the newest index that is known is older than the newest that must have been published by a day. */
export const isIndexOutdated = (latest: Month, today: CalendarDate): boolean =>
  latest < shiftMonth(monthOf(today), -INDEX_MONTHS_BEHIND);

export type KnownFigure = { kind: string; validFrom: CalendarDate; value: number };
export type FigureDifference<Kind> = {
  kind: Kind;
  validFrom: CalendarDate;
  fetched: number;
  known: number;
  /** Typed or fetched by the portfolio; else it stands in the program's own table, which the portfolio cannot change. */
  isOwn: boolean;
};

/** What is published by whether it is known already: not yet, or with another value. What is known alike is left out. */
export function compareFigures<Figure extends KnownFigure>(input: {
  fetched: readonly Figure[];
  published: readonly KnownFigure[];
  own: readonly KnownFigure[];
}): { fresh: Figure[]; differences: FigureDifference<Figure['kind']>[] } {
  const keyOf = ({ kind, validFrom }: KnownFigure) => `${kind} ${validFrom}`;
  const published = new Map(input.published.map((row) => [keyOf(row), row.value]));
  const own = new Map(input.own.map((row) => [keyOf(row), row.value]));
  const fresh: Figure[] = [];
  const differences: FigureDifference<Figure['kind']>[] = [];
  for (const figure of input.fetched) {
    const { kind, validFrom, value: fetched } = figure;
    const isOwn = !published.has(keyOf(figure));
    const known = published.get(keyOf(figure)) ?? own.get(keyOf(figure));
    if (known === undefined) fresh.push(figure);
    else if (known !== fetched) differences.push({ kind, validFrom, fetched, known, isOwn });
  }
  return { fresh, differences };
}
