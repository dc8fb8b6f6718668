/** A table as text for spreadsheets; where nothing is said the decimal sign decides the separator, as most expect it. */
export type CsvDialect = { decimal: ',' | '.'; separator?: ',' | ';' };

export type CsvCell = string | { cents: number } | { count: number };

// A spreadsheet takes a text that begins so for a formula and runs it; some drop blanks and read full-width signs.
const startsFormula = /^[\s\p{Cf}\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

// A program of another country separates by the other sign, or by tabs, and hears no quotes then: what follows begins a cell there.
const otherwiseBegun = {
  ';': /[,\t\r\n][\s\p{Cf}\p{Cc}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]?/gu,
  ',': /[;\t\r\n][\s\p{Cf}\p{Cc}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]?/gu,
} as const;
type Separator = keyof typeof otherwiseBegun;

const endsInSign = /[=+\-@\uff1d\uff0b\uff0d\uff20]$/;

/** A text that runs as no formula, whichever sign the program that opens it takes for a separator. */
function withoutFormulas(text: string, separator: Separator): string {
  const within = text.replace(otherwiseBegun[separator], (begun) =>
    endsInSign.test(begun) ? `${begun.slice(0, -1)}'${begun.slice(-1)}` : begun,
  );
  return startsFormula.test(within) ? `'${within}` : within;
}

function writeCell(cell: CsvCell, dialect: CsvDialect, separator: Separator): string {
  if (typeof cell !== 'string') return 'cents' in cell ? writeCents(cell.cents, dialect) : String(cell.count);
  // What keeps words together on a page, a spreadsheet would take for another letter when it searches or sorts.
  const plain = cell.replaceAll('\u00a0', ' ');
  const safe = withoutFormulas(plain, separator);
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Two decimals, no groups of thousands: `-1234,56`. */
function writeCents(cents: number, { decimal }: CsvDialect): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`;
}

/** Rows as CSV with CRLF (RFC 4180) and a byte order mark, by which Excel knows UTF-8. */
export function toCsv(rows: readonly (readonly CsvCell[])[], dialect: CsvDialect): string {
  const separator = dialect.separator ?? (dialect.decimal === ',' ? ';' : ',');
  const lines = rows.map((row) => row.map((cell) => writeCell(cell, dialect, separator)).join(separator));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}
