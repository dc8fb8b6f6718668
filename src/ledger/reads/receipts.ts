import 'server-only';
import { and, between, eq, gt, inArray, isNull, min, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { allocation, charge, chargeLine, credit, payment, refundPart } from '@/db/schema';
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
import { addDays, type CalendarDate, maxDate, minDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';

/** What some cents of a payment settle. */
export type Settled = {
  /** What it was at first, however often it was carried over. */
  kind: ChargeKind;
  component: ChargeComponent;
  settlement: SettlementKind;
  vatRateBp: number;
  /** The year of the first day it is for; null where nobody says. */
  periodYear: number | null;
};

/** Cents of a rent account that came in a year; negative where they went back. */
export type Receipt = {
  leaseId: string;
  paidIn: number;
  /** The year whose first day is near the payment and near the day it was due; null of all others. */
  nearYear: number | null;
  cents: number;
  method: PaymentMethod;
  /** Null: paid ahead of anything that is owed, or such credit paid out. */
  settled: Settled | null;
};

/** A calendar year, with so many days before and after it as what was paid near New Year may belong to it. */
export type ReceiptYear = { year: number; nearDays: number };

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
 * What came to rent accounts in a year and what it settles by now, with what was paid ahead and what of it was paid
 * out again; deposits are none of it until they are kept. What a statement of operating costs gave back counts from the day it
 * settled something, a deposit as well. Summed for each lease: a row for each payment would be twelve times as many.
 */
export async function listReceipts(
  tx: Tx,
  scope: Scope,
  of: ReceiptYear,
  leaseIds: string[] | null,
): Promise<Receipt[]> {
  if (leaseIds?.length === 0) return [];
  const [settled, ahead, refunded] = await Promise.all([
    listSettled(tx, scope, of, leaseIds),
    listAhead(tx, scope, of.year, leaseIds),
    listRefunded(tx, scope, of.year, leaseIds),
  ]);
  return [...settled, ...ahead, ...refunded];
}

const daysOf = (year: number): Period => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** The first day on which anything was paid; null where nothing ever was. */
export async function findFirstReceipt(tx: Tx, scope: Scope): Promise<CalendarDate | null> {
  const [row] = await tx
    .select({ day: min(payment.paidOn) })
    .from(payment)
    .where(within(payment, scope));
  return row?.day ?? null;
}

async function listSettled(
  tx: Tx,
  scope: Scope,
  { year, nearDays }: ReceiptYear,
  leaseIds: string[] | null,
): Promise<Receipt[]> {
  const around = (newYear: number): Period => ({
    from: addDays(`${newYear}-01-01`, -nearDays),
    to: addDays(`${newYear}-01-01`, nearDays - 1),
  });
  const [start, end] = [around(year), around(year + 1)];
  const areIn = ({ from, to }: Period) =>
    sql`${payment.paidOn} between ${from} and ${to} and ${charge.owedSince} between ${from} and ${to}`;
  const settledOn = sql`coalesce(${allocation.effectiveOn}, greatest(${payment.paidOn}, ${charge.dueOn}))`;
  const isCredit = eq(payment.method, 'statement_credit');
  const kind = sql<ChargeKind>`coalesce(${charge.carriedKind}, ${charge.kind})`;
  const parts = tx
    .select({
      leaseId: payment.leaseId,
      method: payment.method,
      paidIn:
        sql<number>`extract(year from case when ${isCredit} then ${settledOn} else ${payment.paidOn} end)::int`.as(
          'paid_in',
        ),
      nearYear: sql<number | null>`case when ${areIn(start)} then ${year}::int
        when ${areIn(end)} then ${year + 1}::int end`.as('near_year'),
      kind: kind.as('of_kind'),
      component: chargeLine.component,
      settlement: chargeLine.settlement,
      vatRateBp: chargeLine.vatRateBp,
      periodYear: sql<
        number | null
      >`extract(year from coalesce(${charge.carriedPeriodFrom}, ${charge.periodFrom}))::int`.as(
        'period_year',
      ),
      amountCents: allocation.amountCents,
    })
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
          and(
            inArray(payment.method, received),
            between(payment.paidOn, minDate(start.from, `${year}-01-01`), maxDate(end.to, `${year}-12-31`)),
          ),
          and(isCredit, sql`${settledOn} between ${`${year}-01-01`} and ${`${year}-12-31`}`),
        ),
        sql`(${isCredit} or not ${inArray(kind, held)})`,
        stands(scope),
      ),
    )
    .as('parts');
  const group = {
    leaseId: parts.leaseId,
    method: parts.method,
    paidIn: parts.paidIn,
    nearYear: parts.nearYear,
    kind: parts.kind,
    component: parts.component,
    settlement: parts.settlement,
    vatRateBp: parts.vatRateBp,
    periodYear: parts.periodYear,
  };
  const rows = await tx
    .select({ ...group, cents: sql<number>`sum(${parts.amountCents})`.mapWith(Number) })
    .from(parts)
    .groupBy(...Object.values(group));
  return rows
    .filter(({ cents }) => cents !== 0)
    .map(({ leaseId, paidIn, nearYear, method, cents, ...settled }) => ({
      ...{ leaseId, paidIn, nearYear, method, cents },
      settled,
    }));
}

/**
 * What of the money of a year settles nothing: what is credit still, and what such credit paid out or carried to another account.
 * Few payments have any, so that none of the others is read.
 */
async function listAhead(tx: Tx, scope: Scope, year: number, leaseIds: string[] | null): Promise<Receipt[]> {
  const { from, to } = daysOf(year);
  const isOfYear = and(
    ofLeases(leaseIds),
    inArray(payment.method, received),
    between(payment.paidOn, from, to),
    stands(scope),
  );
  const [open, gone] = await Promise.all([
    tx
      .select({ leaseId: payment.leaseId, method: payment.method, cents: credit.openCents })
      .from(credit)
      .innerJoin(payment, joins(payment.id, credit.paymentId))
      .where(and(within([credit, payment], scope), gt(credit.openCents, sql`0`), isOfYear)),
    tx
      .select({ leaseId: payment.leaseId, method: payment.method, cents: refundPart.amountCents })
      .from(refundPart)
      .innerJoin(payment, joins(payment.id, refundPart.paymentId))
      .where(and(within([refundPart, payment], scope), isOfYear)),
  ]);
  return [...open, ...gone].map((row) => ({ ...row, paidIn: year, nearYear: null, settled: null }));
}

/** Credit that was paid out in a year, by what it had come from. */
async function listRefunded(
  tx: Tx,
  scope: Scope,
  year: number,
  leaseIds: string[] | null,
): Promise<Receipt[]> {
  const { from, to } = daysOf(year);
  const source = alias(payment, 'source');
  const rows = await tx
    .select({
      leaseId: payment.leaseId,
      method: source.method,
      cents: sql<number>`-${refundPart.amountCents}`.mapWith(Number),
    })
    .from(refundPart)
    .innerJoin(payment, joins(payment.id, refundPart.refundPaymentId))
    .innerJoin(source, joins(source.id, refundPart.paymentId))
    .where(
      and(
        within([refundPart, payment, source], scope),
        ofLeases(leaseIds),
        inArray(payment.method, moved),
        between(payment.paidOn, from, to),
        stands(scope),
      ),
    );
  return rows.map((row) => ({ ...row, paidIn: year, nearYear: null, settled: null }));
}
