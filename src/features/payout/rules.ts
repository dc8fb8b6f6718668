/** As many transfers a file holds. */
export const MAX_TRANSFERS = 100;

/** How many files are shown: the latest. */
export const PAYOUTS_SHOWN = 50;

/** How far ahead a file may be made: it stands in the books from the day it is made. */
export const LONGEST_AHEAD_DAYS = 31;

export type TransferState = 'ordered' | 'confirmed' | 'returned' | 'cancelled';

/** What became of a transfer: of what stands in the books for it, and whether a line of the bank proves it. */
export function transferState(
  posted: { isReversed: boolean; isReturned: boolean } | undefined,
  isProved: boolean,
): TransferState {
  if (posted?.isReturned) return 'returned';
  if (!posted || posted.isReversed) return 'cancelled';
  return isProved ? 'confirmed' : 'ordered';
}
