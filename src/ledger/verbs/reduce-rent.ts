import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import type { reduceRentInput } from '../inputs';
import { readReduction } from '../reads/reduction';
import { assertChargesOfLease, isCorrected } from '../rows/charges';
import { correctCharge, takenOff } from '../rows/corrections';
import { lockForNew } from '../rows/lock';
import { settleWithCredits } from '../rows/settle';

/**
 * Reduces booked rents for a defect, paid or not: what was paid beyond the reduced rent is credit and settles what else is open. It
 * stands on the account as a waiver does, and is taken back as one. The same ids again change nothing.
 * @throws DomainError `version_conflict` where a month would be less by another amount than was shown, or was reduced meanwhile,
 * `charge.advance_settled` where a statement has settled an advance that would bear a part of it
 */
export async function reduceRent(tx: Tx, scope: Scope, input: z.output<typeof reduceRentInput>) {
  const { leaseId, from, to, shareBp, reason } = input;
  await lockForNew(tx, scope, [leaseId]);
  await assertChargesOfLease(
    tx,
    scope,
    leaseId,
    input.months.map(({ chargeId }) => chargeId),
    'months',
  );
  let done = 0;
  for (const { id, chargeId, amountCents } of input.months) {
    const wanted = {
      leaseId,
      correctsChargeId: chargeId,
      correctionReason: 'waiver' as const,
      totalCents: -amountCents,
      note: reason,
    };
    if (await isCorrected(tx, scope, id, wanted)) done += 1;
  }
  const answer = { leaseId };
  if (done === input.months.length) return answer;
  if (done > 0) throw new DomainError('already_exists');
  const { months } = await readReduction(tx, scope, { leaseId, from, to, shareBp });
  const isAsShown =
    months.length === input.months.length &&
    months.every((month) =>
      input.months.some(
        (shown) =>
          shown.chargeId === month.chargeId &&
          shown.amountCents === month.amountCents &&
          shown.waivedCents === month.waivedCents,
      ),
    );
  if (!isAsShown) throw new DomainError('version_conflict');
  for (const month of months) {
    const { chargeId, amountCents, days, ofDays, rentCents, owedCents } = month;
    if (month.advanceCents > 0 && month.isSettled) throw new DomainError('charge.advance_settled');
    await correctCharge(tx, scope, {
      id: input.months.find((shown) => shown.chargeId === chargeId)?.id,
      chargeId,
      reason: 'waiver',
      note: reason,
      basis: { from: month.from, to: month.to, days, ofDays, shareBp, rentCents },
      lines: month.parts.map(({ line, cents }) => takenOff(line, cents)),
    });
    await recordAudit(tx, scope, {
      action: 'charge.reduce',
      entity: 'charge',
      entityId: chargeId,
      before: { owedCents },
      // Why stands with the reduction, and goes with it.
      after: { reducedCents: amountCents, shareBp, from: month.from, to: month.to },
    });
  }
  await settleWithCredits(tx, scope, [leaseId]);
  return answer;
}
