import 'server-only';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import type { CalendarDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { getReversible } from '../rows/payments';
import { takeBack } from '../rows/reversals';

type ReturnedRefund = { id: string; paymentId: string; returnedOn: CalendarDate };

/**
 * Credit that was paid back came back from the bank, on a day: it is credit again from then on, and pays what is open. The same
 * id again changes nothing. `revertReturn` takes it back.
 */
export async function returnRefund(tx: Tx, scope: Scope, { id, paymentId, returnedOn }: ReturnedRefund) {
  const original = await getReversible(tx, scope, paymentId);
  if (original.direction === 'in') throw new DomainError('payment.cannot_return');
  if (returnedOn > scope.today) throw new DomainError('payment.in_future');
  if (returnedOn < original.paidOn) throw new DomainError('payment.returned_before_paid');
  const isNew = await takeBack(tx, scope, original, { id, note: null, returnedOn });
  if (!isNew) return { id };
  await recordAudit(tx, scope, {
    action: 'payment.return',
    entity: 'payment',
    entityId: original.id,
    before: { amountCents: original.amountCents, paidOn: original.paidOn },
    after: { returnedOn, feeCents: 0 },
  });
  return { id };
}
