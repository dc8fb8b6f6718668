import 'server-only';
import type { z } from 'zod';
import type { MatchOrder } from '@/bank/matching/book';
import type { Tx } from '@/db/client';
import { bankLine } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { listUnprovedHandedOver } from '../deposit/handed-over-queries';
import { nameLeases } from '../occupancy/party-queries';
import { listPayoutOrders } from '../payout/item-queries';
import { ORDER_LATE_DAYS } from './rules';
import type { DecidedPart, openTransfersInput } from './schema';

/** By hand a line may be one that no rule finds any more: the bank was asked so long ago at most. */
const BY_HAND_DAYS = 400;

/**
 * What was ordered of the bank, or recorded as handed over to the buyer of a house, and no line has proved yet, that a line of money
 * out may be: transfers of its amount, and files that come to it as a whole. The latest first; nothing for money that came in.
 */
export async function listOpenTransfers(
  tx: Tx,
  scope: Scope,
  { lineId }: z.output<typeof openTransfersInput>,
) {
  const [line] = await tx
    .select({ amountCents: bankLine.amountCents, bookedOn: bankLine.bookedOn, currency: bankLine.currency })
    .from(bankLine)
    .where(isRow(bankLine, scope, lineId));
  if (!line) throw new DomainError('not_found');
  if (line.amountCents >= 0 || line.currency !== scope.currency) return [];
  const since = addDays(line.bookedOn, -BY_HAND_DAYS);
  const orders = await listPayoutOrders(tx, scope, since);
  const handedOver = await listUnprovedHandedOver(tx, scope, { amountCents: -line.amountCents, since });
  const leaseOf = await nameLeases(
    tx,
    scope,
    handedOver.map(({ leaseId }) => leaseId),
  );
  return [
    ...orders.flatMap((order) => [...wholeOf(order, line), ...singleOf(order, line)]),
    // The buyer of a house is nobody in the books: the deposit is told by whose it is.
    ...handedOver.map(({ movementId, leaseId, on }): OpenTransfer => {
      const part = { kind: 'deposit_paid' as const, movementId };
      return { on, holders: leaseOf(leaseId).tenants, part };
    }),
  ].toSorted((a, b) => (a.on < b.on ? 1 : -1));
}

type Line = { amountCents: number; bookedOn: string };
type OpenTransfer = { on: string; holders: string[]; part: DecidedPart };

const singleOf = ({ on, items }: MatchOrder, { amountCents }: Line): OpenTransfer[] =>
  items.flatMap(({ isSettled, holder, posted, ...item }) => {
    if (isSettled || posted === null || item.amountCents !== amountCents) return [];
    const part =
      posted.kind === 'payment'
        ? { kind: 'evidence' as const, paymentId: posted.id }
        : { kind: 'deposit_paid' as const, movementId: posted.id };
    return [{ on, holders: [holder], part }];
  });

/** A file of one transfer is that transfer. */
function wholeOf({ id, on, items }: MatchOrder, { amountCents, bookedOn }: Line): OpenTransfer[] {
  const isWhole =
    items.length > 1 &&
    on >= addDays(bookedOn, -ORDER_LATE_DAYS) &&
    items.every((item) => !item.isSettled) &&
    sumCents(items.map((item) => item.amountCents)) === amountCents;
  const part = { kind: 'order' as const, order: 'payout' as const, orderId: id };
  return isWhole ? [{ on, holders: items.map((item) => item.holder), part }] : [];
}
