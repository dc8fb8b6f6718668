import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { BankFileFault } from '../statement.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_ROW_LENGTH, MAX_ROWS } from './limits.ts';

/** A row of a table with its place in the file; cells without blanks at their ends. */
export type TableRow = { cells: string[]; raw: string; lineNumber: number };
export type Table = {
  rows: TableRow[];
  /** Whether the last row is closed by a line break; a spreadsheet's always is. */
  isClosed: boolean;
};

/** What the parser gives with `raw`, which its types do not say. */
const oneRaw = z.object({ record: z.array(z.string()), raw: z.string() });
const rawRows = z.array(oneRaw);

/**
 * Cells that a text is cut into by a separator. Quotes inside a field are signs like others; a quote that never closes
 * is half a file. Fault `quote_not_closed` with the line where it opens; `too_large` for what has more rows, or longer ones,
 * than statements have.
 */
export function readCsv(text: string, separator: string): Table {
  if (hasMoreLines(text, MAX_ROWS) || hasMoreCells(text, separator)) throw new BankFileFault('too_large');
  try {
    const rows = rawRows.parse(
      parse(text, {
        delimiter: separator,
        relax_quotes: true,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: MAX_ROW_LENGTH,
        raw: true,
        // Before the next row is cut.
        on_record: (row, { lines }) => {
          if (oneRaw.parse(row).record.length > MAX_COLUMNS) throw new BankFileFault('too_large', lines);
          return row;
        },
      }),
    );
    let read = 1;
    return {
      isClosed: /[\r\n]$/.test(text),
      rows: rows.map(({ record, raw }) => {
        const lead = raw.length - raw.replace(/^[\r\n]+/, '').length;
        const lineNumber = read + breaksIn(raw.slice(0, lead));
        read += breaksIn(raw);
        return { cells: record.map((cell) => cell.trim()), raw: raw.trim(), lineNumber };
      }),
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : null;
    throw new BankFileFault(error.code === 'CSV_MAX_RECORD_SIZE' ? 'too_large' : 'quote_not_closed', line);
  }
}

/** Without cutting the text, which takes its size many times over. */
export function hasMoreLines(text: string, most: number): boolean {
  const breaks = /\r\n|\r|\n/g;
  for (let count = 0; count <= most; count += 1) if (!breaks.test(text)) return false;
  return true;
}

function hasMoreCells(text: string, separator: string): boolean {
  let at = -1;
  for (let count = 0; count <= MAX_CELLS; count += 1) {
    at = text.indexOf(separator, at + 1);
    if (at < 0) return false;
  }
  return true;
}

const breaksIn = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** What separates most cells of the first rows that hold any, a quoted text counted as one. */
export function guessSeparator(text: string): string {
  const plain = text.slice(0, 20_000).replace(/"[^"]*"/g, '');
  const lines = plain.split(/\r\n|\r|\n/).slice(0, 60);
  const score = (sign: string) =>
    Math.max(0, ...lines.map((line) => line.split(sign).length - 1)) * (sign === ',' ? 0.9 : 1);
  return [';', ',', '\t', '|'].toSorted((a, b) => score(b) - score(a))[0] ?? ';';
}
