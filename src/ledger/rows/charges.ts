import 'server-only';
import { and, eq } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, chargeLine, openItem } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { ChargeComponent, ChargeKind } from '@/domain/account-kinds';
import type { ChargeBasis } from '@/domain/charge-basis';
import type { SettlementKind } from '@/domain/vocabulary';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { changesBetween } from '@/lib/server/changes';

export type ChargeLineDraft = {
  component: ChargeComponent;
  settlement: SettlementKind;
  amountCents: number;
  vatRateBp: number;
  vatCents: number;
  /** The debt that interest or costs arose from. */
  debtChargeId?: string | null;
};

type Carried = {
  transferId: string;
  carriedFromChargeId?: string;
  carriedKind: ChargeKind;
  carriedPeriodFrom?: CalendarDate | null;
  owedSince: CalendarDate;
};

export type ChargeDraft = {
  id?: string;
  leaseId: string;
  kind: ChargeKind;
  periodFrom: string | null;
  periodTo: string | null;
  dueOn: string;
  lines: ChargeLineDraft[];
  /** What explains the amount. */
  basis?: ChargeBasis | null;
  note?: string | null;
  /** What was carried over from another lease, and since when it is owed; or what is owed back of a refund. */
  carried?: Carried;
  /** The payment whose return by the bank it charges. */
  returnedPaymentId?: string;
};

type PostedCharge = { id: string; leaseId: string };

/**
 * Adds charges with their lines and open items. One that is posted already (same lease, kind and period)
 * is left as it is. The caller holds the leases.
 * @returns the charges that are new
 */
export async function insertCharges(
  tx: Tx,
  scope: Scope,
  drafts: readonly ChargeDraft[],
): Promise<PostedCharge[]> {
  const posted: PostedCharge[] = [];
  for (let start = 0; start < drafts.length; start += 500) {
    posted.push(...(await insertBatch(tx, scope, drafts.slice(start, start + 500))));
  }
  return posted;
}

async function insertBatch(tx: Tx, scope: Scope, batch: readonly ChargeDraft[]): Promise<PostedCharge[]> {
  const withIds = batch.map((draft) => ({ ...draft, id: draft.id ?? crypto.randomUUID() }));
  const inserted = await tx
    .insert(charge)
    .values(
      withIds.map((draft) => ({
        portfolioId: scope.portfolioId,
        id: draft.id,
        leaseId: draft.leaseId,
        kind: draft.kind,
        periodFrom: draft.periodFrom,
        periodTo: draft.periodTo,
        dueOn: draft.dueOn,
        totalCents: sumCents(draft.lines.map((line) => line.amountCents)),
        basis: draft.basis ?? null,
        note: draft.note ?? null,
        returnedPaymentId: draft.returnedPaymentId,
        owedSince: draft.dueOn,
        ...draft.carried,
        postedBy: postedBy(scope),
        postedAt: scope.now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: charge.id });
  const isNew = new Set(inserted.map((row) => row.id));
  const fresh = withIds.filter((draft) => isNew.has(draft.id));
  if (fresh.length === 0) return [];
  await tx.insert(chargeLine).values(fresh.flatMap((draft) => lineRows(scope, draft)));
  await tx.insert(openItem).values(
    fresh.map((draft) => {
      const totalCents = sumCents(draft.lines.map((line) => line.amountCents));
      return {
        portfolioId: scope.portfolioId,
        chargeId: draft.id,
        leaseId: draft.leaseId,
        dueOn: draft.dueOn,
        owedSince: draft.carried?.owedSince ?? draft.dueOn,
        totalCents,
        openCents: totalCents,
      };
    }),
  );
  return fresh.map(({ id, leaseId }) => ({ id, leaseId }));
}

const lineRows = (scope: Scope, { id, lines }: { id: string; lines: readonly ChargeLineDraft[] }) =>
  lines.map((line, position) => ({
    portfolioId: scope.portfolioId,
    chargeId: id,
    rootChargeId: id,
    position,
    ...line,
  }));

/** A stated purpose names charges of this lease; another's, or nobody's, is not found. */
export async function assertChargesOfLease(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  chargeIds: string[],
  field = 'chargeIds',
): Promise<void> {
  if (chargeIds.length === 0) return;
  const known = await tx
    .select({ id: charge.id })
    .from(charge)
    .where(and(within(charge, scope), eq(charge.leaseId, leaseId), isAmong(charge.id, chargeIds)));
  if (known.length !== new Set(chargeIds).size) throw new DomainError('not_found', { field });
}

/** Whether the row of this id has corrected the charge already; `already_exists` where the id stands for something else. */
export async function isCorrected(
  tx: Tx,
  scope: Scope,
  id: string,
  wanted: Partial<typeof charge.$inferSelect> & { correctsChargeId: string },
): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(charge)
    .where(and(within(charge, scope), eq(charge.id, id)));
  if (row && changesBetween(row, wanted)) throw new DomainError('already_exists');
  return row !== undefined;
}
