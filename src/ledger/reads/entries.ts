import 'server-only';
import { and, asc, lte, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { allocation, charge, chargeLine, openItem, payment, refundPart } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { CorrectionReason } from '@/domain/vocabulary';
import { listLinesOf } from '../rows/lines';
import { chargeState } from '../rules';
import { countedOn, listOpenAsOf } from './as-of';
import { listOrigins } from './origins';
import { findRevertedWaivers, findWaived } from './waived';

type Entry = {
  id: string;
  type: 'charge' | 'payment';
  key: string;
  correctsChargeId: string | null;
  correctionReason: CorrectionReason | null;
  leaseId: string;
  reversesPaymentId: string | null;
  replacesPaymentId: string | null;
  isReplaced: boolean;
};

/** The payment an entry is about: itself, or the one it reversed. */
const recordedFirst = (entry: Pick<Entry, 'id' | 'reversesPaymentId'>) => entry.reversesPaymentId ?? entry.id;

/** The lines of the page's charges, what is still open of them, and what settled what. */
export async function describeEntries<E extends Entry>(
  tx: Tx,
  scope: Scope,
  entries: E[],
  asOf: string | null,
) {
  const charges = entries.filter((entry) => entry.type === 'charge').map((entry) => entry.id);
  const payments = entries.filter((entry) => entry.type === 'payment').map((entry) => entry.id);
  const waivers = entries.filter((entry) => entry.correctionReason === 'waiver');
  const [lines, items, waived, revertedWaivers, settled, left, replaced, replacing, origins] =
    await Promise.all([
      charges.length === 0
        ? []
        : tx
            .select({
              chargeId: chargeLine.chargeId,
              component: chargeLine.component,
              settlement: chargeLine.settlement,
              amountCents: chargeLine.amountCents,
              vatRateBp: chargeLine.vatRateBp,
              vatCents: chargeLine.vatCents,
            })
            .from(chargeLine)
            .where(and(within(chargeLine, scope), isAmong(chargeLine.chargeId, charges)))
            .orderBy(asc(chargeLine.position)),
      listItemsOf(tx, scope, charges, asOf),
      findWaived(tx, scope, charges),
      findRevertedWaivers(
        tx,
        scope,
        waivers.map((entry) => entry.id),
      ),
      listSettlements(tx, scope, charges, payments, asOf),
      sumLeft(tx, scope, payments, asOf),
      listReplaced(
        tx,
        scope,
        entries.flatMap((entry) => entry.replacesPaymentId ?? []),
      ),
      listReplacing(tx, scope, entries.filter((entry) => entry.isReplaced).map(recordedFirst)),
      listOrigins(
        tx,
        scope,
        entries
          .filter((entry) => entry.type === 'payment' && entry.reversesPaymentId === null)
          .map(({ id, replacesPaymentId }) => ({ id, replaces: replacesPaymentId })),
      ),
    ]);
  // What is open of its lines is said of a charge that is paid in part; as of a day the sum says enough.
  const partlyPaid = items.filter((item) => 0 < item.openCents && item.openCents < item.totalCents);
  const openLines =
    asOf === null
      ? await listLinesOf(
          tx,
          scope,
          partlyPaid.map((item) => item.chargeId),
        )
      : [];
  return entries.map(({ key, ...entry }) => {
    const item = items.find((row) => row.chargeId === entry.id);
    return {
      ...entry,
      lines: lines.filter((line) => line.chargeId === entry.id),
      openLines: openLines
        .filter((line) => line.chargeId === entry.id && line.openCents > 0)
        .map(({ component, settlement, openCents }) => ({ component, settlement, openCents })),
      /** It stands in the account of another lease now; also on the entry that reversed it. */
      isMoved: replacing.some(
        (row) => row.replaces === recordedFirst(entry) && row.leaseId !== entry.leaseId,
      ),
      /** How money came in; null of a charge and of what takes money back. */
      cameIn: origins.get(entry.id) ?? null,
      /** What of a payment went back to the tenant, and what to the account of another lease. */
      refundedCents: left.get(entry.id)?.refundedCents ?? 0,
      carriedCents: left.get(entry.id)?.carriedCents ?? 0,
      /** What it was before it was corrected. */
      replaces: replaced.find((row) => row.id === entry.replacesPaymentId) ?? null,
      totalCents: item?.totalCents ?? null,
      openCents: item?.openCents ?? null,
      state: item ? chargeState({ ...item, waived: waived.has(entry.id) }, asOf ?? scope.today) : null,
      /** A waiver that was taken back. */
      isReverted: revertedWaivers.has(entry.id),
      settlements: settled.filter(
        (row) => row[entry.type === 'charge' ? 'chargeId' : 'paymentId'] === entry.id,
      ),
    };
  });
}

/** What is open of charges, or was on a day. */
async function listItemsOf(tx: Tx, scope: Scope, chargeIds: string[], asOf: string | null) {
  if (chargeIds.length === 0) return [];
  if (asOf) return listOpenAsOf(tx, scope, asOf, { chargeIds });
  return tx
    .select({
      chargeId: openItem.chargeId,
      dueOn: openItem.dueOn,
      totalCents: openItem.totalCents,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .where(and(within(openItem, scope), isAmong(openItem.chargeId, chargeIds)));
}

/** What of payments was paid back or carried to another lease, as it stands or had been on a day. */
async function sumLeft(tx: Tx, scope: Scope, ids: string[], asOf: string | null) {
  if (ids.length === 0) return new Map<string, { refundedCents: number; carriedCents: number }>();
  const isCarried = sql`${payment.method} = 'account_transfer'`;
  const sumWhere = (condition: SQL) =>
    sql<string>`coalesce(sum(${refundPart.amountCents}) filter (where ${condition}), 0)`.mapWith(Number);
  const rows = await tx
    .select({
      id: refundPart.paymentId,
      refundedCents: sumWhere(sql`not ${isCarried}`),
      carriedCents: sumWhere(isCarried),
    })
    .from(refundPart)
    .innerJoin(payment, joins(payment.id, refundPart.refundPaymentId))
    .where(
      and(
        within([refundPart, payment], scope),
        isAmong(refundPart.paymentId, ids),
        asOf ? and(lte(payment.paidOn, asOf), notReturnedAfter(scope, asOf)) : undefined,
      ),
    )
    .groupBy(refundPart.paymentId);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What takes back a refund that the bank returned counts from the day it did. */
const notReturnedAfter = ({ portfolioId }: Scope, day: string) =>
  sql`(${refundPart.amountCents} > 0 or not exists (
    select 1 from hausbuch.payment returned
    where returned.portfolio_id = ${portfolioId} and returned.reverses_payment_id = ${payment.id}
      and returned.is_returned and returned.paid_on > ${day}::date))`;

/** Of payments whose place others took, in which account those stand. */
async function listReplacing(tx: Tx, scope: Scope, ids: string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ replaces: payment.replacesPaymentId, leaseId: payment.leaseId })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.replacesPaymentId, ids)));
}

