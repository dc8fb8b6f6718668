import 'server-only';
import { and, eq, gt, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { charge, chargeLine, openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { allocateCents } from '@/lib/money';
import {
  type ChargeLineDraft,
  correctCharge,
  listOpen,
  lockLeases,
  postCharges,
  settleWithCredits,
} from '../ledger/commands';
import type { postChargeInput, waiveChargeInput } from './schema';

/** The corrected lines of a charge: its own and those of its corrections, summed by component. */
export async function linesOf(tx: Tx, scope: Scope, chargeId: string): Promise<ChargeLineDraft[]> {
  const rows = await tx
    .select({
      component: chargeLine.component,
      settlement: chargeLine.settlement,
      vatRateBp: chargeLine.vatRateBp,
      amountCents: sql<string>`sum(${chargeLine.amountCents})`.mapWith(Number),
      vatCents: sql<string>`sum(${chargeLine.vatCents})`.mapWith(Number),
    })
    .from(chargeLine)
    .innerJoin(
      charge,
      and(eq(charge.portfolioId, chargeLine.portfolioId), eq(charge.id, chargeLine.chargeId)),
    )
    .where(
      and(
        eq(chargeLine.portfolioId, scope.portfolioId),
        eq(charge.portfolioId, scope.portfolioId),
        or(eq(charge.id, chargeId), eq(charge.correctsChargeId, chargeId)),
      ),
    )
    .groupBy(chargeLine.component, chargeLine.settlement, chargeLine.vatRateBp);
  return rows.filter((row) => row.amountCents !== 0);
}

/** Whether the row of this id has corrected the charge already; `already_exists` where the id stands for something else. */
export async function isCorrected(
  tx: Tx,
  scope: Scope,
  { id, chargeId }: { id: string; chargeId: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ corrects: charge.correctsChargeId })
    .from(charge)
    .where(and(eq(charge.portfolioId, scope.portfolioId), eq(charge.id, id)));
  if (row && row.corrects !== chargeId) throw new DomainError('already_exists');
  return row !== undefined;
}

/** Waives what is still open of a charge or a part of it, with the reason. The same id again changes nothing. */
export async function waiveCharge(tx: Tx, scope: Scope, input: z.output<typeof waiveChargeInput>) {
  const [item] = await tx
    .select({ leaseId: openItem.leaseId })
    .from(openItem)
    .where(and(eq(openItem.portfolioId, scope.portfolioId), eq(openItem.chargeId, input.chargeId)));
  if (!item) throw new DomainError('not_found');
  await lockLeases(tx, scope, [item.leaseId]);
  if (await isCorrected(tx, scope, input)) return { id: input.id };
  const open = (await listOpen(tx, scope, [item.leaseId])).find((row) => row.chargeId === input.chargeId);
  if (!open) throw new DomainError('charge.nothing_open');
  const waivedCents = input.amountCents ?? open.openCents;
  if (waivedCents > open.openCents) throw new DomainError('payment.exceeds_open', { field: 'amountCents' });
  const lines = await linesOf(tx, scope, input.chargeId);
  const shares = allocateCents(
    waivedCents,
    lines.map((line) => Math.max(0, line.amountCents)),
  );
  const vatShares = lines.map((line, index) =>
    line.amountCents === 0 ? 0 : Math.round((line.vatCents * (shares[index] ?? 0)) / line.amountCents),
  );
  await correctCharge(tx, scope, {
    id: input.id,
    chargeId: input.chargeId,
    reason: 'waiver',
    note: input.reason,
    lines: lines.map((line, index) => ({
      ...line,
      amountCents: -(shares[index] ?? 0),
      vatCents: -(vatShares[index] ?? 0),
    })),
  });
  await recordAudit(tx, scope, {
    action: 'charge.waive',
    entity: 'charge',
    entityId: input.chargeId,
    before: { openCents: open.openCents },
    after: { waivedCents, reason: input.reason },
  });
  return { id: input.id };
}

/** Takes every charge of a lease back, for a lease entered wrongly. The caller holds the lease. */
export async function voidChargesOfLease(tx: Tx, scope: Scope, leaseId: string): Promise<void> {
  const items = await tx
    .select({ chargeId: openItem.chargeId })
    .from(openItem)
    .where(
      and(
        eq(openItem.portfolioId, scope.portfolioId),
        eq(openItem.leaseId, leaseId),
        gt(openItem.totalCents, 0),
      ),
    );
  await voidCharges(tx, scope, items);
}

/** What was carried over to a lease under a transfer and still stands. */
export function listCarriedCharges(tx: Tx, scope: Scope, transferId: string) {
  return tx
    .select({ chargeId: charge.id, leaseId: charge.leaseId, basis: charge.basis })
    .from(charge)
    .innerJoin(openItem, and(eq(openItem.portfolioId, charge.portfolioId), eq(openItem.chargeId, charge.id)))
    .where(
      and(
        eq(charge.portfolioId, scope.portfolioId),
        eq(openItem.portfolioId, scope.portfolioId),
        eq(charge.transferId, transferId),
        gt(openItem.totalCents, 0),
      ),
    );
}

/** Takes charges back with what was corrected of them; what had paid them is credit. The caller holds the leases. */
export async function voidCharges(
  tx: Tx,
  scope: Scope,
  charges: readonly { chargeId: string; basis?: unknown }[],
): Promise<void> {
  for (const { chargeId, basis } of charges) {
    const lines = await linesOf(tx, scope, chargeId);
    await correctCharge(tx, scope, {
      chargeId,
      reason: 'void',
      basis,
      lines: lines.map((line) => ({ ...line, amountCents: -line.amountCents, vatCents: -line.vatCents })),
    });
  }
}

/** Posts a one-off amount the tenant owes. The same id again changes nothing. */
export async function postCharge(tx: Tx, scope: Scope, input: z.output<typeof postChargeInput>) {
  await lockLeases(tx, scope, [input.leaseId]);
  const posted = await postCharges(tx, scope, [
    {
      id: input.id,
      leaseId: input.leaseId,
      kind: input.kind,
      periodFrom: null,
      periodTo: null,
      dueOn: input.dueOn,
      note: input.note,
      lines: [
        {
          component: input.kind,
          settlement: 'none',
          amountCents: input.amountCents,
          vatRateBp: 0,
          vatCents: 0,
        },
      ],
    },
  ]);
  if (posted.length === 0) {
    const [existing] = await tx
      .select({ leaseId: charge.leaseId, totalCents: charge.totalCents, dueOn: charge.dueOn })
      .from(charge)
      .where(and(eq(charge.portfolioId, scope.portfolioId), eq(charge.id, input.id)));
    const isSame =
      existing?.leaseId === input.leaseId &&
      existing.totalCents === input.amountCents &&
      existing.dueOn === input.dueOn;
    if (!isSame) throw new DomainError('already_exists');
    return { id: input.id };
  }
  await settleWithCredits(tx, scope, [input.leaseId]);
  await recordAudit(tx, scope, {
    action: 'charge.post',
    entity: 'charge',
    entityId: input.id,
    after: { leaseId: input.leaseId, kind: input.kind, amountCents: input.amountCents, dueOn: input.dueOn },
  });
  return { id: input.id };
}
