import { z } from 'zod';
import { energyClasses, propertyKinds } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { propertyMarks, propertySorts } from './search-params';

const mainFields = {
  name: field.name,
  kind: z.enum(propertyKinds),
  ...field.addressFields,
  state: field.state,
  country: field.country,
};

const secondaryFields = {
  yearBuilt: z.int().min(1000).max(2200).nullable().default(null),
  livingAreaSqm100: field.areaSqm100.nullable().default(null),
  plotAreaSqm100: field.areaSqm100.nullable().default(null),
  energyClass: z.enum(energyClasses).nullable().default(null),
  energyUse10: z.int().min(0).max(99_999).nullable().default(null),
  energyCertificateValidUntil: field.optionalDate,
  purchasedOn: field.optionalDate,
  purchasePriceCents: field.amountCents.nullable().default(null),
  purchaseCostsCents: field.amountCents.nullable().default(null),
  buildingShareBp: z.int().min(0).max(10_000).nullable().default(null),
  soldOn: field.optionalDate,
  statementStartMonth: z.int().min(1).max(12).default(1),
  notes: field.optionalNotes,
};

/**
 * A new property comes with one unit, so that the owner of a single flat never has to think of units:
 * `unitId` and the unit's area are the client's to give.
 */
export const createPropertyInput = field.withPostalCode(
  z.strictObject({
    id: field.id,
    unitId: field.id,
    ...mainFields,
    // The form takes the address for the name, so both are missing.
    name: field.nameOr('name_or_address'),
    livingAreaSqm100: field.areaSqm100.nullable().default(null),
    yearBuilt: secondaryFields.yearBuilt,
  }),
);
export type CreatePropertyInput = z.input<typeof createPropertyInput>;

export const updatePropertyInput = field.withPostalCode(
  z.strictObject({ id: field.id, version: field.version, ...mainFields, ...secondaryFields }),
);

/** The whole list of owners; shares are fractions that may not exceed the whole. */
export const setOwnersInput = z.strictObject({
  propertyId: field.id,
  version: field.version,
  owners: z
    .array(
      z
        .strictObject({
          landlordId: field.id,
          shareNumerator: z.int().min(1).max(100_000),
          shareDenominator: z.int().min(1).max(100_000),
        })
        .refine((owner) => owner.shareNumerator <= owner.shareDenominator, {
          error: 'share',
          path: ['shareNumerator'],
        }),
    )
    .max(20),
});

/** The picture of a property: one of its own documents; null takes it away, the document stays. */
export const setCoverInput = z.strictObject({
  id: field.id,
  version: field.version,
  documentId: field.id.nullable(),
});

/** What a property was worth, day by day; the whole list. */
export const setValuationsInput = z.strictObject({
  propertyId: field.id,
  version: field.version,
  valuations: z
    .array(
      z.strictObject({
        valuedOn: field.calendarDate,
        valueCents: field.amountCents,
        source: field.optionalText(200),
      }),
    )
    .max(100),
});

export const listPropertiesInput = z.strictObject({
  search: field.search.default(''),
  archive: field.archiveFilter,
  kind: z.enum(propertyKinds).nullish(),
  city: field.search.nullish(),
  only: z.array(z.enum(propertyMarks)).max(propertyMarks.length).default([]),
  sort: z.enum(propertySorts).default('name'),
  descending: z.boolean().default(false),
  ...field.paging,
});
export type ListPropertiesInput = z.input<typeof listPropertiesInput>;

export const propertyInput = z.strictObject({ id: field.id });
export const propertyRowInput = z.strictObject({ id: field.id, version: field.version });
export const propertyRowsInput = z.strictObject({ rows: field.seenRows });
/** The danger zone: the name typed by hand. */
export const deletePropertyInput = z.strictObject({ id: field.id, typedName: z.string().max(200) });
