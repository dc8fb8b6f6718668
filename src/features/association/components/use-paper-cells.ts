import {
  formatAmount,
  formatDecimal,
  formatMoney,
  isSignBehind,
  parseDecimal,
  parseMoney,
} from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Place, Row } from '../grid-rules';

/** How the cells of a paper are read, and how the user writes what they say; what cannot be read stays as it was typed. */
export function usePaperCells() {
  const formats = useFormats();
  const cents = (amount: number) =>
    isSignBehind(formats) ? formatAmount(amount, formats) : formatMoney(amount, formats.currency, formats);
  const basisPoints = (scaled: number) => formatDecimal(scaled, 2, formats);
  const readers = {
    cents: (text: string) => parseMoney(text, formats),
    basisPoints: (text: string) => parseDecimal(text, 2, formats),
  };

  function tidy(column: Place, text: string): string {
    if (column === 'name' || column === 'key' || column === 'kind' || text.trim() === '') return text;
    if (column === 'recoverable') {
      const read = readers.basisPoints(text.replace('%', '').trim());
      return read.ok ? basisPoints(read.scaled) : text;
    }
    const read = readers.cents(text);
    return read.ok ? cents(read.cents) : text;
  }

  const tidyRow = (row: Row): Row => ({
    ...row,
    cells: {
      ...row.cells,
      total: tidy('total', row.cells.total),
      own: tidy('own', row.cells.own),
      recoverable: tidy('recoverable', row.cells.recoverable),
      labour: tidy('labour', row.cells.labour),
    },
  });

  return { readers, tidy, tidyRow, write: { cents, basisPoints } };
}
