import 'server-only';
import { and, asc, eq, gt, gte, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { paymentTraits } from '@/domain/account-kinds';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';

/** Everything that is open in the portfolio, the oldest due first: what money that comes in may be for. */
export function listAllOpen(tx: Tx, scope: Scope) {
  return tx
    .select({
      id: openItem.chargeId,
      leaseId: openItem.leaseId,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      dueOn: openItem.dueOn,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .innerJoin(charge, joins(charge.id, openItem.chargeId))
    .where(and(within([openItem, charge], scope), gt(openItem.openCents, sql`0`)))
    .orderBy(asc(openItem.dueOn), asc(openItem.chargeId));
}

/** Money that came or went since a day and was not taken back; each with the payments whose place it took. */
export async function listStandingPayments(tx: Tx, scope: Scope, from: CalendarDate) {
  const rows = await tx
    .select({
      id: payment.id,
      leaseId: payment.leaseId,
      paidOn: payment.paidOn,
      amountCents: payment.amountCents,
      direction: payment.direction,
      method: payment.method,
      reverses: payment.reversesPaymentId,
      replaces: payment.replacesPaymentId,
    })
    .from(payment)
    .where(and(within(payment, scope), gte(payment.paidOn, from)))
    .orderBy(asc(payment.paidOn), asc(payment.id));
  const reversed = new Set(rows.map((row) => row.reverses));
  const replaced = new Map(rows.map((row) => [row.id, row.replaces]));
  const earlierOf = (id: string): string[] => {
    const before = replaced.get(id);
    return before ? [before, ...earlierOf(before)] : [];
  };
  return rows
    .filter((row) => row.reverses === null && !reversed.has(row.id) && paymentTraits[row.method].isMoney)
    .map(({ reverses, replaces, ...row }) => ({ ...row, earlierIds: earlierOf(row.id) }));
}

/** The leases of payments. */
export function listLeasesOf(tx: Tx, scope: Scope, paymentIds: string[]) {
  return tx
    .select({ paymentId: payment.id, leaseId: payment.leaseId })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.id, paymentIds)));
}

/** `isReturned`: it was the bank that took it back; `reversalId` is the row that did. */
export type Standing = {
  leaseId: string;
  isReversed: boolean;
  isReturned: boolean;
  reversalId: string | null;
};

/** Where the money of payments stands now: corrected or moved, in another row and perhaps of another lease; or taken back. */
export async function listStandings(
  tx: Tx,
  scope: Scope,
  paymentIds: string[],
): Promise<Map<string, Standing>> {
  const latestOf = new Map(paymentIds.map((id) => [id, id]));
  for (let asked = [...latestOf.keys()]; asked.length > 0; ) {
    const later = await tx
      .select({ id: payment.id, replaces: payment.replacesPaymentId })
      .from(payment)
      .where(and(within(payment, scope), isAmong(payment.replacesPaymentId, asked)));
    const nextOf = new Map(later.map((row) => [row.replaces, row.id]));
    for (const [id, latest] of latestOf) latestOf.set(id, nextOf.get(latest) ?? latest);
    asked = later.map((row) => row.id);
  }
  const latestIds = [...latestOf.values()];
  const leases = new Map(
    (await listLeasesOf(tx, scope, latestIds)).map((row) => [row.paymentId, row.leaseId]),
  );
  const reversals = await tx
    .select({ id: payment.id, paymentId: payment.reversesPaymentId, isReturned: payment.isReturned })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.reversesPaymentId, latestIds)));
  const reversalOf = new Map(reversals.map((row) => [row.paymentId, row]));
  return new Map(
    [...latestOf].flatMap(([id, latest]) => {
      const leaseId = leases.get(latest);
      if (leaseId === undefined) return [];
      const reversal = reversalOf.get(latest);
      const standing: Standing = {
        leaseId,
        isReversed: reversal !== undefined,
        isReturned: reversal?.isReturned ?? false,
        reversalId: reversal?.id ?? null,
      };
      return [[id, standing] as const];
    }),
  );
}

/**
 * A payment as it stands now: the one that took its place where it was corrected or moved, whether that was taken back, and
 * the whole of the transfer it is a part of.
 */
export async function getStanding(tx: Tx, scope: Scope, paymentId: string) {
  const [row] = await tx
    .select()
    .from(payment)
    .where(isRow(payment, scope, paymentId));
  if (!row) throw new DomainError('not_found');
  const [reversal] = await tx
    .select({ isReturned: payment.isReturned })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.reversesPaymentId, row.id)));
  const parts =
    row.transferId === null
      ? [row]
      : await tx
          .select({ amountCents: payment.amountCents })
          .from(payment)
          .where(and(within(payment, scope), eq(payment.transferId, row.transferId)));
  const { id, leaseId, direction, amountCents, reversesPaymentId } = row;
  return {
    id,
    leaseId,
    direction,
    amountCents,
    reversesPaymentId,
    isReversed: reversal !== undefined,
    /** Whether it was the bank that took it back. */
    isReturned: reversal?.isReturned ?? false,
    transferCents: sumCents(parts.map((part) => part.amountCents)),
    latestId: await findLatest(tx, scope, row.id),
  };
}

async function findLatest(tx: Tx, scope: Scope, paymentId: string): Promise<string> {
  const [later] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.replacesPaymentId, paymentId)));
  return later ? findLatest(tx, scope, later.id) : paymentId;
}
