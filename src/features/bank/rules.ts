import type { Match, MatchPart } from '@/bank/matching/book';
import type { DecidedPart } from './schema';

/**
 * A match as a decision: what of the books it asks for. Null where a part is none of these (a transfer to an account of
 * one's own): it is left out, or decided by hand.
 */
export function decisionOf(match: Match): DecidedPart[] | null {
  // The bank's charge comes with the return it was taken for.
  const parts = match.parts.filter((part) => part.kind !== 'return_charge');
  const decided = parts.flatMap((part) => decidedPart(part) ?? []);
  if (decided.length === 0 || decided.length !== parts.length) return null;
  return decided.length === 1 || decided.every((part) => part.kind === 'payment') ? decided : null;
}

/** The leases a part is about: of a whole file many. */
export const leasesOfPart = (part: MatchPart): readonly string[] =>
  'leaseId' in part ? [part.leaseId] : part.kind === 'order' ? part.leaseIds : [];

/** A line of a sender who is nothing of the books. */
export const isLeftOut = (match: Match): boolean =>
  match.parts.length > 0 && match.parts.every((part) => part.kind === 'left_out');

function decidedPart(part: MatchPart): DecidedPart | null {
  switch (part.kind) {
    case 'rent':
    case 'deposit':
      return part.amountCents > 0
        ? {
            kind: 'payment',
            leaseId: part.leaseId,
            amountCents: part.amountCents,
            chargeIds: part.itemIds,
          }
        : null;
    case 'category':
      return {
        kind: 'booking',
        categoryId: part.categoryId,
        propertyId: part.propertyId,
        unitId: null,
        title: null,
      };
    case 'booked':
      return { kind: 'booked', bookingId: part.bookingId, dueOn: part.dueOn };
    case 'refund':
      return { kind: 'refund', leaseId: part.leaseId };
    case 'evidence':
      return { kind: 'evidence', paymentId: part.paymentId };
    case 'deposit_paid':
    case 'deposit_returned':
      return { kind: part.kind, movementId: part.movementId };
    case 'order':
      return { kind: 'order', order: part.order, orderId: part.orderId };
    case 'reversal':
      return { kind: 'return', paymentId: part.paymentId };
    default:
      return null;
  }
}

/** The words of a line as the reference of a payment: one line, in length and characters what a payment may have. */
export function referenceOf(text: string): string | null {
  const line = [...text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()]
    .slice(0, REFERENCE_LENGTH)
    .join('')
    .trim();
  return line === '' ? null : line;
}

const REFERENCE_LENGTH = 200;

/** So many lines are accepted in one request at most. */
export const MAX_CERTAIN = 100;

/** So long a line that was left out keeps its words, should somebody want it back. The privacy page says so. */
export const LEFT_OUT_DAYS = 90;

/** As text a request can carry: of a bank's files, which say the same words again and again, some ten megabytes. */
export const MAX_PACKED_LENGTH = 900_000;

/** So long after its day a file may be settled by one line. */
export const ORDER_LATE_DAYS = 60;
