import { z } from 'zod';
import { depositForms, recordedMovementKinds } from '@/domain/vocabulary';
import * as field from '@/lib/field';

/** The deposits of a lease, or of all leases of a tenant, as they stood on a day (default today). */
export const listDepositsInput = z
  .strictObject({
    leaseId: field.id.nullish(),
    tenantId: field.id.nullish(),
    asOf: field.calendarDate.nullish(),
  })
  .refine((input) => Boolean(input.leaseId) !== Boolean(input.tenantId), {
    error: 'required',
    path: ['leaseId'],
  });

const agreed = {
  form: z.enum(depositForms).default('cash'),
  agreedCents: field.positiveCents,
  heldAt: field.optionalText(200),
  note: field.optionalText(500),
};

/** `receivedOn`: the day the whole of it came, for a lease that has been running for long. */
export const createDepositInput = z.strictObject({
  id: field.id,
  leaseId: field.id,
  ...agreed,
  receivedOn: field.optionalDate,
});

export const updateDepositInput = z.strictObject({
  id: field.id,
  version: field.version,
  ...agreed,
  returnDueOn: field.optionalDate,
});

/** Only a deposit on which nothing has moved. */
export const deleteDepositInput = z.strictObject({ id: field.id, version: field.version });

/**
 * A movement. A deduction and a hold-back say why, a hold-back until when. `settlesAccount` lets a deduction pay
 * what is open on the tenant's account, the oldest first; without it its reason is claimed there and paid by it.
 */
export const recordMovementInput = z
  .strictObject({
    id: field.id,
    depositId: field.id,
    kind: z.enum(recordedMovementKinds),
    bookedOn: field.calendarDate,
    amountCents: field.positiveCents,
    reason: field.optionalText(500),
    heldUntil: field.optionalDate,
    settlesAccount: z.boolean().default(false),
  })
  .refine((input) => input.reason !== null || !['deduction', 'hold_back'].includes(input.kind), {
    error: 'required',
    path: ['reason'],
  })
  .refine((input) => (input.kind === 'hold_back') === (input.heldUntil !== null), {
    error: 'required',
    path: ['heldUntil'],
  })
  .refine((input) => !input.settlesAccount || input.kind === 'deduction', {
    error: 'unexpected',
    path: ['settlesAccount'],
  });

export const reverseMovementInput = z.strictObject({ id: field.id, movementId: field.id });
