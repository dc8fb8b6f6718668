/** As many direct debits a file holds, and as many payments are recorded at once. */
export const MAX_COLLECTED = 100;

/** So long before a collection its debtor is told amount and day, unless a shorter time was agreed (SEPA Core Direct Debit Rulebook, 4.3.4). */
export const PRE_NOTICE_DAYS = 14;

/** How many files are shown: the latest. */
export const COLLECTIONS_SHOWN = 50;

export type DebitState = 'under_way' | 'received' | 'returned' | 'cancelled';

/** What became of a direct debit: of the file it is in, and of the payment it became. */
export function debitState(
  isCancelled: boolean,
  standing: { isReversed: boolean; isReturned: boolean } | undefined,
): DebitState {
  if (standing?.isReturned) return 'returned';
  if (standing && !standing.isReversed) return 'received';
  return isCancelled ? 'cancelled' : 'under_way';
}

/**
 * Names for the bank, from an id: letters and digits, 25 of them, so that what the bank appends for its parts stays within the
 * 35 a name may have.
 */
export const shortName = (id: string): string =>
  BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, '0');

/** Whether two lists hold the same, in whatever order: a file that was made, and one that is asked for. */
export function holdSame(one: readonly (string | number | null)[][], other: typeof one): boolean {
  const written = (rows: typeof one) =>
    rows
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join('\n');
  return written(one) === written(other);
}
