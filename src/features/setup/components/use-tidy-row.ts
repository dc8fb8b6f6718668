import { formatAmount, formatDate, formatMoney, isSignBehind, parseDate, parseMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import type { Column, Row } from '../grid-rules';

/** How cells are read, and how the user writes what they say; what cannot be read stays as it was typed. */
export function useTidyRow() {
  const formats = useFormats();
  const readers = {
    cents: (text: string) => parseMoney(text, formats),
    day: (text: string) => parseDate(text, formats),
  };

  function tidy(column: Column, text: string): string {
    if (column === 'startsOn') {
      const read = readers.day(text);
      return read.ok ? formatDate(read.day, formats) : text;
    }
    if (column !== 'net' && column !== 'costs') return text;
    const read = readers.cents(text);
    if (!read.ok) return text;
    return isSignBehind(formats)
      ? formatAmount(read.cents, formats)
      : formatMoney(read.cents, formats.currency, formats);
  }

  const tidyRow = (row: Row): Row => ({
    ...row,
    cells: {
      ...row.cells,
      ...{ startsOn: tidy('startsOn', row.cells.startsOn) },
      ...{ net: tidy('net', row.cells.net), costs: tidy('costs', row.cells.costs) },
    },
  });

  return { readers, tidy, tidyRow };
}
