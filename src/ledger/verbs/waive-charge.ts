import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { allocateCents } from '@/lib/money';
import type { waiveChargeInput } from '../inputs';
import { isCorrected, linesOf } from '../rows/charges';
import { correctCharge } from '../rows/corrections';
import { lockLeases } from '../rows/lock';
import { listOpen } from '../rows/open-items';

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
