import 'server-only';
import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import {
  allocation,
  charge,
  chargeLine,
  costStatement,
  costStatementLease,
  payment,
  refundPart,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { dayIn } from '@/db/time-zone';
import { joins, within } from '@/db/within';
import { paymentMethodsWhere } from '@/domain/account-kinds';
import { vatContained } from '@/domain/vat';
import { type Month, maxDate, monthOf } from '@/lib/calendar';
import { sumCents } from '@/lib/money';

/** As `features/vat` reckons when its VAT arises. */
type Claim = {
  /** The month it was supplied in, or in which its amount changed. */
  month: Month;
  /** As it was posted. */
  line: { amountCents: number; vatCents: number };
  amountCents: number;
  vatCents: number;
  receipts: { month: Month; cents: number }[];
};

/** A line with VAT of a rent account, and how it counts by fees agreed and by fees received. */
export type VatAccountClaim = {
  leaseId: string;
  rateBp: number;
  agreed: Claim;
  received: Claim;
};

const monthSql = (value: unknown) => sql<Month>`to_char(${value}, 'YYYY-MM')`;

/** Lines with VAT, by what they stand for: first what was owed with its corrections, apart from it what changed later. */
async function listLines(tx: Tx, scope: Scope, leaseIds: string[]) {
  return tx
    .select({
      lineId: chargeLine.id,
      correctsLineId: chargeLine.correctsLineId,
      leaseId: charge.leaseId,
      kind: charge.kind,
      periodTo: charge.periodTo,
      reason: charge.correctionReason,
      postedOn: sql<string>`${dayIn(scope.timeZone, charge.postedAt)}::text`,
      rateBp: chargeLine.vatRateBp,
      amountCents: chargeLine.amountCents,
      vatCents: chargeLine.vatCents,
    })
    .from(chargeLine)
    .innerJoin(charge, joins(charge.id, chargeLine.chargeId))
    .where(
      and(
        within([chargeLine, charge], scope),
        isAmong(charge.leaseId, leaseIds),
        gt(chargeLine.vatRateBp, 0),
      ),
    );
}

/**
 * Debts from before the books, with the rate that all of the first posted rent bears: what comes for them is a fee received like
 * any other (§ 13 (1) no. 1 b UStG). By fees agreed they were told then. Of a rent with several rates nobody can say what they were for.
 */
async function listEarlierDebts(tx: Tx, scope: Scope, leaseIds: string[]) {
  const rateBp = sql<number>`coalesce((
    select case when min(l.vat_rate_bp) = max(l.vat_rate_bp) then max(l.vat_rate_bp) end
    from hausbuch.charge_line l
    where l.portfolio_id = ${scope.portfolioId} and l.charge_id = (
      select r.id from hausbuch.charge r
      where r.portfolio_id = ${scope.portfolioId} and r.lease_id = ${charge.leaseId} and r.kind = 'rent'
        and r.corrects_charge_id is null
      order by r.period_from, r.posted_at, r.id limit 1)), 0)`;
  const rows = await tx
    .select({
      leaseId: charge.leaseId,
      amountCents: chargeLine.amountCents,
      rateBp,
      month: monthSql(sql`coalesce(${allocation.effectiveOn}, ${payment.paidOn})`),
      lineId: chargeLine.id,
      cents: allocation.amountCents,
    })
    .from(chargeLine)
    .innerJoin(charge, joins(charge.id, chargeLine.chargeId))
    .innerJoin(allocation, joins(allocation.chargeLineId, chargeLine.id))
    .innerJoin(payment, joins(payment.id, allocation.paymentId))
    .where(
      and(
        within([chargeLine, charge, allocation, payment], scope),
        isAmong(charge.leaseId, leaseIds),
        eq(charge.kind, 'opening_balance'),
        isNull(charge.transferId),
        isNull(charge.correctsChargeId),
        ne(payment.method, 'opening_credit'),
      ),
    );
  return [...Map.groupBy(rows, ({ lineId }) => lineId).values()].flatMap((receipts): VatAccountClaim[] => {
    const [debt] = receipts;
    if (!debt || debt.rateBp === 0) return [];
    const { leaseId, amountCents, month } = debt;
    const line = { amountCents, vatCents: vatContained(amountCents, debt.rateBp) };
    return [
      {
        leaseId,
        rateBp: debt.rateBp,
        agreed: { month, line, amountCents: 0, vatCents: 0, receipts: [] },
        received: { month, line, ...line, receipts: receipts.map(({ month, cents }) => ({ month, cents })) },
      },
    ];
  });
}

/** What came for such lines, by the day it counts from: a payment that came back is taken off on the day it did. */
async function listReceipts(tx: Tx, scope: Scope, leaseIds: string[]) {
  return tx
    .select({
      lineId: allocation.chargeLineId,
      method: payment.method,
      day: sql<string>`coalesce(${allocation.effectiveOn}, ${payment.paidOn})::text`,
      cents: allocation.amountCents,
    })
    .from(allocation)
    .innerJoin(payment, joins(payment.id, allocation.paymentId))
    .innerJoin(chargeLine, joins(chargeLine.id, allocation.chargeLineId))
    .where(
      and(
        within([allocation, payment, chargeLine], scope),
        isAmong(payment.leaseId, leaseIds),
        gt(chargeLine.vatRateBp, 0),
        // Overpaid before the books began: its VAT was told before, too.
        ne(payment.method, 'opening_credit'),
      ),
    );
}

const isMoney = new Set<string>(paymentMethodsWhere(({ isReceived }) => isReceived));

/** The lines with VAT of rent accounts as they stand, with what was received for them. */
export async function listVatClaims(tx: Tx, scope: Scope, leaseIds: string[]): Promise<VatAccountClaim[]> {
  if (leaseIds.length === 0) return [];
  const [lines, receipts, credits, debts] = await Promise.all([
    listLines(tx, scope, leaseIds),
    listReceipts(tx, scope, leaseIds),
    listStatementCredits(tx, scope, leaseIds),
    listEarlierDebts(tx, scope, leaseIds),
  ]);
  const receiptsOf = Map.groupBy(receipts, ({ lineId }) => lineId);
  const isChange = (line: (typeof lines)[number]) =>
    line.correctsLineId !== null &&
    (line.reason === 'waiver' || (line.kind !== 'rent' && line.reason === 'correction'));
  const corrections = Map.groupBy(
    lines.filter((line) => line.correctsLineId !== null && !isChange(line)),
    ({ correctsLineId }) => correctsLineId,
  );
  const claims = lines.flatMap((line): VatAccountClaim[] => {
    const { leaseId, rateBp, lineId, amountCents, vatCents } = line;
    const own = { leaseId, rateBp };
    if (isChange(line)) {
      // A debt that was let go was never received, so that it lowers only what was agreed.
      const change = { month: monthOf(line.postedOn), line, amountCents, vatCents, receipts: [] };
      return [{ ...own, agreed: change, received: { ...change, amountCents: 0, vatCents: 0 } }];
    }
    if (line.correctsLineId !== null) return [];
    const isRent = line.kind === 'rent' && line.periodTo !== null;
    const corrected = corrections.get(lineId) ?? [];
    const received = (receiptsOf.get(lineId) ?? []).map(({ day, cents, method }) => ({
      // An overpayment that pays what arises later was no fee until then; a rent may be paid in advance.
      month: monthOf(isRent ? day : maxDate(day, line.postedOn)),
      cents,
      method,
    }));
    const claim = {
      month: monthOf(isRent && line.periodTo !== null ? line.periodTo : line.postedOn),
      line: { amountCents, vatCents },
      amountCents: sumCents([amountCents, ...corrected.map((one) => one.amountCents)]),
      vatCents: sumCents([vatCents, ...corrected.map((one) => one.vatCents)]),
    };
    return [
      {
        ...own,
        agreed: { ...claim, receipts: received.filter(({ method }) => isRent && isMoney.has(method)) },
        received: { ...claim, receipts: received },
      },
    ];
  });
  return [...claims, ...credits, ...debts];
}

/**
 * What statements gave back to tenants with VAT: the fee became less when the statement was sent (§ 17 (1) UStG), by
 * fees received once it was set off or paid out. The credit bears no rate of its own; the statement that was sent keeps it.
 */
async function listStatementCredits(tx: Tx, scope: Scope, leaseIds: string[]): Promise<VatAccountClaim[]> {
  const rateBp = sql<number>`coalesce((
    select (told -> 'vat' ->> 'rateBp')::int
    from jsonb_array_elements(${costStatement.snapshot} -> 'view' -> 'leases') told
    where told ->> 'leaseId' = ${costStatementLease.leaseId}::text limit 1), 0)`;
  const reversal = alias(payment, 'reversal');
  const credits = await tx
    .select({
      id: payment.id,
      leaseId: payment.leaseId,
      paidOn: payment.paidOn,
      amountCents: payment.amountCents,
      rateBp,
    })
    .from(payment)
    .innerJoin(costStatementLease, joins(costStatementLease.id, payment.id))
    .innerJoin(costStatement, joins(costStatement.id, costStatementLease.statementId))
    .leftJoin(reversal, joins(reversal.reversesPaymentId, payment.id))
    .where(
      and(
        within([payment, costStatementLease, costStatement], scope),
        isAmong(payment.leaseId, leaseIds),
        isAnyOf(payment.method, 'statement_credit'),
        isNull(reversal.id),
      ),
    );
  const withVat = credits.filter((one) => one.rateBp > 0);
  if (withVat.length === 0) return [];
  const ids = withVat.map(({ id }) => id);
  const refund = alias(payment, 'refund');
  const [setOff, paidOut] = await Promise.all([
    tx
      .select({
        id: allocation.paymentId,
        month: monthSql(sql`coalesce(${allocation.effectiveOn}, ${payment.paidOn})`),
        cents: allocation.amountCents,
      })
      .from(allocation)
      .innerJoin(payment, joins(payment.id, allocation.paymentId))
      .where(and(within([allocation, payment], scope), inArray(allocation.paymentId, ids))),
    tx
      .select({ id: refundPart.paymentId, month: monthSql(refund.paidOn), cents: refundPart.amountCents })
      .from(refundPart)
      .innerJoin(refund, joins(refund.id, refundPart.refundPaymentId))
      .where(and(within([refundPart, refund], scope), inArray(refundPart.paymentId, ids))),
  ]);
  return withVat.map((credit): VatAccountClaim => {
    const amountCents = -credit.amountCents;
    const vatCents = -vatContained(credit.amountCents, credit.rateBp);
    const claim = { month: monthOf(credit.paidOn), line: { amountCents, vatCents }, amountCents, vatCents };
    const used = [...setOff, ...paidOut]
      .filter(({ id }) => id === credit.id)
      .map(({ month, cents }) => ({ month, cents: -cents }));
    return {
      leaseId: credit.leaseId,
      rateBp: credit.rateBp,
      agreed: { ...claim, receipts: [] },
      received: { ...claim, receipts: used },
    };
  });
}
