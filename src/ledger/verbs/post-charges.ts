import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { charge } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { ChargeKind, SingleLineKind } from '@/domain/account-kinds';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import type { Happened } from '../rows/allocations';
import { type ChargeDraft, insertCharges } from '../rows/charges';
import { settleWithCredits } from '../rows/settle';

/**
 * Posts charges and lets what was overpaid settle them. One that is posted already (same lease, kind and period) is left
 * as it is. The caller holds the leases.
 * @returns the ids of the charges that are new
 */
export async function postCharges(
  tx: Tx,
  scope: Scope,
  drafts: readonly ChargeDraft[],
  happenedOn?: Happened,
): Promise<ReadonlySet<string>> {
  const posted = await insertCharges(tx, scope, drafts);
  const leaseIds = [...new Set(posted.map((row) => row.leaseId))];
  await settleWithCredits(tx, scope, leaseIds, happenedOn);
  return new Set(posted.map((row) => row.id));
}

/** A charge of one line, as all but rents are; interest and costs may belong to a debt. */
export const singleLine = (
  component: SingleLineKind,
  amountCents: number,
  debtChargeId: string | null = null,
): ChargeDraft['lines'] => [
  { component, settlement: 'none', amountCents, vatRateBp: 0, vatCents: 0, debtChargeId },
];

/** Whether this very charge is posted; `already_exists` where its id stands for something else. */
export async function isPosted(
  tx: Tx,
  scope: Scope,
  {
    id,
    amountCents,
    ...named
  }: {
    id: string;
    leaseId: string;
    kind: ChargeKind;
    amountCents: number;
    dueOn?: string;
    note?: string | null;
  },
): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(charge)
    .where(and(within(charge, scope), eq(charge.id, id)));
  if (!row) return false;
  if (changesBetween(row, { ...named, totalCents: amountCents })) throw new DomainError('already_exists');
  return true;
}
