import {
  areaUnits,
  formatAmount,
  formatDate,
  formatDecimal,
  formatMoney,
  isSignBehind,
  parseDate,
} from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type Column, columns, type Row } from '../column-rules';
import { areaOf, centsOf, roomsOf } from '../figure-rules';

const amounts: readonly Column[] = ['net', 'costs', 'deposit', 'depositHeld', 'arrears', 'credit'];

/** How cells are read, and how the user writes what they say; what cannot be read stays as it was typed. */
export function useTidyRow() {
  const formats = useFormats();
  const readers = {
    cents: (text: string) => centsOf(text, formats),
    day: (text: string) => parseDate(text, formats),
    area: (text: string) => areaOf(text, formats),
    rooms: (text: string) => roomsOf(text, formats),
  };

  function tidyAmount(text: string): string | null {
    const read = readers.cents(text);
    if (!read.ok) return null;
    return isSignBehind(formats)
      ? formatAmount(read.cents, formats)
      : formatMoney(read.cents, formats.currency, formats);
  }

  function tidyDay(text: string): string | null {
    const read = readers.day(text);
    return read.ok ? formatDate(read.day, formats) : null;
  }

  function tidyArea(text: string): string | null {
    const read = readers.area(text);
    const unit = areaUnits[formats.areaUnit];
    return read.ok ? formatDecimal(unit.fromSqm100(read.scaled), unit.decimals, formats) : null;
  }

  function tidy(column: Column, text: string): string {
    if (column === 'area') return tidyArea(text) ?? text;
    const amount = amounts.includes(column) ? tidyAmount(text) : null;
    const hasDay = column === 'startsOn' || column === 'depositHeld';
    return amount ?? (hasDay ? tidyDay(text) : null) ?? text;
  }

  const tidyRow = (row: Row): Row => {
    const cells = { ...row.cells };
    for (const column of columns) cells[column] = tidy(column, cells[column]);
    return { ...row, cells };
  };

  return { readers, tidy, tidyRow };
}
