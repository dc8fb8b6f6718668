import 'server-only';
import { and, desc, eq, gte, isNull, type SQL } from 'drizzle-orm';
import type { MatchOrder } from '@/bank/matching/book';
import { ordersOf } from '@/bank/matching/orders';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankMatch, depositMovement, payout, payoutItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { listProved, listStandings } from '@/ledger';
import type { CalendarDate } from '@/lib/calendar';
import { transferState } from './rules';

/** Transfers with what became of each, the latest first. `postedId` is the row of the books that stands for it now. */
async function readItems(tx: Tx, scope: Scope, isAsked: SQL | undefined) {
  const rows = await tx
    .select({
      id: payoutItem.id,
      payoutId: payoutItem.payoutId,
      leaseId: payoutItem.leaseId,
      depositId: payoutItem.depositId,
      amountCents: payoutItem.amountCents,
      endToEnd: payoutItem.endToEnd,
      holder: payoutItem.holder,
      iban: payoutItem.iban,
      purpose: payoutItem.purpose,
      paymentId: payoutItem.paymentId,
      movementId: payoutItem.movementId,
      messageName: payout.messageName,
      executeOn: payout.executeOn,
      createdAt: payout.createdAt,
      isBatch: payout.isBatch,
    })
    .from(payoutItem)
    .innerJoin(payout, joins(payout.id, payoutItem.payoutId))
    .where(and(within([payoutItem, payout], scope), isAsked))
    .orderBy(desc(payout.executeOn), desc(payoutItem.id));
  const paymentIds = rows.flatMap((row) => row.paymentId ?? []);
  const movementIds = rows.flatMap((row) => row.movementId ?? []);
  const [standings, reversals] = [
    await listStandings(tx, scope, paymentIds),
    await listMovementReversals(tx, scope, movementIds),
  ];
  const latestIds = [...standings.values()].map((one) => one.latestId);
  const proved = new Set([
    ...(await listProved(tx, scope, latestIds)),
    ...(await listProvedMovements(tx, scope, movementIds)),
  ]);
  return rows.map(({ paymentId, movementId, ...row }) => {
    const standing = paymentId === null ? reversals.get(movementId) : standings.get(paymentId);
    const postedId = (paymentId === null ? movementId : standings.get(paymentId)?.latestId) ?? '';
    return {
      ...row,
      postedId,
      state: transferState(standing ?? (movementId === null ? undefined : stands), proved.has(postedId)),
    };
  });
}

const stands = { isReversed: false, isReturned: false };

export type TransferItem = Awaited<ReturnType<typeof readItems>>[number];

/** The transfers of files. */
export const listTransfers = (tx: Tx, scope: Scope, payoutIds: string[]): Promise<TransferItem[]> =>
  readItems(tx, scope, isAmong(payoutItem.payoutId, payoutIds));

/** The transfers of leases, whatever file they are in. */
export const listTransfersOf = (tx: Tx, scope: Scope, leaseIds: string[]): Promise<TransferItem[]> =>
  readItems(tx, scope, isAmong(payoutItem.leaseId, leaseIds));

/** What the bank's lines since a day may answer: files that were not called off, each with what stands of its transfers. */
export async function listPayoutOrders(tx: Tx, scope: Scope, from: CalendarDate): Promise<MatchOrder[]> {
  const items = await readItems(tx, scope, and(gte(payout.executeOn, from), isNull(payout.cancelledAt)));
  const standing = items.filter((item) => item.state === 'ordered' || item.state === 'confirmed');
  return ordersOf(
    'payout',
    standing.map(({ payoutId, messageName, executeOn, isBatch, depositId, postedId, state, ...item }) => ({
      order: { id: payoutId, messageName, on: executeOn, isBatch },
      item: {
        ...{
          id: item.id,
          leaseId: item.leaseId,
          endToEnd: item.endToEnd,
          iban: item.iban,
          holder: item.holder,
        },
        amountCents: -item.amountCents,
        isSettled: state === 'confirmed',
        posted: { kind: depositId === null ? ('payment' as const) : ('movement' as const), id: postedId },
      },
    })),
  );
}

/** Which repayments of deposits were taken back, and which of them by the bank: a line says so. */
async function listMovementReversals(tx: Tx, scope: Scope, movementIds: string[]) {
  const rows = await tx
    .select({ of: depositMovement.reversesMovementId, returnId: bankMatch.id })
    .from(depositMovement)
    .leftJoin(bankMatch, and(joins(bankMatch.movementId, depositMovement.id), eq(bankMatch.kind, 'return')))
    .where(and(within(depositMovement, scope), isAmong(depositMovement.reversesMovementId, movementIds)));
  return new Map(rows.map((row) => [row.of, { isReversed: true, isReturned: row.returnId !== null }]));
}

/** Which repayments of deposits a line of the bank proves. */
async function listProvedMovements(tx: Tx, scope: Scope, movementIds: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: bankMatch.movementId })
    .from(bankMatch)
    .where(and(within(bankMatch, scope), isAmong(bankMatch.movementId, movementIds)));
  return rows.flatMap((row) => row.id ?? []);
}
