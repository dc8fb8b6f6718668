import { openingCents, type Payment, payments } from './truth.ts';

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const quoteIfNeeded = (cell: string) => (/[";\n]/.test(cell) ? quote(cell) : cell);
export const quoted = (cells: readonly string[], separator = ';') => cells.map(quote).join(separator);
export const bare = (cells: readonly string[]) => cells.map(quoteIfNeeded).join(';');
export const lines = (...rows: (string | string[])[]) => `${rows.flat().join('\r\n')}\r\n`;
export const BOM = '\ufeff';
export const each = (write: (payment: Payment, index: number) => string) => payments.map(write);
export const balanceAfter = (index: number) =>
  payments.slice(0, index + 1).reduce((sum, payment) => sum + payment.amountCents, openingCents);

export const marked = (payment: Payment) =>
  [
    payment.endToEnd && `EREF+${payment.endToEnd}`,
    payment.mandate && `MREF+${payment.mandate}`,
    payment.creditorId && `CRED+${payment.creditorId}`,
    `SVWZ+${payment.text}`,
  ]
    .filter(Boolean)
    .join(' ');

export const pendingWords = 'Umsatz vorgemerkt';
