import 'server-only';
import { type AnyColumn, and, asc, eq, gt, gte, isNull, or, sql } from 'drizzle-orm';
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

/** Everything that is open of leases, the oldest due first: what money that comes in may be for. */
export function listOpenOf(tx: Tx, scope: Scope, leaseIds: string[]) {
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
    .where(
      and(
        within([openItem, charge], scope),
        isAmong(openItem.leaseId, leaseIds),
        gt(openItem.openCents, sql`0`),
      ),
    )
    .orderBy(asc(openItem.dueOn), asc(openItem.chargeId));
}

/** The leases of which something of these amounts is open. */
export async function listLeasesOwing(tx: Tx, scope: Scope, amounts: readonly number[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ leaseId: openItem.leaseId })
    .from(openItem)
    .where(
      and(within(openItem, scope), gt(openItem.openCents, sql`0`), isOfAmount(openItem.openCents, amounts)),
    );
  return rows.map((row) => row.leaseId);
}

type PaidSince = { from: CalendarDate; amounts: readonly number[] };

/** The leases that paid these amounts, or were paid them, since a day. */
export async function listLeasesPaying(tx: Tx, scope: Scope, asked: PaidSince): Promise<string[]> {
  if (asked.amounts.length === 0) return [];
  const rows = await tx
    .selectDistinct({ leaseId: payment.leaseId })
    .from(payment)
    .where(and(within(payment, scope), isPaidSince(asked)));
  return rows.map((row) => row.leaseId);
}

const isOfAmount = (column: AnyColumn, amounts: readonly number[]) =>
  sql`${column} = any(${sql.param(amounts.map(String))}::bigint[])`;

const isPaidSince = ({ from, amounts }: PaidSince) =>
  and(gte(payment.paidOn, from), isOfAmount(payment.amountCents, amounts));

/**
 * Money of leases that came or went since a day, or longer ago if it is of these amounts or was recorded since a moment, and
 * was not taken back; each with the payments whose place it took.
 */
export async function listStandingPayments(
  tx: Tx,
  scope: Scope,
  {
    leaseIds,
    from,
    longer,
    recordedSince,
  }: { leaseIds: string[]; from: CalendarDate; longer?: PaidSince; recordedSince?: Date },
) {
  const found = await tx
    .select({
      id: payment.id,
      leaseId: payment.leaseId,
      paidOn: payment.paidOn,
      amountCents: payment.amountCents,
      direction: payment.direction,
      method: payment.method,
      transferId: payment.transferId,
      recordedAt: payment.recordedAt,
      reverses: payment.reversesPaymentId,
      replaces: payment.replacesPaymentId,
    })
    .from(payment)
    .where(
      and(
        within(payment, scope),
        isAmong(payment.leaseId, leaseIds),
        or(
          gte(payment.paidOn, from),
          longer && longer.amounts.length > 0 ? isPaidSince(longer) : undefined,
          recordedSince && gte(payment.recordedAt, recordedSince),
        ),
      ),
    )
    .orderBy(asc(payment.paidOn), asc(payment.recordedAt), asc(payment.id));
  const rows = found.filter((row) => row.reverses === null && paymentTraits[row.method].isMoney);
  if (rows.length === 0) return [];
  const reversed = new Set(
    (
      await listReversals(
        tx,
        scope,
        rows.map((row) => row.id),
      )
    ).map((row) => row.paymentId),
  );
  const standing = rows.filter((row) => !reversed.has(row.id));
  const replaced = await listEarlier(tx, scope, standing);
  const earlierOf = (id: string): string[] => {
    const before = replaced.get(id);
    return before ? [before, ...earlierOf(before)] : [];
  };
  return standing.map(({ reverses, replaces, ...row }) => ({ ...row, earlierIds: earlierOf(row.id) }));
}

/** What each of these payments replaced, and what that did, as far back as it goes. */
export async function listEarlier(
  tx: Tx,
  scope: Scope,
  rows: readonly { id: string; replaces: string | null }[],
): Promise<Map<string, string>> {
  const replaced = new Map<string, string>();
  for (let asked = rows; asked.length > 0; ) {
    const earlier = asked.flatMap(({ id, replaces }) => (replaces === null ? [] : [{ id, replaces }]));
    for (const { id, replaces } of earlier) replaced.set(id, replaces);
    asked =
      earlier.length === 0
        ? []
        : await tx
            .select({ id: payment.id, replaces: payment.replacesPaymentId })
            .from(payment)
            .where(
              and(
                within(payment, scope),
                isAmong(
                  payment.id,
                  earlier.map((row) => row.replaces),
                ),
              ),
            );
  }
  return replaced;
}

/** A payment and those whose place it took, the latest first. */
export async function listChain(tx: Tx, scope: Scope, paymentId: string): Promise<string[]> {
  const [row] = await tx
    .select({ id: payment.id, replaces: payment.replacesPaymentId })
    .from(payment)
    .where(isRow(payment, scope, paymentId));
  return row ? [row.id, ...(await listEarlier(tx, scope, [row])).values()] : [];
}

const listReversals = (tx: Tx, scope: Scope, paymentIds: string[]) =>
  tx
    .select({ id: payment.id, paymentId: payment.reversesPaymentId, isReturned: payment.isReturned })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.reversesPaymentId, paymentIds)));

/** Who recorded a payment, or a transfer of several, and when; null where it was not. */
export async function findRecorder(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select({ recordedBy: payment.recordedBy, recordedAt: payment.recordedAt })
    .from(payment)
    .where(and(within(payment, scope), or(eq(payment.id, id), eq(payment.transferId, id))))
    .limit(1);
  return row ?? null;
}

/** What came in by each transfer, over all leases it was for. */
export const listTransfers = (tx: Tx, scope: Scope, ids: string[]) =>
  tx
    .select({
      id: sql<string>`${payment.transferId}`,
      amountCents: sql<number>`sum(${payment.amountCents})`.mapWith(Number),
      paidOn: sql<CalendarDate>`min(${payment.paidOn})::text`,
    })
    .from(payment)
    .where(
      and(
        within(payment, scope),
        isAmong(payment.transferId, ids),
        eq(payment.direction, 'in'),
        isNull(payment.reversesPaymentId),
      ),
    )
    .groupBy(payment.transferId);

/** The leases of payments. */
export function listLeasesOf(tx: Tx, scope: Scope, paymentIds: string[]) {
  return tx
    .select({ paymentId: payment.id, leaseId: payment.leaseId })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.id, paymentIds)));
}

/** `latestId` is the row it stands in now; `isReturned`: it was the bank that took it back; `reversalId` is the row that did. */
export type Standing = {
  latestId: string;
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
  const reversals = await listReversals(tx, scope, latestIds);
  const reversalOf = new Map(reversals.map((row) => [row.paymentId, row]));
  return new Map(
    [...latestOf].flatMap(([id, latest]) => {
      const leaseId = leases.get(latest);
      if (leaseId === undefined) return [];
      const reversal = reversalOf.get(latest);
      const standing: Standing = {
        latestId: latest,
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
