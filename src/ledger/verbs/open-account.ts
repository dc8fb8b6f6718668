import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { addDays, type CalendarDate } from '@/lib/calendar';
import { openCredit } from '../rows/credits';
import { insertPayment } from '../rows/payments';
import { postCharges, singleLine } from './post-charges';

export type Opening = { leaseId: string; bookedFrom: string; amountCents: number };

/** The day what was open before is due: the last one that is not booked. */
export const openingDay = ({ bookedFrom }: Opening): CalendarDate => addDays(bookedFrom, -1);

/**
 * What was open when the account begins, due the day before: owed it is one charge, overpaid one credit, which settles
 * the first charges like any overpayment and is no money received.
 */
export async function openAccount(tx: Tx, scope: Scope, opening: Opening): Promise<void> {
  const { leaseId, amountCents } = opening;
  const on = openingDay(opening);
  if (amountCents > 0) {
    await postCharges(tx, scope, [
      {
        leaseId,
        kind: 'opening_balance',
        periodFrom: on,
        periodTo: on,
        dueOn: on,
        lines: singleLine('opening_balance', amountCents),
      },
    ]);
  } else if (amountCents < 0) {
    const paid = { leaseId, paidOn: on, amountCents: -amountCents };
    const id = crypto.randomUUID();
    await insertPayment(tx, scope, { ...paid, id, direction: 'in', method: 'opening_credit' });
    await openCredit(tx, scope, { paymentId: id, leaseId, paidOn: on, openCents: paid.amountCents });
  }
}
