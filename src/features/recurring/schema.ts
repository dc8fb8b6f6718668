import { z } from 'zod';
import { bookingDirections, distributionKeys } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { placeFields, titleFields } from '../transaction/schema';
import { startsOnAnchor } from './rules';

const vatRateBp = z.int().min(0).max(10_000).default(0);

/** A year with a typing error (0026) would post for two thousand years. */
const plausibleDay = field.calendarDate.refine((day) => day >= '1950-01-01' && day <= '2199-12-31', {
  error: 'date',
});

const recurringFields = {
  ...placeFields,
  direction: z.enum(bookingDirections),
  ...titleFields,
  categoryId: field.id,
  bankAccountId: field.id.nullable().default(null),
  everyMonths: z.int().min(1).max(120),
  /** The first due day. */
  startsOn: plausibleDay,
  /** Day of the month that is kept: that of `startsOn`, or 31 for the end of every month. */
  anchorDay: z.int().check(
    field.demand((day) => day >= 1, 'too_small'),
    field.demand((day) => day <= 31, 'too_big'),
  ),
  endsOn: field.optionalDate,
  /** Set when it may be charged to tenants: by which key. */
  recoverableKey: z.enum(distributionKeys).nullable().default(null),
  note: field.optionalText(1_000),
};

type Item = z.output<z.ZodObject<typeof recurringFields>>;

const consistent = <S extends z.ZodType<Item>>(schema: S): S =>
  field.withRules(
    schema,
    (item, refuse) => startsOnAnchor(item) || refuse('anchor', 'anchorDay'),
    ({ endsOn, startsOn }, refuse) =>
      endsOn !== null && endsOn < startsOn && refuse('end_before_start', 'endsOn'),
  );

export const createRecurringInput = consistent(
  z.strictObject({
    id: field.id,
    ...recurringFields,
    /** VAT included. */
    amountCents: field.positiveCents,
    vatRateBp,
    /** Whether what fell due before today is booked, too. */
    postPast: z.boolean().default(true),
  }),
);
export type CreateRecurringInput = z.input<typeof createRecurringInput>;

/** What is posted stays as it was. */
export const updateRecurringInput = consistent(
  z.strictObject({ id: field.id, version: field.version, ...recurringFields }),
);

/** Another amount from a day on; on a day that has one already it replaces that. */
export const setAmountInput = z.strictObject({
  recurringId: field.id,
  version: field.version,
  validFrom: plausibleDay,
  amountCents: field.positiveCents,
  vatRateBp,
  /** Also correct what is booked already and differs now. */
  correctPosted: z.boolean().default(false),
});

export const deleteAmountInput = z.strictObject({
  recurringId: field.id,
  version: field.version,
  validFrom: field.calendarDate,
});

/** Null takes an end back: what fell due since is posted. */
export const endRecurringInput = z.strictObject({
  id: field.id,
  version: field.version,
  endsOn: field.calendarDate.nullable(),
  /** Also take back what is booked after that day. */
  removeLater: z.boolean().default(false),
});

export const recurringRowInput = z.strictObject({ id: field.id, version: field.version });
export const recurringInput = z.strictObject({ id: field.id });

/** Those of a property and its units; without one, those of the portfolio itself. */
export const listRecurringInput = z.strictObject({ propertyId: field.id.nullable() });

/** What is booked of an item from a day on, oldest first. */
export const postedInput = z.strictObject({ id: field.id, from: field.calendarDate });
