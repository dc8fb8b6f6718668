import 'server-only';
import type { MatchOrder } from '@/bank/matching/book';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { getStanding, lockLeases, recordPayment } from '@/ledger';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { listCollectionOrders, nameDebitPayment } from '../debit/item-queries';
import { listPayoutOrders } from '../payout/item-queries';
import { provePaidOut } from './movement-commands';
import { type BankLine, type Posted, paymentFields, proveAs } from './proof-commands';
import { ORDER_LATE_DAYS } from './rules';
import type { DecidedPart } from './schema';

type OrderPart = Extract<DecidedPart, { kind: 'order' }>;

/**
 * One sum for a whole file: each of its transfers is proved, each of its direct debits received. All of them or none, and only
 * where they come to the line exactly.
 */
export async function settleOrder(
  tx: Tx,
  scope: Scope,
  line: BankLine,
  id: string,
  part: OrderPart,
): Promise<Posted[]> {
  const asked = await findOrder(tx, scope, line, part);
  await lockLeases(tx, scope, [...new Set(asked.items.map((item) => item.leaseId))]);
  const { items } = await findOrder(tx, scope, line, part);
  const isWhole = items.length > 0 && items.every((item) => !item.isSettled);
  if (!isWhole || sumCents(items.map((item) => item.amountCents)) !== line.amountCents) {
    throw new DomainError('bank.order_differs');
  }
  const posted: Posted[] = [];
  for (const [place, item] of items.entries()) {
    posted.push(await settle(tx, scope, { line, id: place === 0 ? id : crypto.randomUUID(), item, place }));
  }
  return posted;
}

async function findOrder(tx: Tx, scope: Scope, line: BankLine, { order, orderId }: OrderPart) {
  const list = order === 'payout' ? listPayoutOrders : listCollectionOrders;
  const found = (await list(tx, scope, addDays(line.bookedOn, -ORDER_LATE_DAYS))).find(
    (one) => one.id === orderId,
  );
  if (!found) throw new DomainError('bank.order_differs');
  return found;
}

type Item = { line: BankLine; id: string; item: MatchOrder['items'][number]; place: number };

async function settle(tx: Tx, scope: Scope, { line, id, item, place }: Item): Promise<Posted> {
  const { leaseId, amountCents, endToEnd, posted } = item;
  if (posted?.kind === 'movement') {
    return provePaidOut(tx, scope, { ...line, amountCents }, id, posted.id);
  }
  if (posted !== null) {
    const paid = await getStanding(tx, scope, posted.id);
    const proof = await proveAs(tx, scope, { line, id, paymentId: posted.id, amountCents, paid });
    await nameDebitPayment(tx, scope, endToEnd, { leaseId, paymentId: posted.id });
    return proof;
  }
  const fields = { ...paymentFields(line), method: 'direct_debit' as const, payerTenantId: null };
  await recordPayment(tx, scope, { ...fields, id, leaseId, amountCents, chargeIds: [] }, place);
  await nameDebitPayment(tx, scope, endToEnd, { leaseId, paymentId: id });
  return { id, kind: 'payment', paymentId: id, amountCents };
}
