import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { allocation, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { allocatePayment } from '../allocation-rules';
import type { reallocatePaymentInput } from '../inputs';
import {
  allocate,
  listStandingAllocations,
  releaseAllocations,
  reverseAllocations,
} from '../rows/allocations';
import { assertChargesOfLease } from '../rows/charges';
import { changeCredit } from '../rows/credits';
import { listOpenLines } from '../rows/lines';
import { lockLeases } from '../rows/lock';
import { describePayment } from '../rows/payments';
import { refundedCents } from '../rows/refunds';
import { settleWithCredits } from '../rows/settle';

/**
 * Changes by hand what a payment settles. What other payments had settled of a named charge makes room for it,
 * the newest first, and goes on to what is open; so does what is left of this payment.
 */
export async function reallocatePayment(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof reallocatePaymentInput>,
) {
  const [row] = await tx
    .select()
    .from(payment)
    .where(and(within(payment, scope), eq(payment.id, input.paymentId)));
  if (!row) throw new DomainError('not_found');
  if (row.reversesPaymentId || row.direction === 'out') throw new DomainError('payment.is_reversal');
  await lockLeases(tx, scope, [row.leaseId]);
  const [reversal] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.reversesPaymentId, row.id)));
  if (reversal) throw new DomainError('payment.already_reversed');
  const chargeIds = input.allocations.map((part) => part.chargeId);
  await assertChargesOfLease(tx, scope, row.leaseId, chargeIds, 'allocations');
  const wantedCents = sumCents(input.allocations.map((part) => part.amountCents));
  if (wantedCents > row.amountCents - (await refundedCents(tx, scope, row.id))) {
    throw new DomainError('payment.exceeds_unallocated', { field: 'allocations' });
  }

  const before = await listStandingAllocations(tx, scope, eq(allocation.paymentId, row.id));
  const settledBefore = sumByCharge(before);
  const wanted = sumByCharge(input.allocations);
  const changes = (chargeId: string) => settledBefore.get(chargeId) !== wanted.get(chargeId);
  const dropped = before.filter((part) => changes(part.chargeId));
  const added = input.allocations.filter((part) => changes(part.chargeId));
  if (dropped.length + added.length === 0) return describePayment(tx, scope, row.id);
  if (input.seen) assertSame(settledBefore, sumByCharge(input.seen));
  await reverseAllocations(tx, scope, dropped, scope.today);
  await changeCredit(tx, scope, row.id, sumCents(dropped.map((part) => part.amountCents)));
  await makeRoom(tx, scope, input.allocations, added);
  const openLines = await listOpenLines(tx, scope, [row.leaseId]);
  const shares = added.flatMap(({ chargeId, amountCents }) => {
    const own = openLines.filter((line) => line.chargeId === chargeId);
    return allocatePayment({ amountCents, openLines: own }).allocations;
  });
  await allocate(
    tx,
    scope,
    shares.map((share) => ({ paymentId: row.id, ...share })),
    scope.today,
  );
  await changeCredit(tx, scope, row.id, -sumCents(added.map((part) => part.amountCents)));
  await settleWithCredits(tx, scope, [row.leaseId], scope.today);
  await recordAudit(tx, scope, {
    action: 'payment.allocate',
    entity: 'payment',
    entityId: row.id,
    before: Object.fromEntries(settledBefore),
    after: Object.fromEntries(wanted),
  });
  return describePayment(tx, scope, row.id);
}

type Share = { chargeId: string; amountCents: number };

function sumByCharge(shares: readonly Share[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const share of shares) {
    sums.set(share.chargeId, (sums.get(share.chargeId) ?? 0) + share.amountCents);
  }
  return sums;
}

async function makeRoom(tx: Tx, scope: Scope, all: readonly Share[], added: readonly Share[]): Promise<void> {
  if (added.length === 0) return;
  const items = await tx
    .select({ chargeId: openItem.chargeId, totalCents: openItem.totalCents, openCents: openItem.openCents })
    .from(openItem)
    .where(
      and(
        within(openItem, scope),
        isAmong(
          openItem.chargeId,
          added.map((part) => part.chargeId),
        ),
      ),
    );
  for (const part of added) {
    const item = items.find((row) => row.chargeId === part.chargeId);
    if (!item || part.amountCents > item.totalCents) {
      throw new DomainError('payment.exceeds_open', {
        field: `allocations.${all.findIndex((row) => row.chargeId === part.chargeId)}.amountCents`,
      });
    }
    const lacking = part.amountCents - item.openCents;
    if (lacking > 0) {
      await releaseAllocations(tx, scope, { chargeId: part.chargeId }, lacking, scope.today);
    }
  }
}

function assertSame(settled: ReadonlyMap<string, number>, seen: ReadonlyMap<string, number>): void {
  const isSame = settled.size === seen.size && [...settled].every(([id, cents]) => seen.get(id) === cents);
  if (!isSame) throw new DomainError('version_conflict');
}
