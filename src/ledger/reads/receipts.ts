import 'server-only';
import { and, between, eq, inArray, isNull, min, or, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { allocation, charge, chargeLine, payment, refundPart } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import {
  type ChargeComponent,
  type ChargeKind,
  chargeKindsWhere,
  type PaymentMethod,
  paymentMethodsWhere,
} from '@/domain/account-kinds';
import type { SettlementKind } from '@/domain/vocabulary';
import type { CalendarDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';

/** What some cents of a payment settle. */
export type Settled = {
  /** What it was at first, however often it was carried over. */
  kind: ChargeKind;
  component: ChargeComponent;
  settlement: SettlementKind;
  vatRateBp: number;
  /** First day of what it is for; null where nobody says. */
  periodFrom: CalendarDate | null;
  dueOn: CalendarDate;
};

/** Cents of a rent account by the day they came; negative where they went back. */
export type Receipt = {
  leaseId: string;
  day: CalendarDate;
  cents: number;
  method: PaymentMethod;
  /** Null: paid ahead of anything that is owed, or such credit paid out. */
  settled: Settled | null;
};

const received = paymentMethodsWhere(({ isReceived }) => isReceived);
const moved = paymentMethodsWhere(({ isMoney }) => isMoney);
const held = chargeKindsWhere(({ figure }) => figure === 'held');

// A payment that the bank took back, or that was entered by mistake, never came.
const stands = (scope: Scope): SQL | undefined =>
  and(
    isNull(payment.reversesPaymentId),
    sql`not exists (
      select 1 from hausbuch.payment later
      where later.portfolio_id = ${scope.portfolioId} and later.reverses_payment_id = ${payment.id}
    )`,
  );

const ofLeases = (leaseIds: string[] | null) =>
  leaseIds === null ? undefined : isAmong(payment.leaseId, leaseIds);

/**
 * What came to rent accounts in some days and what it settles by now, with what was paid ahead and what of it was paid
 * out again; deposits are none of it until they are kept. What a statement of operating costs gave back counts from the day it
 * settled something.
 */
export async function listReceipts(
  tx: Tx,
  scope: Scope,
  period: Period,
  leaseIds: string[] | null,
): Promise<Receipt[]> {
  if (leaseIds?.length === 0) return [];
  const [settled, ahead, refunded] = await Promise.all([
    listSettled(tx, scope, period, leaseIds),
    listAhead(tx, scope, period, leaseIds),
    listRefunded(tx, scope, period, leaseIds),
  ]);
  return [...settled, ...ahead, ...refunded];
}

/** The first day on which anything was paid; null where nothing ever was. */
export async function findFirstReceipt(tx: Tx, scope: Scope): Promise<CalendarDate | null> {
  const [row] = await tx
    .select({ day: min(payment.paidOn) })
    .from(payment)
    .where(within(payment, scope));
  return row?.day ?? null;
}

async function listSettled(tx: Tx, scope: Scope, period: Period, leaseIds: string[] | null) {
  const kind = sql<ChargeKind>`coalesce(${charge.carriedKind}, ${charge.kind})`;
  const periodFrom = sql<string | null>`coalesce(${charge.carriedPeriodFrom}, ${charge.periodFrom})::text`;
  const settledOn = sql`coalesce(${allocation.effectiveOn}, greatest(${payment.paidOn}, ${charge.dueOn}))`;
  const isCredit = eq(payment.method, 'statement_credit');
  const day = sql<string>`case when ${isCredit} then ${settledOn} else ${payment.paidOn} end::text`;
  const group = {
    leaseId: payment.leaseId,
    day,
    method: payment.method,
    kind,
    component: chargeLine.component,
    settlement: chargeLine.settlement,
    vatRateBp: chargeLine.vatRateBp,
    periodFrom,
    dueOn: charge.owedSince,
  };
  const rows = await tx
    .select({ ...group, cents: sql<number>`sum(${allocation.amountCents})`.mapWith(Number) })
    .from(allocation)
    .innerJoin(payment, joins(payment.id, allocation.paymentId))
    .innerJoin(chargeLine, joins(chargeLine.id, allocation.chargeLineId))
    .innerJoin(charge, joins(charge.id, allocation.chargeId))
    .where(
      and(
        within([allocation, payment, chargeLine, charge], scope),
        ofLeases(leaseIds),
        eq(payment.direction, 'in'),
        or(
          and(inArray(payment.method, received), between(payment.paidOn, period.from, period.to)),
          and(isCredit, sql`${settledOn} between ${period.from} and ${period.to}`),
        ),
        sql`not ${inArray(kind, held)}`,
        stands(scope),
      ),
    )
    .groupBy(
      payment.leaseId,
      payment.paidOn,
      settledOn,
      payment.method,
      charge.carriedKind,
      charge.kind,
      chargeLine.component,
      chargeLine.settlement,
      chargeLine.vatRateBp,
      charge.carriedPeriodFrom,
      charge.periodFrom,
      charge.owedSince,
    );
  return rows
    .filter(({ cents }) => cents !== 0)
    .map(
      ({ leaseId, day, method, cents, ...settled }): Receipt => ({ leaseId, day, method, cents, settled }),
    );
}

/** What of the money of those days settles nothing so far, or was moved to another account as credit. */
async function listAhead(tx: Tx, scope: Scope, period: Period, leaseIds: string[] | null) {
  const rows = await tx
    .select({
      leaseId: payment.leaseId,
      day: payment.paidOn,
      method: payment.method,
      cents: sql<number>`${payment.amountCents} - coalesce(sum(${allocation.amountCents}), 0)`.mapWith(
        Number,
      ),
    })
    .from(payment)
    .leftJoin(allocation, joins(allocation.paymentId, payment.id))
    .where(
      and(
        within(payment, scope),
        ofLeases(leaseIds),
        eq(payment.direction, 'in'),
        inArray(payment.method, received),
        between(payment.paidOn, period.from, period.to),
        stands(scope),
      ),
    )
    .groupBy(payment.id, payment.leaseId, payment.paidOn, payment.method, payment.amountCents);
  return rows.filter(({ cents }) => cents !== 0).map((row): Receipt => ({ ...row, settled: null }));
}

/** Credit that was paid out in those days, by what it had come from. */
async function listRefunded(tx: Tx, scope: Scope, period: Period, leaseIds: string[] | null) {
  const source = sql<PaymentMethod>`(
    select s.method from hausbuch.payment s
    where s.portfolio_id = ${scope.portfolioId} and s.id = ${refundPart.paymentId})`;
  const rows = await tx
    .select({
      leaseId: payment.leaseId,
      day: payment.paidOn,
      method: source,
      cents: sql<number>`-${refundPart.amountCents}`.mapWith(Number),
    })
    .from(refundPart)
    .innerJoin(payment, joins(payment.id, refundPart.refundPaymentId))
    .where(
      and(
        within([refundPart, payment], scope),
        ofLeases(leaseIds),
        inArray(payment.method, moved),
        between(payment.paidOn, period.from, period.to),
        stands(scope),
      ),
    );
  return rows.map((row): Receipt => ({ ...row, settled: null }));
}
