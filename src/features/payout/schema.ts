import { z } from 'zod';
import * as field from '@/lib/field';
import { isInEea } from '@/lib/iban';
import { MAX_TRANSFERS } from './rules';

/** What may be paid out on a day, or on the next that banks know. */
export const payableInput = z.strictObject({ wishedOn: field.calendarDate.nullable().default(null) });

/** One transfer: a tenant's credit, or what is paid back of a deposit. */
const transfer = z.strictObject({
  leaseId: field.id,
  depositId: field.id.nullable().default(null),
  amountCents: field.positiveCents,
  holder: field.text(70).min(1, { error: 'required' }),
  /** Elsewhere in SEPA a bank asks for its BIC and an address, too. */
  iban: field.iban.refine(isInEea, { error: 'iban_outside_eea' }),
});

/** A file for the bank. `id` is the idempotency key. */
export const createPayoutInput = z
  .strictObject({
    id: field.id,
    bankAccountId: field.id,
    executeOn: field.calendarDate,
    isBatch: z.boolean().default(false),
    /** What the tenant reads on the statement, before the place. */
    purpose: field.text(100).min(1, { error: 'required' }),
    items: z.array(transfer).min(1, { error: 'required' }).max(MAX_TRANSFERS),
  })
  .refine(
    ({ items }) => new Set(items.map((one) => `${one.leaseId} ${one.depositId ?? ''}`)).size === items.length,
    { error: 'duplicate', path: ['items'] },
  );

export const payoutInput = z.strictObject({ id: field.id });

/** One transfer of a file. */
export const transferInput = z.strictObject({ id: field.id });
