import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { bankMatch, depositMovement, transaction } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { getStanding, listStandings } from '@/ledger';
import { listItems } from '../debit/item-queries';
import { holdSame } from '../debit/rules';
import { listTransfers } from '../payout/item-queries';
import type { DecidedPart } from './schema';

/** A part as a row to compare. */
type Said = (string | number | null)[];
type OrderPart = Extract<DecidedPart, { kind: 'order' }>;

/**
 * Whether a line was booked as what is asked for: the same kind, of the same lease, row, place and amount. Whoever got no answer
 * and chose something else meanwhile is not told that it was done. Which charges a payment was for is not
 * compared: the account may have shared it out anew since.
 */
export async function isDecidedSo(
  tx: Tx,
  scope: Scope,
  lineId: string,
  parts: readonly DecidedPart[],
): Promise<boolean> {
  const rows = await listBooked(tx, scope, lineId);
  const [first] = parts;
  if (first === undefined) return false;
  if (first.kind === 'order') return isOrder(tx, scope, rows, first);
  const booked = [];
  for (const row of rows) booked.push(await saidBy(tx, scope, row, first));
  return holdSame(booked, parts.map(saidOf));
}

/** What a line was booked as, with what its rows say. */
const listBooked = (tx: Tx, scope: Scope, lineId: string) =>
  tx
    .select({
      kind: bankMatch.kind,
      amountCents: bankMatch.amountCents,
      paymentId: bankMatch.paymentId,
      transactionId: bankMatch.transactionId,
      categoryId: transaction.categoryId,
      propertyId: transaction.propertyId,
      unitId: transaction.unitId,
      title: transaction.title,
      recurringId: transaction.recurringId,
      dueOn: transaction.dueOn,
      movementId: bankMatch.movementId,
      returnedMovementId: depositMovement.reversesMovementId,
    })
    .from(bankMatch)
    .leftJoin(transaction, joins(transaction.id, bankMatch.transactionId))
    .leftJoin(depositMovement, joins(depositMovement.id, bankMatch.movementId))
    .where(and(within(bankMatch, scope), eq(bankMatch.lineId, lineId)));

type Booked = Awaited<ReturnType<typeof listBooked>>[number];

/** What was asked, as a row to compare. A unit says its property, and who names no title gets one. */
function saidOf(part: DecidedPart): Said {
  switch (part.kind) {
    case 'payment':
      return [part.kind, part.leaseId, part.amountCents];
    case 'refund':
      return [part.kind, part.leaseId];
    case 'booking':
      return [part.kind, part.categoryId, part.unitId ?? part.propertyId, part.title];
    case 'booked':
      return [part.kind, part.bookingId, part.dueOn];
    case 'evidence':
    case 'return':
      return [part.kind, part.paymentId];
    case 'deposit_paid':
    case 'deposit_returned':
      return [part.kind, part.movementId];
    case 'order':
      return [part.kind, part.orderId];
  }
}

/** The same of what was booked, as far as the first part that is asked for says it. */
async function saidBy(tx: Tx, scope: Scope, row: Booked, asked: DecidedPart): Promise<Said> {
  const { kind, paymentId } = row;
  if (paymentId !== null) {
    const { leaseId, reversesPaymentId } = await getStanding(tx, scope, paymentId);
    if (kind === 'payment') return [kind, leaseId, row.amountCents];
    if (kind === 'refund') return [kind, leaseId];
    return [kind, kind === 'return' ? reversesPaymentId : paymentId];
  }
  if (kind === 'booking') {
    const isNamed = asked.kind === 'booking' && asked.title !== null;
    return [kind, row.categoryId, row.unitId ?? row.propertyId, isNamed ? row.title : null];
  }
  if (row.movementId !== null) {
    return kind === 'return'
      ? ['deposit_returned', row.returnedMovementId]
      : ['deposit_paid', row.movementId];
  }
  const isComing = asked.kind === 'booked' && asked.dueOn !== null;
  return isComing ? ['booked', row.recurringId, row.dueOn] : ['booked', row.transactionId, null];
}

/** Whether a line settled this very file: it proves or received all that stands of it. */
async function isOrder(
  tx: Tx,
  scope: Scope,
  rows: readonly Booked[],
  { order, orderId }: OrderPart,
): Promise<boolean> {
  const items =
    order === 'payout'
      ? (await listTransfers(tx, scope, [orderId])).filter(
          (item) => item.state === 'ordered' || item.state === 'confirmed',
        )
      : (await listItems(tx, scope, [orderId])).filter((item) => item.state === 'received');
  const standings = await listStandings(
    tx,
    scope,
    rows.flatMap((row) => row.paymentId ?? []),
  );
  const booked = rows.map((row) => row.movementId ?? standings.get(row.paymentId ?? '')?.latestId ?? null);
  return holdSame(
    booked.map((id) => [id]),
    items.map((item) => [item.postedId]),
  );
}
