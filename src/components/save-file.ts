import { csvDialect, type UserFormats } from '@/i18n/formats';
import { type CsvCell, toCsv } from '@/lib/csv';

/** Hands a file that was made here to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then; the address would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A table for spreadsheets, in the way the user writes numbers. */
export function saveTable(
  rows: readonly (readonly CsvCell[])[],
  name: string,
  formats: Pick<UserFormats, 'numberFormat'>,
): void {
  const text = toCsv(rows, csvDialect(formats));
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}
