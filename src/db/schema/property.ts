import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { energyClasses, propertyKinds, unitKinds } from '../../domain/vocabulary.ts';
import {
  areaSqm100,
  belongsTo,
  cents,
  choice,
  countedName,
  day,
  edited,
  hausbuch,
  instant,
  keyed,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { landlord, portfolio } from './portfolio.ts';
import { withinPortfolio } from './within-portfolio.ts';

export const property = hausbuch.table(
  'property',
  {
    ...keyed(),
    name: text().notNull(),
    kind: choice(propertyKinds).notNull(),
    street: text(),
    houseNumber: text(),
    postalCode: text(),
    city: text(),
    /** ISO 3166-2 subdivision, e.g. `DE-BE`; decides the public holidays of due dates. */
    state: text(),
    /** ISO 3166-1 alpha-2. */
    country: text().notNull(),
    yearBuilt: integer(),
    livingAreaSqm100: areaSqm100(),
    plotAreaSqm100: areaSqm100(),
    energyClass: choice(energyClasses),
    /** Tenths of kWh per m² and year. */
    energyUse10: integer(),
    energyCertificateValidUntil: day(),
    purchasedOn: day(),
    purchasePriceCents: cents(),
    purchaseCostsCents: cents(),
    /** Share of the building in the price, in hundredths of a per cent; the rest is land. */
    buildingShareBp: integer(),
    soldOn: day(),
    /** Month (1–12) in which the yearly statement period begins. */
    statementStartMonth: integer().notNull().default(1),
    /** The cover picture's document; documents come with their own table. */
    coverDocumentId: uuid(),
    notes: text(),
    archivedAt: instant(),
    sortName: countedName(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('property', t),
    withinPortfolio('property', t.portfolioId, portfolio),
    index('property_name_idx').on(t.portfolioId, t.sortName, t.id),
    oneOf('property_kind_check', t.kind, propertyKinds),
    oneOf('property_energy_class_check', t.energyClass, energyClasses),
    check('property_name_check', sql`length(${t.name}) between 1 and 200`),
    check('property_year_built_check', sql`${t.yearBuilt} between 1000 and 2200`),
    check(
      'property_area_check',
      sql`coalesce(${t.livingAreaSqm100}, 0) >= 0 and coalesce(${t.plotAreaSqm100}, 0) >= 0`,
    ),
    check(
      'property_purchase_check',
      sql`coalesce(${t.purchasePriceCents}, 0) >= 0 and coalesce(${t.purchaseCostsCents}, 0) >= 0`,
    ),
    check('property_building_share_check', sql`${t.buildingShareBp} between 0 and 10000`),
    check('property_statement_month_check', sql`${t.statementStartMonth} between 1 and 12`),
  ],
);

/** Which landlord owns which share of a property, as an integer fraction. */
export const propertyOwner = hausbuch.table(
  'property_owner',
  {
    ...keyed(),
    propertyId: uuid().notNull(),
    landlordId: uuid().notNull(),
    shareNumerator: integer().notNull(),
    shareDenominator: integer().notNull(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('property_owner', t),
    ...belongsTo('property_owner_property', t.portfolioId, t.propertyId, property),
    ...belongsTo('property_owner_landlord', t.portfolioId, t.landlordId, landlord),
    unique('property_owner_key').on(t.portfolioId, t.propertyId, t.landlordId),
    check(
      'property_owner_share_check',
      sql`${t.shareNumerator} > 0 and ${t.shareDenominator} > 0 and ${t.shareNumerator} <= ${t.shareDenominator}`,
    ),
  ],
);

/** What a property was worth on a day. */
export const valuation = hausbuch.table(
  'valuation',
  {
    ...keyed(),
    propertyId: uuid().notNull(),
    valuedOn: day().notNull(),
    valueCents: cents().notNull(),
    source: text(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('valuation', t),
    ...belongsTo('valuation_property', t.portfolioId, t.propertyId, property),
    unique('valuation_day_key').on(t.portfolioId, t.propertyId, t.valuedOn),
    check('valuation_value_check', sql`${t.valueCents} >= 0`),
  ],
);

export const unit = hausbuch.table(
  'unit',
  {
    ...keyed(),
    propertyId: uuid().notNull(),
    name: text().notNull(),
    kind: choice(unitKinds).notNull(),
    floor: text(),
    /** Tenths of a room: 25 is two and a half rooms. */
    rooms10: integer(),
    /** Monthly net rent asked for while vacant. */
    askingRentCents: cents(),
    /** The first day it belongs to the property, where it came later than that: built on, split off, bought. */
    availableFrom: day(),
    archivedAt: instant(),
    sortName: countedName(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('unit', t),
    ...belongsTo('unit_property', t.portfolioId, t.propertyId, property),
    unique('unit_name_key').on(t.portfolioId, t.propertyId, t.name),
    oneOf('unit_kind_check', t.kind, unitKinds),
    check('unit_name_check', sql`length(${t.name}) between 1 and 200`),
    check(
      'unit_figures_check',
      sql`coalesce(${t.rooms10}, 0) >= 0 and coalesce(${t.askingRentCents}, 0) >= 0`,
    ),
  ],
);

/** Dated facts of a unit: area, co-ownership share, own use. Valid until the next row's day. */
export const unitPeriod = hausbuch.table(
  'unit_period',
  {
    ...keyed(),
    unitId: uuid().notNull(),
    validFrom: day().notNull(),
    areaSqm100: areaSqm100(),
    coOwnershipNumerator: integer(),
    coOwnershipDenominator: integer(),
    ownUse: boolean().notNull().default(false),
    /** How many live there while it is in own use. */
    persons: integer(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('unit_period', t),
    ...belongsTo('unit_period_unit', t.portfolioId, t.unitId, unit),
    unique('unit_period_day_key').on(t.portfolioId, t.unitId, t.validFrom),
    check('unit_period_area_check', sql`${t.areaSqm100} >= 0`),
    check(
      'unit_period_persons_check',
      sql`${t.persons} is null or (${t.ownUse} and ${t.persons} between 0 and 99)`,
    ),
    check(
      'unit_period_share_check',
      sql`(${t.coOwnershipNumerator} is null) = (${t.coOwnershipDenominator} is null)
        and coalesce(${t.coOwnershipNumerator}, 0) >= 0 and coalesce(${t.coOwnershipDenominator}, 1) > 0`,
    ),
  ],
);
