/**
 * The VAT of lines of a rent account a second time, from a book of months: whoever keeps it notes at the end of every month
 * what the lines have in them by then, and tells the difference to what was told before.
 */
export type OwnLine = {
  suppliedIn: number;
  gross: number;
  vat: number;
  /** What came in which month. */
  payments: readonly { month: number; cents: number }[];
};

const halfUp = (value: number) => Math.floor(value + 0.5);

/** Net fee and VAT of each of `months` months, by fees agreed or received. */
export function bookOfVat(lines: readonly OwnLine[], months: number, byReceipt: boolean) {
  const told = { gross: 0, vat: 0 };
  return Array.from({ length: months }, (_, month) => {
    let gross = 0;
    let vat = 0;
    for (const line of lines) {
      const isDone = !byReceipt && line.suppliedIn <= month;
      const paid = line.payments.filter((one) => one.month <= month);
      const part = isDone ? line.gross : paid.reduce((all, { cents }) => all + cents, 0);
      gross += part;
      vat += line.gross === 0 ? 0 : isDone ? line.vat : halfUp((line.vat * part) / line.gross);
    }
    const own = { net: gross - told.gross - (vat - told.vat), vat: vat - told.vat };
    told.gross = gross;
    told.vat = vat;
    return own;
  });
}
