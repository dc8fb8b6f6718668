import type { UnitKind } from '@/domain/vocabulary';
import type { CalendarDate, Month } from '@/lib/calendar';
import { kindNamed } from './kind-rules';

export const situations = ['one', 'house', 'rooms', 'several'] as const;
/** What a landlord lets: one flat, one house with several, a flat by its rooms, or several places. */
export type Situation = (typeof situations)[number];

const usualColumns = ['place', 'unit', 'tenant', 'startsOn', 'net', 'costs'] as const;
/** Where a house is; of one house or flat the form asks that. */
export const addressColumns = ['street', 'postalCode', 'city'] as const;
/** What a list of one's own may know besides; asked for where somebody has it. */
export const furtherColumns = [
  ...addressColumns,
  ...(['email', 'phone', 'iban', 'persons', 'area', 'rooms'] as const),
  ...(['deposit', 'depositHeld', 'arrears', 'credit'] as const),
] as const;
export const columns = [...usualColumns, ...furtherColumns] as const;
export type Column = (typeof columns)[number];

const isOfAddress = (column: Column): boolean => addressColumns.some((one) => one === column);

export const isFurther = (column: Column): boolean => furtherColumns.some((one) => one === column);

/** So many people fit one cell of tenants. */
export const MOST_PEOPLE = 6;

/** A row as it is typed; its ids make sending it again the same request. */
export type Row = {
  ids: Record<'place' | 'unit' | 'lease' | 'deposit' | 'received', string> & { tenants: readonly string[] };
  cells: Record<Column, string>;
  /** What it is; null while its name says so. */
  kind: UnitKind | null;
  /** What it is where its name does not say so either: a flat, unless it is one of the rooms of one. */
  usual?: UnitKind | undefined;
  /** Whether its rent contains VAT, where that can be. */
  hasVat: boolean;
};

export const emptyCells: Row['cells'] = {
  ...{ place: '', unit: '', tenant: '', startsOn: '', net: '', costs: '' },
  ...{ street: '', postalCode: '', city: '' },
  ...{ email: '', phone: '', iban: '', persons: '', area: '', rooms: '' },
  ...{ deposit: '', depositHeld: '', arrears: '', credit: '' },
};

export const kindOf = ({ kind, usual, cells }: Row): UnitKind =>
  kind ?? kindNamed(cells.unit || cells.place, usual);

export type Fault = { row: number; column: Column; code: string };
export type Wrong = (column: Column, code: string) => void;

type Scaled = { ok: true; scaled: number } | { ok: false; reason: string };

/** How the user writes amounts, days and areas, and what is known besides of the day and the place. */
export type Readers = {
  cents: (text: string) => { ok: true; cents: number } | { ok: false; reason: string };
  day: (text: string) => { ok: true; day: CalendarDate } | { ok: false; reason: string };
  /** Hundredths of a square metre. */
  area: (text: string) => Scaled;
  /** Tenths of a room. */
  rooms: (text: string) => Scaled;
  /** The VAT that a rent may contain there. */
  vatBp: (kind: UnitKind) => number | null;
  today: CalendarDate;
  /** Where the homes are. */
  country: string | null;
  /** The first month that is booked; what was open is so before it. */
  firstMonth: Month;
};

/**
 * The columns asked for: of one flat neither place nor unit, costs only where they are paid in advance, and further ones
 * where somebody has them. What came of a deposit stands beside what was agreed.
 */
export function columnsOf(
  situation: Situation,
  hasCosts: boolean,
  further: readonly Column[] = [],
): Column[] {
  const usual = usualColumns.filter((column) => {
    if (column === 'place') return situation === 'several';
    if (column === 'unit') return situation !== 'one';
    return column !== 'costs' || hasCosts;
  });
  const hasHeld = further.includes('depositHeld');
  return [
    ...usual,
    ...furtherColumns.filter(
      (one) =>
        (further.includes(one) || (one === 'deposit' && hasHeld)) &&
        (situation === 'several' || !isOfAddress(one)),
    ),
  ];
}
