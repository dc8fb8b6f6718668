import { type PaymentMethod, paymentTraits } from '@/domain/account-kinds';

type Entry = {
  id: string;
  debitCents: number;
  creditCents: number;
  balanceCents: number;
  isReversed: boolean;
  isReturned: boolean;
  reversesPaymentId: string | null;
};

// What the bank returned did happen and stays in sight.
const isUndone = (row: Entry) => (row.isReversed || row.reversesPaymentId !== null) && !row.isReturned;

/**
 * The account, latest first, as if payments that were undone had never been there: neither they nor what took
 * them back, and the balances between the two without them. An undone payment that is not loaded yet lies
 * further down, so that it counts for every entry below its reversal.
 */
export function withoutUndone<Row extends Entry>(rows: readonly Row[]): { rows: Row[]; hiddenCount: number } {
  const places = new Map(rows.map((row, place) => [row.id, place]));
  const reversals = rows.flatMap((row, place) => {
    if (row.reversesPaymentId === null || row.isReturned) return [];
    const original = places.get(row.reversesPaymentId) ?? rows.length;
    // What the undone payment had done to the balance, read from what took it back.
    return [{ from: place, to: original, effectCents: row.creditCents - row.debitCents }];
  });
  const shown = rows.flatMap((row, place) => {
    if (isUndone(row)) return [];
    const undoneCents = reversals
      .filter(({ from, to }) => from < place && place < to)
      .reduce((sum, { effectCents }) => sum + effectCents, 0);
    return [{ ...row, balanceCents: row.balanceCents - undoneCents }];
  });
  return { rows: shown, hiddenCount: rows.filter((row) => row.isReversed && isUndone(row)).length };
}

/** Where no money came or went, the method itself says what an entry is. */
export const ownTitle = (method: PaymentMethod | null): PaymentMethod | null =>
  method !== null && !paymentTraits[method].isMoney ? method : null;

/** What an entry that takes a payment back is called: the bank did it, or it was corrected, or simply undone. */
export const reversalTitle = (row: { isReturned: boolean; isMoved: boolean; isReplaced: boolean }) => {
  if (row.isReturned) return 'paymentReturned';
  if (row.isMoved) return 'paymentMoved';
  return row.isReplaced ? 'paymentCorrected' : 'paymentUndone';
};
