import type { CsvCell } from '@/lib/csv';

/** A series of a chart: a colour of its own, and how it is drawn; `table` only stands in the table. */
export type Series = {
  key: string;
  label: string;
  colour: string;
  drawn: 'bar' | 'line' | 'dashed' | 'table';
  /** Bars of one stack stand on each other. */
  stack?: string;
};

/** `short` stands below a column; beside a row stands as much of the label as there is room for. */
export type ChartRow = { key: string; label: string; short?: string; values: Record<string, number> };

/** What a chart shows; its table and its download show the same. */
export type ChartData = {
  title: string;
  /** What the rows are: months, categories. */
  rowHeader: string;
  rows: ChartRow[];
  series: Series[];
  /** Cents of the currency, or days. */
  unit: 'money' | 'days';
  /** Months stand side by side, names below each other. */
  layout: 'columns' | 'rows';
  /** A sum below the table: of months there is one, of a comparison of two years too. */
  hasSum: boolean;
  /** Said in place of a chart without figures. */
  nothing: string;
};

/** A name cut to the letters that stand in one line beside the bars; table and hint show all of it. */
export const shorten = (name: string, letters: number): string =>
  name.length > letters ? `${name.slice(0, letters - 1).trimEnd()}…` : name;

// Each holds 3:1 against the page in both schemes and differs in lightness, not only in hue.
export const colours = {
  good: 'var(--accent)',
  cost: 'light-dark(oklch(0.63 0.14 45), oklch(0.76 0.12 60))',
  quiet: 'light-dark(oklch(0.66 0.015 205), oklch(0.56 0.015 205))',
  ink: 'var(--foreground)',
} as const;

export const isEmpty = ({ rows, series }: ChartData): boolean =>
  rows.every((row) => series.every(({ key }) => (row.values[key] ?? 0) === 0));

export function sumOfSeries({ rows }: ChartData, key: string): number {
  return rows.reduce((sum, row) => sum + (row.values[key] ?? 0), 0);
}

/** The table of a chart as rows for a CSV file, headers first. */
export function csvRows(data: ChartData, words: { sum: string; currency: string }): CsvCell[][] {
  const unit = data.unit === 'money' ? ` (${words.currency})` : '';
  const cell = (value: number): CsvCell => (data.unit === 'money' ? { cents: value } : { count: value });
  const rows: CsvCell[][] = data.rows.map((row) => [
    row.label,
    ...data.series.map(({ key }) => cell(row.values[key] ?? 0)),
  ]);
  return [
    [data.rowHeader, ...data.series.map((one) => `${one.label}${unit}`)],
    ...rows,
    ...(data.hasSum
      ? [[words.sum, ...data.series.map(({ key }) => cell(sumOfSeries(data, key)))] satisfies CsvCell[]]
      : []),
  ];
}
