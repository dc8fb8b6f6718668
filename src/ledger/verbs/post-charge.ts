import 'server-only';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { vatContained } from '@/domain/vat';
import { DomainError } from '@/lib/errors';
import type { postChargeInput } from '../inputs';
import { lockForNew } from '../rows/lock';
import { isPosted, postCharges, singleLine } from './post-charges';

/**
 * Posts a one-off amount the tenant owes. The same id again changes nothing.
 * @param of `debtChargeId`: the debt it belongs to as costs, which are settled before it (§ 367 BGB); null is a debt of its own.
 * `vatRateBp`: of the VAT the amount contains, hundredths of a per cent
 */
export async function postCharge(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof postChargeInput>,
  { debtChargeId = null, vatRateBp = 0 }: { debtChargeId?: string | null; vatRateBp?: number } = {},
) {
  const { id, leaseId, kind, dueOn, amountCents, note } = input;
  const vat = { vatRateBp, vatCents: vatContained(amountCents, vatRateBp) };
  await lockForNew(tx, scope, [leaseId]);
  if (await isPosted(tx, scope, input)) return { id };
  const posted = await postCharges(tx, scope, [
    {
      id,
      leaseId,
      kind,
      periodFrom: null,
      periodTo: null,
      dueOn,
      note,
      lines: singleLine(kind, amountCents).map((line) => ({ ...line, ...vat, debtChargeId })),
    },
  ]);
  if (!posted.has(id)) throw new DomainError('already_exists');
  await recordAudit(tx, scope, {
    action: 'charge.post',
    entity: 'charge',
    entityId: id,
    after: { leaseId, kind, amountCents, dueOn },
  });
  return { id };
}
