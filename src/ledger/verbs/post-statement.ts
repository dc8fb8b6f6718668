import 'server-only';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { CalendarDate } from '@/lib/calendar';
import { divideRounded } from '@/lib/money';
import type { Period } from '@/lib/period';
import { correctCharge, correctionOf } from '../rows/corrections';
import { listOpenLines } from '../rows/lines';
import { insertPayment } from '../rows/payments';
import { settleWithPayment } from '../rows/settle';
import { postCharge } from './post-charge';

type Stated = {
  /** Of the charge or the credit it becomes. */
  id: string;
  leaseId: string;
  period: Period;
  /** Costs less advances paid; negative is a credit. */
  resultCents: number;
  /** What of it is asked for or given back. */
  postedCents: number;
  dueOn: CalendarDate;
  note: string;
};

/**
 * Posts what a statement of operating costs comes to: a back-payment as a charge, a credit as one on paper. Advances of
 * its period that were never paid are in the result and are not asked for besides; only where a result may not be asked
 * for any more, they stay owed up to it. The caller holds the lease.
 */
export async function postStatement(tx: Tx, scope: Scope, stated: Stated): Promise<void> {
  const { id, leaseId, postedCents, dueOn, note } = stated;
  await waiveAdvances(tx, scope, stated);
  if (postedCents > 0) {
    await postCharge(tx, scope, { id, leaseId, kind: 'back_payment', dueOn, amountCents: postedCents, note });
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
}

async function waiveAdvances(tx: Tx, scope: Scope, { leaseId, period, note, ...of }: Stated): Promise<void> {
  const isOfPeriod = (day: CalendarDate | null) => day !== null && day >= period.from && day <= period.to;
  const open = (await listOpenLines(tx, scope, [leaseId])).filter(
    ({ isAdvance, openCents, chargeId, debt }) =>
      isAdvance && openCents > 0 && debt.id === chargeId && isOfPeriod(debt.periodFrom),
  );
  let owedCents = Math.max(0, of.resultCents - Math.max(0, of.postedCents));
  for (const line of open) {
    const stays = Math.min(owedCents, line.openCents);
    owedCents -= stays;
    const amountCents = line.openCents - stays;
    if (amountCents === 0) continue;
    const vatCents = divideRounded(BigInt(line.vatCents) * BigInt(amountCents), BigInt(line.totalCents));
    await correctCharge(tx, scope, {
      chargeId: line.chargeId,
      reason: 'waiver',
      note,
      lines: [{ ...correctionOf(line), amountCents: -amountCents, vatCents: -vatCents }],
    });
    await recordAudit(tx, scope, {
      action: 'charge.waive',
      entity: 'charge',
      entityId: line.chargeId,
      before: { openCents: line.openCents },
      after: { waivedCents: amountCents, reason: note },
    });
  }
}
