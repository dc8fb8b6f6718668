import { z } from 'zod';
import { distributionKeys } from '@/domain/vocabulary';
import * as field from '@/lib/field';

/** Whose agreement: that of one lease, or the rule of a property. */
const whose = { propertyId: field.id.nullable().default(null), leaseId: field.id.nullable().default(null) };
const isOne = (of: { propertyId: string | null; leaseId: string | null }) =>
  (of.propertyId === null) !== (of.leaseId === null);
const oneOnly = { error: 'required', path: ['leaseId'] };

export const getAgreementInput = z.strictObject(whose).refine(isOne, oneOnly);

/** What was seen before: null where nothing had been said yet. */
const seen = {
  id: field.id.nullable().default(null),
  version: field.version.nullable().default(null),
};

export const setAgreementInput = z
  .strictObject({
    ...whose,
    ...seen,
    agreesAll: z.boolean(),
    named: z
      .array(z.strictObject({ categoryId: field.id, key: z.enum(distributionKeys).nullable().default(null) }))
      .max(200),
  })
  .refine(isOne, oneOnly);

/** Back to the rule: of the property, or of the law. */
export const clearAgreementInput = z
  .strictObject({ ...whose, id: field.id, version: field.version })
  .refine(isOne, oneOnly);
