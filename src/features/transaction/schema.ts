import { z } from 'zod';
import { bookingDirections, distributionKeys, splitMethods } from '@/domain/vocabulary';
import * as field from '@/lib/field';

/** Where it is booked: on a unit, on a property, or, when neither is named, on the portfolio. */
export const placeFields = {
  propertyId: field.id.nullable().default(null),
  unitId: field.id.nullable().default(null),
};

/** What it is for, and who got the money or paid it. */
export const titleFields = { title: field.name, payee: field.optionalText() };

const transactionFields = {
  ...placeFields,
  bookedOn: field.calendarDate,
  /** The time the bill is for; both days or neither. */
  serviceFrom: field.optionalDate,
  serviceTo: field.optionalDate,
  direction: z.enum(bookingDirections),
  categoryId: field.id,
  ...titleFields,
  /** VAT included. Of an expense below zero where money came back: a refund or credit of a supplier. */
  amountCents: field.balanceCents.refine((cents) => cents !== 0, { error: 'zero' }),
  vatRateBp: z.int().min(0).max(10_000).default(0),
  /** Labour in the amount, which the tenant may deduct (§ 35a EStG). */
  labourCents: field.balanceCents.default(0),
  bankAccountId: field.id.nullable().default(null),
  invoiceOn: field.optionalDate,
  invoiceNumber: field.optionalText(100),
  /** Set when it may be charged to tenants: by which key. */
  recoverableKey: z.enum(distributionKeys).nullable().default(null),
  note: field.optionalText(1_000),
  /** How a bill of a property is split over its units; null leaves it whole. */
  splitMethod: z.enum(splitMethods).nullable().default(null),
  /** The units that take part, all of them when none is named; `manual` takes the amounts from here. */
  shares: z
    .array(z.strictObject({ unitId: field.id, amountCents: field.balanceCents.default(0) }))
    .max(1_000)
    .default([]),
};

type Bill = z.output<z.ZodObject<typeof transactionFields>>;

const isRefund = (bill: Bill) => bill.amountCents < 0;

const consistent = <S extends z.ZodType<Bill>>(schema: S): S =>
  field.withRules(
    schema,
    ({ serviceFrom, serviceTo }, refuse) => {
      if (serviceFrom !== null && serviceTo === null) refuse('required', 'serviceTo');
      if (serviceFrom === null && serviceTo !== null) refuse('required', 'serviceFrom');
      if (serviceFrom !== null && serviceTo !== null && serviceTo < serviceFrom) {
        refuse('end_before_start', 'serviceTo');
      }
    },
    (bill, refuse) => {
      if (isRefund(bill) && bill.direction === 'income') refuse('not_positive', 'amountCents');
      else if (Math.abs(bill.labourCents) > Math.abs(bill.amountCents))
        refuse('exceeds_amount', 'labourCents');
      else if (isRefund(bill) && bill.labourCents > 0) refuse('refund_part', 'labourCents');
      else if (!isRefund(bill) && bill.labourCents < 0) refuse('negative', 'labourCents');
    },
    (bill, refuse) => {
      if (bill.shares.some(({ amountCents }) => amountCents !== 0 && amountCents < 0 !== isRefund(bill))) {
        refuse(isRefund(bill) ? 'refund_part' : 'negative', 'shares');
      }
    },
    (bill, refuse) => {
      if (bill.splitMethod !== null && (bill.propertyId === null || bill.unitId !== null)) {
        refuse('needs_property', 'splitMethod');
      }
    },
  );

/** One-off income or expense; `id` is the client's, so that sending it twice books it once. */
export const recordTransactionInput = consistent(z.strictObject({ id: field.id, ...transactionFields }));
export type RecordTransactionInput = z.input<typeof recordTransactionInput>;

/** `transactionId` is the row as it stands; the corrected one gets `id`. */
export const updateTransactionInput = consistent(
  z.strictObject({ id: field.id, transactionId: field.id, ...transactionFields }),
);

/** Takes a booking back, or brings one back; `id` is the new row's. */
export const transactionStepInput = z.strictObject({ id: field.id, transactionId: field.id });

export const transactionInput = z.strictObject({ id: field.id });

export const listTransactionsInput = z
  .strictObject({
    search: field.search.default(''),
    from: field.calendarDate.nullish(),
    to: field.calendarDate.nullish(),
    /** Income or expense; not `direction`, which means the way of paging here. */
    kind: z.enum(bookingDirections).nullish(),
    /** A leaf, or a group with all its leaves. */
    categoryId: field.id.nullish(),
    /** With everything booked on its units. */
    propertyId: field.id.nullish(),
    unitId: field.id.nullish(),
    /** Only what is booked on the portfolio itself. */
    onPortfolioOnly: z.boolean().default(false),
    recurringId: field.id.nullish(),
    ...field.paging,
  })
  .refine((input) => !input.from || !input.to || input.from <= input.to, {
    error: 'end_before_start',
    path: ['to'],
  });
export type ListTransactionsInput = z.input<typeof listTransactionsInput>;

/** What a split would give before it is booked. */
export const previewSplitInput = z.strictObject({
  propertyId: field.id,
  splitMethod: z.enum(splitMethods),
  amountCents: field.balanceCents,
  /** Areas, households and shares of this day count. */
  asOf: field.calendarDate,
  unitIds: z.array(field.id).max(1_000).default([]),
});
