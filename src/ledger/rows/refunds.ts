import 'server-only';
import { and, asc, desc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { allocation, credit, payment, refundPart } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { type Happened, listStandingAllocations, releaseParts } from './allocations';
import { insertCharges } from './charges';
import { changeCredit, openCredit } from './credits';
import { insertPayment } from './payments';

type Refund = { leaseId: string; amountCents: number; refundPaymentId: string };

/**
 * Takes a refund out of the lease's credits: first what statements came to, which is what is owed back, then from the oldest on.
 * @returns what they could not give
 */
export async function takeCredits(tx: Tx, scope: Scope, refund: Refund): Promise<number> {
  const credits = await tx
    .select({ paymentId: credit.paymentId, openCents: credit.openCents })
    .from(credit)
    .innerJoin(payment, joins(payment.id, credit.paymentId))
    .where(
      and(within([credit, payment], scope), eq(credit.leaseId, refund.leaseId), gt(credit.openCents, sql`0`)),
    )
    .orderBy(
      desc(eq(payment.method, 'statement_credit')),
      asc(credit.paidOn),
      asc(payment.recordedAt),
      asc(credit.paymentId),
    );
  let left = refund.amountCents;
  for (const { paymentId, openCents } of credits) {
    if (left === 0) break;
    const amountCents = Math.min(left, openCents);
    await tx.insert(refundPart).values({
      portfolioId: scope.portfolioId,
      refundPaymentId: refund.refundPaymentId,
      paymentId,
      amountCents,
      allocatedAt: scope.now,
    });
    await changeCredit(tx, scope, paymentId, -amountCents);
    left -= amountCents;
  }
  return left;
}

/** Refunds that stand, by payment they were taken from or by the refund itself. */
function listStandingRefunds(tx: Tx, scope: Scope, filter: SQL) {
  return tx
    .select()
    .from(refundPart)
    .where(
      and(
        within(refundPart, scope),
        filter,
        isNull(refundPart.reversesRefundPartId),
        sql`not exists (
          select 1 from hausbuch.refund_part later
          where later.portfolio_id = ${scope.portfolioId} and later.reverses_refund_part_id = ${refundPart.id}
        )`,
      ),
    )
    .orderBy(asc(refundPart.allocatedAt), asc(refundPart.id));
}

type StandingRefund = typeof refundPart.$inferSelect;

async function reverseRefunds(tx: Tx, scope: Scope, parts: StandingRefund[]): Promise<void> {
  if (parts.length === 0) return;
  await tx.insert(refundPart).values(
    parts.map((part) => ({
      portfolioId: scope.portfolioId,
      refundPaymentId: part.refundPaymentId,
      paymentId: part.paymentId,
      amountCents: -part.amountCents,
      reversesRefundPartId: part.id,
      allocatedAt: scope.now,
    })),
  );
}

/** What of a payment went back to the tenant. */
export async function refundedCents(tx: Tx, scope: Scope, paymentId: string): Promise<number> {
  const parts = await listStandingRefunds(tx, scope, eq(refundPart.paymentId, paymentId));
  return sumCents(parts.map((part) => part.amountCents));
}

/** Takes a refund back: what it had given is credit again. The caller holds the lease. */
export async function undoRefund(tx: Tx, scope: Scope, refundPaymentId: string): Promise<void> {
  const parts = await listStandingRefunds(tx, scope, eq(refundPart.refundPaymentId, refundPaymentId));
  await reverseRefunds(tx, scope, parts);
  for (const part of parts) await changeCredit(tx, scope, part.paymentId, part.amountCents);
}

/** The bank's return of a payment: its day, and the row that says it. */
export type Returned = { on: CalendarDate; id: string };

/**
 * Money that is taken back may have been refunded. Then the refund came out of other money of the lease: its
 * credits, else what last settled a charge, which is open again. What the bank took back is gone, other money or not: what
 * the refund was not covered by is owed back. The caller holds the lease and has emptied the credit of the payment.
 * @throws DomainError `payment.refunded` when the lease has no other money and nothing was returned
 */
export async function moveRefunds(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  paymentId: string,
  returned?: Returned,
): Promise<void> {
  const parts = await listStandingRefunds(tx, scope, eq(refundPart.paymentId, paymentId));
  await reverseRefunds(tx, scope, parts);
  for (const { refundPaymentId, amountCents } of parts) {
    const refund = { leaseId, amountCents, refundPaymentId };
    const missing = await takeMoney(tx, scope, refund, ne(payment.id, paymentId), returned?.on);
    if (missing === 0) continue;
    if (!returned) throw new DomainError('payment.refunded');
    await claimRefund(tx, scope, { ...refund, amountCents: missing }, returned);
  }
}

/**
 * Takes a refund out of what money the lease has: its credits, else what last settled a charge, which is open again.
 * @returns what there is not
 */
export async function takeMoney(
  tx: Tx,
  scope: Scope,
  refund: Refund,
  isOther: SQL = sql`true`,
  happenedOn?: Happened,
): Promise<number> {
  const missing = await takeCredits(tx, scope, refund);
  if (missing === 0) return 0;
  const others = tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.leaseId, refund.leaseId), isOther));
  const standing = await listStandingAllocations(tx, scope, sql`${allocation.paymentId} in ${others}`);
  await releaseParts(tx, scope, standing, missing, happenedOn);
  return takeCredits(tx, scope, { ...refund, amountCents: missing });
}

/**
 * Credit that was paid out and never stayed is owed back (§ 812 (1) BGB): a charge from that day on. So that the account says
 * it once, the refund comes out of a payment on paper of the same amount and day; both bear the id of the row they follow from
 * and are taken back together.
 */
export async function claimRefund(
  tx: Tx,
  scope: Scope,
  refund: Refund,
  { on, id: transferId }: Returned,
): Promise<void> {
  const { leaseId, amountCents } = refund;
  const paper = { id: crypto.randomUUID(), leaseId, paidOn: on, amountCents, transferId };
  await insertPayment(tx, scope, { ...paper, direction: 'in', method: 'account_transfer' });
  await openCredit(tx, scope, { paymentId: paper.id, leaseId, paidOn: on, openCents: amountCents });
  await takeCredits(tx, scope, refund);
  const line = { component: 'other', settlement: 'none', amountCents, vatRateBp: 0, vatCents: 0 } as const;
  const carried = { transferId, carriedKind: 'other', owedSince: on } as const;
  const days = { periodFrom: null, periodTo: null, dueOn: on };
  await insertCharges(tx, scope, [{ leaseId, kind: 'other', ...days, carried, lines: [line] }]);
}

/** The payments on paper that stand for what is owed back because of these rows. */
export function listClaims(tx: Tx, scope: Scope, ids: readonly string[]) {
  return tx
    .select()
    .from(payment)
    .where(
      and(
        within(payment, scope),
        isAmong(payment.transferId, [...ids]),
        sql`not exists (
          select 1 from hausbuch.payment later
          where later.portfolio_id = ${scope.portfolioId} and later.reverses_payment_id = ${payment.id}
        )`,
      ),
    );
}
