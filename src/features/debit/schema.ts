import { z } from 'zod';
import { isMandateReference } from '@/bank/orders/sepa-text';
import { letterWays } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { isInEea } from '@/lib/iban';
import { languages } from '@/lib/languages';
import { MAX_COLLECTED } from './rules';

const mandateFields = {
  reference: field.text(35).min(1).refine(isMandateReference, { error: 'mandate_reference' }),
  holder: field.text(70).min(1),
  /** Elsewhere in SEPA a bank asks for its BIC and an address, too. */
  iban: field.iban.refine(isInEea, { error: 'iban_outside_eea' }),
  signedOn: field.calendarDate,
};

/** A mandate as the tenant signed it on paper, or in a form the bank agreed to. */
export const createMandateInput = z.strictObject({ id: field.id, leaseId: field.id, ...mandateFields });

/** The tenant has another account, or something was mistyped. Files made before keep what they said. */
export const updateMandateInput = z.strictObject({ id: field.id, version: field.version, ...mandateFields });

/** From that day on nothing is collected; null takes a revocation back that was entered by mistake. */
export const revokeMandateInput = z.strictObject({
  id: field.id,
  version: field.version,
  revokedOn: field.calendarDate.nullable(),
});

export const deleteMandateInput = z.strictObject({ id: field.id, version: field.version });

export const listMandatesInput = z.strictObject(field.paging);

/** What may be collected on a day, or on the next that banks know. */
export const dueDebitsInput = z.strictObject({ wishedOn: field.calendarDate.nullable().default(null) });

/** A file for the bank. `id` is the idempotency key. */
export const createCollectionInput = z
  .strictObject({
    id: field.id,
    bankAccountId: field.id,
    collectOn: field.calendarDate,
    isBatch: z.boolean().default(false),
    /** What the tenant reads on the statement, before the place. */
    purpose: field.text(100).min(1),
    items: z
      .array(z.strictObject({ mandateId: field.id, amountCents: field.positiveCents }))
      .min(1, { error: 'required' })
      .max(MAX_COLLECTED),
  })
  .refine(({ items }) => new Set(items.map((one) => one.mandateId)).size === items.length, {
    error: 'duplicate',
    path: ['items'],
  });

export const collectionInput = z.strictObject({ id: field.id });

/** How the tenants of a file are told that have not been told yet; `language` is the sender's, where a tenant has none. */
export const tellBeforehandInput = z.strictObject({
  id: field.id,
  way: z.enum(letterWays),
  language: z.enum(languages),
});

/** One direct debit of a file. */
export const debitInput = z.strictObject({ id: field.id });
