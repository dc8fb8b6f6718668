import 'server-only';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { CalendarDate } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { correctCharge, takenOff } from '../rows/corrections';
import { listLinesOf, listOpenLines } from '../rows/lines';
import { insertPayment } from '../rows/payments';
import { settleWithCredits, settleWithPayment } from '../rows/settle';
import { type StatedBefore, statedDifference } from '../stated-rules';
import { postCharge } from './post-charge';

type Stated = {
  /** Of the charge or the credit it becomes. */
  id: string;
  leaseId: string;
  period: Period;
  /** Costs less advances paid; negative is a credit. */
  resultCents: number;
  /** What of it is asked for or given back. */
  claimedCents: number;
  /** Of a lease with VAT: hundredths of a per cent. */
  vatRateBp: number;
  /** What earlier versions left on the account, and the ids they were posted with, the newest first. */
  before: StatedBefore & { ids: readonly string[] };
  dueOn: CalendarDate;
  note: string;
};

/**
 * Posts what a statement of operating costs comes to: a back-payment as a charge, a credit as one on paper. Advances of
 * its period that were never paid are in the result and are not asked for besides; only where a result may not be asked
 * for any more, they stay owed up to it. A corrected version posts the difference alone: what is less first comes off the
 * back-payments before it. The caller holds the lease.
 * @returns the difference; what is negative was given back
 */
export async function postStatement(tx: Tx, scope: Scope, stated: Stated): Promise<number> {
  const { id, leaseId, dueOn, note } = stated;
  await waiveAdvances(tx, scope, stated);
  const { reducedCents, postedCents, differenceCents } = statedDifference(stated.claimedCents, stated.before);
  if (reducedCents > 0) await reduceBackPayments(tx, scope, stated, reducedCents);
  if (postedCents > 0) {
    const charge = { id, leaseId, kind: 'back_payment' as const, dueOn, amountCents: postedCents, note };
    await postCharge(tx, scope, charge, { vatRateBp: stated.vatRateBp });
  }
  if (postedCents < 0) {
    const row = { id, leaseId, paidOn: scope.today, amountCents: -postedCents };
    await insertPayment(tx, scope, { ...row, direction: 'in', method: 'statement_credit', note });
    await settleWithPayment(tx, scope, row);
    await recordAudit(tx, scope, {
      action: 'payment.record',
      entity: 'payment',
      entityId: id,
      after: { leaseId, paidOn: row.paidOn, amountCents: row.amountCents },
    });
  }
  return differenceCents;
}

/** Takes off earlier back-payments what is too much of them; what had paid it pays what else is open. */
async function reduceBackPayments(tx: Tx, scope: Scope, { leaseId, before, note }: Stated, cents: number) {
  let leftCents = cents;
  const standing = await listLinesOf(tx, scope, [...before.ids]);
  for (const chargeId of before.ids) {
    const lines = [];
    for (const line of standing.filter((one) => one.chargeId === chargeId)) {
      const amountCents = Math.min(leftCents, line.totalCents);
      if (amountCents <= 0) continue;
      lines.push(takenOff(line, amountCents));
      leftCents -= amountCents;
    }
    if (lines.length > 0) await correctCharge(tx, scope, { chargeId, reason: 'correction', note, lines });
  }
  await settleWithCredits(tx, scope, [leaseId]);
}

async function waiveAdvances(tx: Tx, scope: Scope, { leaseId, period, note, ...of }: Stated): Promise<void> {
  const isOfPeriod = (day: CalendarDate | null) => day !== null && day >= period.from && day <= period.to;
  const open = (await listOpenLines(tx, scope, [leaseId])).filter(
    ({ isAdvance, openCents, chargeId, debt }) =>
      isAdvance && openCents > 0 && debt.id === chargeId && isOfPeriod(debt.periodFrom),
  );
  let owedCents = Math.max(0, of.resultCents - Math.max(0, of.claimedCents));
  for (const line of open) {
    const stays = Math.min(owedCents, line.openCents);
    owedCents -= stays;
    const amountCents = line.openCents - stays;
    if (amountCents === 0) continue;
    await correctCharge(tx, scope, {
      chargeId: line.chargeId,
      reason: 'waiver',
      note,
      lines: [takenOff(line, amountCents)],
    });
    await recordAudit(tx, scope, {
      action: 'charge.waive',
      entity: 'charge',
      entityId: line.chargeId,
      before: { openCents: line.openCents },
      after: { waivedCents: amountCents },
    });
  }
}
