import { isMonth, type Month } from '../lib/calendar.ts';
import { DomainError } from '../lib/errors.ts';

/** What the Bundesbank publishes of what the law counts with. Values: hundredths of a per cent, or thousandths of an index. */
export type PublishedKind = 'base_rate' | 'consumer_price_index';
export type PublishedFigure = { kind: PublishedKind; validFrom: string; value: number };

type Series = {
  /** Data set and key, as `/rest/data/{flow}/{key}` takes them; joined by a dot they name the series in the answer. */
  flow: string;
  key: string;
  /** How many decimals are kept, so that the value is an integer. */
  decimals: number;
  unit: RegExp;
  /** What lies outside is no such figure, whatever it is called. */
  bounds: [least: number, most: number];
};

/**
 * The series, looked up on 22 November 2026: "Base rate as per Civil Code / End of month / SU0115" on
 * bundesbank.de (Discount rate, lombard rate and base rate); the consumer price index of the Federal Statistical Office,
 * total, unadjusted, 2020 = 100, as public programs read it.
 */
export const publishedSeries: Record<PublishedKind, Series> = {
  base_rate: {
    flow: 'BBIN1',
    key: 'M.DE.BBK.BBKBAS2.EUR.ME',
    decimals: 2,
    unit: /%|prozent|per ?cent/i,
    bounds: [-1_000, 3_000],
  },
  consumer_price_index: {
    flow: 'BBDP1',
    key: 'M.DE.N.VPI.C.A00000.I20.A',
    decimals: 3,
    unit: /2020\s*=\s*100/,
    bounds: [10_000, 1_000_000],
  },
};

export const seriesName = ({ flow, key }: Pick<Series, 'flow' | 'key'>): string => `${flow}.${key}`;
export const sourceOf = (kind: PublishedKind): string =>
  `Deutsche Bundesbank, ${seriesName(publishedSeries[kind])}`;

/** A value with such a remark is final; one that is estimated or provisional is left for later. */
const finalFlags = new Set(['', 'bemerkung', 'comment', 'comments']);

/** The first month with a base rate as § 247 BGB has it. */
const firstBaseRate: Month = '2002-01';

const unreadable = () => new DomainError('legal.source_unreadable');
const otherSeries = () => new DomainError('legal.source_other_series');

/**
 * Reads the CSV of `/rest/data/{flow}/{key}?format=csv`: a line with the name of the series and of its flags, lines that
 * describe it, among them its unit, then a line a month. Semicolons with decimal commas or commas with decimal points,
 * by the language it was asked in; `.` stands where there is no value.
 * @throws DomainError `legal.source_unreadable` when it is no such table, `legal.source_other_series` when its name, its
 * unit or its values are another's
 */
export function readFigures(kind: PublishedKind, text: string): PublishedFigure[] {
  const series = publishedSeries[kind];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const separator = lines[0]?.includes(';') ? ';' : ',';
  const rows = lines.map((line) =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')),
  );
  const head = rows[0] ?? [];
  const column = head.indexOf(seriesName(series));
  if (column < 1)
    throw head.some((cell) => /^[A-Z\d]+(\.[\w-]+){3,}$/.test(cell)) ? otherSeries() : unreadable();
  const unit = rows.find(([label = '']) => /^(einheit|unit)$/i.test(label))?.[column] ?? '';
  if (!series.unit.test(unit)) throw otherSeries();
  const months = new Map<Month, number>();
  for (const row of rows) {
    const [month = ''] = row;
    const typed = row[column] ?? '';
    const flag = (row[column + 1] ?? '').toLowerCase();
    if (!isMonth(month) || typed === '' || typed === '.' || !finalFlags.has(flag)) continue;
    const value = scaled(typed, series.decimals, separator);
    if (months.has(month)) throw unreadable();
    if (value < series.bounds[0] || value > series.bounds[1]) throw otherSeries();
    months.set(month, value);
  }
  if (months.size === 0) throw unreadable();
  const figures =
    kind === 'base_rate' ? halfYears(months) : [...months].map(([month, value]) => ({ month, value }));
  return figures
    .map(({ month, value }) => ({ kind, validFrom: `${month}-01`, value }))
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
}

/**
 * § 247 (1) BGB, in force since 1 January 2002: the base rate changes on 1 January and 1 July, so that all months of a
 * half-year have one. Before it changed with the rates of the central bank, on any day: no such rate, and left out.
 */
function halfYears(months: ReadonlyMap<Month, number>) {
  const found = new Map<Month, number>();
  for (const [month, value] of months) {
    if (month < firstBaseRate) continue;
    const start = `${month.slice(0, 4)}-${Number(month.slice(5)) <= 6 ? '01' : '07'}`;
    if ((found.get(start) ?? value) !== value) throw unreadable();
    found.set(start, value);
  }
  return [...found].map(([month, value]) => ({ month, value }));
}

/** `117,6` with three decimals is 117600; digits beyond them are refused, not rounded. */
function scaled(text: string, decimals: number, separator: string): number {
  const sign = separator === ';' ? ',' : '.';
  const [whole = '', rest = '', ...more] = text.split(sign);
  const digits = rest.padEnd(decimals, '0');
  const isPlain = /^-?\d{1,6}$/.test(whole) && /^\d{0,9}$/.test(rest) && more.length === 0;
  if (!isPlain || /[^0]/.test(digits.slice(decimals))) throw unreadable();
  return Number(whole + digits.slice(0, decimals));
}