/** Payments as they were recorded before they were corrected. */
async function listReplaced(tx: Tx, scope: Scope, ids: string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      id: payment.id,
      paidOn: payment.paidOn,
      amountCents: payment.amountCents,
      leaseId: payment.leaseId,
      isReturned: sql<boolean>`exists (
        select 1 from hausbuch.payment r
        where r.portfolio_id = ${scope.portfolioId} and r.reverses_payment_id = payment.id and r.is_returned
      )`,
    })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.id, ids)));
}

/** Which payment settles how much of which charge, as it stands or stood on a day. */
async function listSettlements(
  tx: Tx,
  scope: Scope,
  chargeIds: string[],
  paymentIds: string[],
  asOf: string | null,
) {
  if (chargeIds.length + paymentIds.length === 0) return [];
  const ids = [...chargeIds, ...paymentIds];
  const byEither = sql`(${isAmong(allocation.chargeId, ids)} or ${isAmong(allocation.paymentId, ids)})`;
  return tx
    .select({
      chargeId: allocation.chargeId,
      paymentId: allocation.paymentId,
      paidOn: payment.paidOn,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      carriedKind: charge.carriedKind,
      carriedPeriodFrom: charge.carriedPeriodFrom,
      dueOn: charge.dueOn,
      amountCents: sql<string>`sum(${allocation.amountCents})`.mapWith(Number),
    })
    .from(allocation)
    .innerJoin(payment, joins(payment.id, allocation.paymentId))
    .innerJoin(charge, joins(charge.id, allocation.chargeId))
    .where(
      and(
        within([allocation, payment, charge], scope),
        byEither,
        asOf
          ? countedOn(
              asOf,
              { allocation: sql`${allocation}`, payment: sql`${payment}`, charge: sql`${charge}` },
              scope,
            )
          : undefined,
      ),
    )
    .groupBy(
      allocation.chargeId,
      allocation.paymentId,
      payment.paidOn,
      charge.kind,
      charge.periodFrom,
      charge.carriedKind,
      charge.carriedPeriodFrom,
      charge.dueOn,
      charge.postedAt,
      payment.recordedAt,
    )
    .having(sql`sum(${allocation.amountCents}) <> 0`)
    .orderBy(
      ...[asc(charge.dueOn), asc(charge.periodFrom), asc(charge.postedAt)],
      ...[asc(payment.paidOn), asc(payment.recordedAt), asc(allocation.chargeId)],
    );
}
