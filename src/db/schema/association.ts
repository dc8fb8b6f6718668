import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core';
import { effortWays } from '../../domain/vocabulary.ts';
import { belongsTo, cents, choice, day, edited, hausbuch, keyed, oneOf, portfolioTable } from '../columns.ts';
import { document } from './document.ts';
import { property, unit } from './property.ts';

/** The association of owners that a flat in a condominium belongs to. */
export const association = hausbuch.table(
  'association',
  {
    ...keyed(),
    propertyId: uuid().notNull(),
    unitId: uuid().notNull(),
    name: text().notNull(),
    /** Who manages it, and is asked for its statement. */
    manager: text(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('association', t),
    ...belongsTo('association_property', t.portfolioId, t.propertyId, property),
    ...belongsTo('association_unit', t.portfolioId, t.unitId, unit),
    unique('association_unit_key').on(t.portfolioId, t.unitId),
    check('association_name_check', sql`length(${t.name}) between 1 and 200`),
    check('association_manager_check', sql`length(${t.manager}) between 1 and 200`),
  ],
);

/**
 * A line of an association's statement. `categoryId` null: nothing of it is passed on; a contribution to the reserve is
 * no cost. `recoverableBp`: what of the flat's part is an operating cost, hundredths of a per cent.
 */
export type AssociationPaperLine = {
  id: string;
  key: string | null;
  name: string;
  ownCents: number;
  isReserve: boolean;
  categoryId: string | null;
  totalCents: number;
  labourCents: number;
  recoverableBp: number;
  co2LandlordCents: number;
};

/** The statement of an association for one period, as its paper says it. */
export const associationYear = hausbuch.table(
  'association_year',
  {
    ...keyed(),
    associationId: uuid().notNull(),
    periodFrom: day().notNull(),
    periodTo: day().notNull(),
    lines: jsonb().$type<AssociationPaperLine[]>().notNull(),
    /** What the paper itself adds up to, for all and for the flat; null: it was not entered. */
    statedTotalCents: cents(),
    statedOwnCents: cents(),
    /** The advances to the association that were due, paid or not (§ 28 (2) WEG). */
    advancesDueCents: cents(),
    /** The day the paper came, and the day the owners resolved on it: no statement waits for that. */
    receivedOn: day(),
    resolvedOn: day(),
    /** It came too late in spite of being asked for: back-payments are asked for all the same. */
    isExcused: boolean().notNull(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('association_year', t),
    ...belongsTo('association_year_association', t.portfolioId, t.associationId, association),
    unique('association_year_key').on(t.portfolioId, t.associationId, t.periodTo),
    check('association_year_period_check', sql`${t.periodTo} >= ${t.periodFrom}`),
    check('association_year_advances_check', sql`${t.advancesDueCents} >= 0`),
  ],
);

/** What was done to have the association's statement of a period in time: a note with its day, and the letter if it is kept. */
export const associationEffort = hausbuch.table(
  'association_effort',
  {
    ...keyed(),
    associationId: uuid().notNull(),
    periodFrom: day().notNull(),
    periodTo: day().notNull(),
    askedOn: day().notNull(),
    way: choice(effortWays).notNull(),
    note: text(),
    documentId: uuid(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('association_effort', t),
    ...belongsTo('association_effort_association', t.portfolioId, t.associationId, association, t.periodTo),
    ...belongsTo('association_effort_document', t.portfolioId, t.documentId, document),
    oneOf('association_effort_way_check', t.way, effortWays),
    check('association_effort_period_check', sql`${t.periodTo} >= ${t.periodFrom}`),
    check('association_effort_note_check', sql`length(${t.note}) between 1 and 10000`),
  ],
);
