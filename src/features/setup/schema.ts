import { z } from 'zod';
import { languages, propertyKinds, unitKinds } from '@/domain/vocabulary';
import * as field from '@/lib/field';
import { MOST_PEOPLE } from './column-rules';

/** So many units fit one entry: it is one transaction, and one screen. */
export const MOST_HOMES = 60;

/** A unit, and who lives in it: a tenant by name, since when, and for how much a month. */
const home = z.strictObject({
  unitId: field.id,
  name: field.name,
  /** Null: as the property says. */
  kind: z.enum(unitKinds).nullable().default(null),
  areaSqm100: field.areaSqm100.nullable().default(null),
  rooms10: z.int().min(0, { error: 'negative' }).max(9_999).nullable().default(null),
  /** What is asked for one that stands empty. */
  askingRentCents: field.amountCents.nullable().default(null),
  lease: z
    .strictObject({
      id: field.id,
      /** Who rents it; the same id for the same person, who may have two of the units. */
      tenants: z
        .array(
          z.strictObject({
            ...{ id: field.id, name: field.name },
            emails: z.array(field.email).max(10).default([]),
            phones: z.array(field.phone).max(10).default([]),
            payerIbans: z.array(field.iban).max(10).default([]),
          }),
        )
        .min(1)
        .max(MOST_PEOPLE),
      startsOn: field.calendarDate,
      netCents: field.amountCents,
      /** An advance on operating costs; null where none is agreed. */
      costsCents: field.amountCents.nullable().default(null),
      /** What of both is VAT. */
      vatRateBp: z.int().min(0).max(10_000).default(0),
      /** In the household. */
      persons: z.int().min(0).max(99).nullable().default(null),
      /** What was open before the first month that is booked: owed above zero, the tenant's credit below. */
      openingBalanceCents: field.balanceCents.default(0),
      /** What was agreed, and what of it has come. */
      deposit: z
        .strictObject({
          id: field.id,
          agreedCents: field.positiveCents,
          received: z
            .strictObject({
              id: field.id,
              bookedOn: field.calendarDate,
              amountCents: field.positiveCents,
            })
            .nullable()
            .default(null),
        })
        .nullable()
        .default(null),
    })
    .nullable(),
});

const place = field.withPostalCode(
  z.strictObject({
    id: field.id,
    name: field.nameOr('name_or_address'),
    kind: z.enum(propertyKinds),
    ...field.addressFields,
    state: field.state,
    country: field.country,
    homes: z
      .array(home)
      .min(1)
      .max(MOST_HOMES)
      .superRefine((homes, context) => {
        for (const [index, { name }] of homes.entries()) {
          if (homes.findIndex((other) => other.name === name) < index) {
            context.addIssue({ code: 'custom', message: 'duplicate', path: [index, 'name'] });
          }
        }
      }),
  }),
);

/** All that is let, entered at once when a landlord begins. */
export const enterHomesInput = z
  .strictObject({
    language: z.enum(languages),
    places: z.array(place).min(1).max(MOST_HOMES),
    /** The first month that is posted of leases that have been running; null is the current one. */
    bookedFrom: field.monthStart.nullable().default(null),
    /** The rents of months before the current one came in, each on the day it was due. */
    arePaid: z.boolean().default(false),
  })
  .refine(({ places }) => places.reduce((sum, { homes }) => sum + homes.length, 0) <= MOST_HOMES, {
    error: 'too_big',
    path: ['places'],
  });
export type EnterHomesInput = z.input<typeof enterHomesInput>;
