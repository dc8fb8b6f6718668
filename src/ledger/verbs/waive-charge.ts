import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { openItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { allocateCents, sumCents } from '@/lib/money';
import type { waiveChargeInput } from '../inputs';
import { isCorrected } from '../rows/charges';
import { correctCharge, takenOff } from '../rows/corrections';
import { listOpenLines } from '../rows/lines';
import { lockLeases } from '../rows/lock';

/**
 * Waives what is still open of a charge or a part of it, with the reason; a part is taken from its open lines by what is
 * open of each. The same id again changes nothing.
 */
export async function waiveCharge(tx: Tx, scope: Scope, input: z.output<typeof waiveChargeInput>) {
  const [item] = await tx
    .select({ leaseId: openItem.leaseId })
    .from(openItem)
    .where(and(within(openItem, scope), eq(openItem.chargeId, input.chargeId)));
  if (!item) throw new DomainError('not_found');
  await lockLeases(tx, scope, [item.leaseId]);
  const wanted = {
    correctsChargeId: input.chargeId,
    correctionReason: 'waiver',
    note: input.reason,
    ...(input.amountCents === null ? {} : { totalCents: -input.amountCents }),
  } as const;
  if (await isCorrected(tx, scope, input.id, wanted)) return { id: input.id };
  const lines = (await listOpenLines(tx, scope, [item.leaseId])).filter(
    (line) => line.chargeId === input.chargeId && line.openCents > 0,
  );
  if (lines.length === 0) throw new DomainError('charge.nothing_open');
  const openCents = sumCents(lines.map((line) => line.openCents));
  const waivedCents = input.amountCents ?? openCents;
  if (waivedCents > openCents) throw new DomainError('payment.exceeds_open', { field: 'amountCents' });
  const shares = allocateCents(
    waivedCents,
    lines.map((line) => line.openCents),
  );
  await correctCharge(tx, scope, {
    id: input.id,
    chargeId: input.chargeId,
    reason: 'waiver',
    note: input.reason,
    lines: lines.flatMap((line, index) => {
      const cents = shares[index] ?? 0;
      return cents > 0 ? [takenOff(line, cents)] : [];
    }),
  });
  await recordAudit(tx, scope, {
    action: 'charge.waive',
    entity: 'charge',
    entityId: input.chargeId,
    before: { openCents },
    // Why stands with the waiver, and goes with it.
    after: { waivedCents },
  });
  return { id: input.id };
}
