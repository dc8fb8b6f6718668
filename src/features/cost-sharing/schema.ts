import { z } from 'zod';
import { distributionKeys } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { costPrinciples } from '@/statement/input';

export const getSharingInput = z.strictObject({ propertyId: field.id });

const amount = field.amountCents.nullable().default(null);

/**
 * How one cost of a house is shared out: for good its principle, its circle of units and what is usual; for the period
 * `from`–`to` what is taken out beforehand for commercial units, or what each lease bears by hand, below zero where the
 * cost is. Null and empty: as usual. `version` is that of the house's row as it was seen; null where there was none.
 */
export const setSharingInput = z
  .strictObject({
    propertyId: field.id,
    version: field.version.nullable().default(null),
    vacantPersons: z.int().min(0, { error: 'negative' }).max(20).default(1),
    categoryId: field.id,
    key: z.enum(distributionKeys),
    from: field.calendarDate,
    to: field.calendarDate,
    principle: z.enum(costPrinciples).nullable().default(null),
    circle: z.array(field.id).min(1, { error: 'required' }).max(1_000).nullable().default(null),
    usualFromCents: amount,
    usualToCents: amount,
    deductedCents: field.positiveCents.nullable().default(null),
    restFor: z.enum(['others', 'all']).default('others'),
    deductedReason: field.optionalText(300),
    byHand: z
      .array(z.strictObject({ leaseId: field.id, amountCents: field.balanceCents.nullable().default(null) }))
      .max(1_000)
      .default([]),
    byHandReason: field.optionalText(300),
  })
  .refine(...field.forwards)
  .refine(({ deductedCents, deductedReason }) => deductedCents === null || deductedReason !== null, {
    error: 'required',
    path: ['deductedReason'],
  })
  .refine(({ deductedCents, deductedReason }) => deductedReason === null || deductedCents !== null, {
    error: 'required',
    path: ['deductedCents'],
  })
  .refine(({ byHand, byHandReason }) => byHand.length === 0 || byHandReason !== null, {
    error: 'required',
    path: ['byHandReason'],
  })
  .superRefine(({ byHand }, context) => {
    const signs = byHand.map(({ amountCents }) => Math.sign(amountCents ?? 0));
    const first = signs.find((sign) => sign !== 0);
    const other = signs.findIndex((sign) => sign !== 0 && sign !== first);
    if (other >= 0) {
      context.addIssue({ code: 'custom', message: 'mixed_signs', path: ['byHand', other, 'amountCents'] });
    }
  })
  .refine(({ usualFromCents, usualToCents }) => usualToCents !== null || usualFromCents === null, {
    error: 'required',
    path: ['usualToCents'],
  })
  .refine(({ usualFromCents, usualToCents }) => (usualFromCents ?? 0) <= (usualToCents ?? Infinity), {
    error: 'too_small',
    path: ['usualToCents'],
  });
