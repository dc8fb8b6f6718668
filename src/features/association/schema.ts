import { z } from 'zod';
import { effortWays } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { faultsOf, LONGEST_KEY } from './rules';

const MOST_LINES = 200;

export const listAssociationsInput = z.strictObject({ propertyId: field.id });

const associationFields = { name: field.name, manager: field.optionalText() };

/** The association of one flat; a flat belongs to one. */
export const createAssociationInput = z.strictObject({
  id: field.id,
  propertyId: field.id,
  unitId: field.id,
  ...associationFields,
});

export const updateAssociationInput = z.strictObject({
  id: field.id,
  version: field.version,
  ...associationFields,
});

/** With its papers and what was noted; what was sent of them stays as it was. */
export const deleteAssociationInput = z.strictObject({ id: field.id, version: field.version });

const periodOf = { associationId: field.id, from: field.calendarDate, to: field.calendarDate };

export const associationYearInput = z.strictObject(periodOf).refine(...field.forwards);

/**
 * A line of the paper, in cents. Names are in the order in which jsonb keeps them (by length), so that the same again is
 * seen to be the same.
 */
const paperLine = z.strictObject({
  id: field.id,
  key: field.optionalText(LONGEST_KEY),
  name: field.name,
  ownCents: field.balanceCents,
  isReserve: z.boolean().default(false),
  categoryId: field.id.nullable().default(null),
  totalCents: field.balanceCents,
  labourCents: field.amountCents.default(0),
  recoverableBp: z.int().min(0).max(10_000).default(0),
  co2LandlordCents: field.amountCents.default(0),
});

const amounts = new Set<PropertyKey | undefined>(['lines', 'statedTotalCents', 'statedOwnCents']);

/** The paper of a period; `id` and `version` are those of the one that was seen, null: none was entered before. */
export const setAssociationYearInput = z
  .strictObject({
    ...periodOf,
    id: field.id.nullable().default(null),
    version: field.version.nullable().default(null),
    lines: z.array(paperLine).min(1, { error: 'required' }).max(MOST_LINES),
    statedTotalCents: field.balanceCents.nullable().default(null),
    statedOwnCents: field.balanceCents.nullable().default(null),
    advancesDueCents: field.amountCents.nullable().default(null),
    receivedOn: field.optionalDate,
    resolvedOn: field.optionalDate,
    isExcused: z.boolean().default(false),
  })
  .superRefine((paper, context) => {
    // Sums are made of amounts only: what is none of them has its fault already.
    if (context.issues.some(({ path = [] }) => amounts.has(path[0]))) return;
    for (const { path, code } of faultsOf(paper)) context.addIssue({ code: 'custom', message: code, path });
  })
  .refine(...field.forwards);

/** Takes a paper away that was entered for a period it is not for. */
export const clearAssociationYearInput = z.strictObject({
  associationId: field.id,
  id: field.id,
  version: field.version,
});

/** What was done on a day to have the paper of a period; the letter may be one of the documents. */
export const noteEffortInput = z
  .strictObject({
    id: field.id,
    ...periodOf,
    askedOn: field.calendarDate,
    way: z.enum(effortWays),
    note: field.optionalNotes,
    documentId: field.id.nullable().default(null),
  })
  .refine(...field.forwards);

export const removeEffortInput = z.strictObject({ id: field.id, version: field.version });
