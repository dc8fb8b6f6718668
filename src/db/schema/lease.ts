import { type SQL, sql } from 'drizzle-orm';
import { boolean, check, customType, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import {
  dueRules,
  noticeParties,
  prorationMethods,
  rentComponents,
  rentReasons,
  settlementKinds,
} from '../../domain/vocabulary.ts';
import {
  belongsTo,
  cents,
  choice,
  day,
  edited,
  hausbuch,
  instant,
  keyed,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { portfolio } from './portfolio.ts';
import { unit } from './property.ts';
import { tenant } from './tenant.ts';
import { withinPortfolio } from './within-portfolio.ts';

const dateRange = customType<{ data: string }>({ dataType: () => 'daterange' });

export const lease = hausbuch.table(
  'lease',
  {
    ...keyed(),
    signedOn: day(),
    startsOn: day().notNull(),
    /** Last day of the tenancy; null while open-ended. A notice sets it to the day it takes effect. */
    endsOn: day(),
    isFixedTerm: boolean().notNull().default(false),
    noticeGivenOn: day(),
    /** The day a notice reached the other side: its period runs from there (§ 573c BGB), not from the letter's date. */
    noticeReceivedOn: day(),
    noticeBy: choice(noticeParties),
    voidedAt: instant(),
    /** First day of the first month that is posted; what was owed before is the opening balance. */
    bookedFrom: day().notNull(),
    /** Last day up to which rent is posted; kept by the posting so that it need not read the history. */
    postedThrough: day(),
    prorationMethod: choice(prorationMethods).notNull(),
    dueRule: choice(dueRules).notNull(),
    /** Day of the month for `day_of_month`; a shorter month uses its last day. */
    dueDay: integer(),
    /** ISO 11649 creditor reference, unique in the portfolio: a transfer that names it finds its lease. */
    paymentReference: text().notNull(),
    dunningPausedUntil: day(),
    notes: text(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('lease', t),
    withinPortfolio('lease', t.portfolioId, portfolio),
    unique('lease_payment_reference_key').on(t.portfolioId, t.paymentReference),
    index('lease_posting_idx').on(t.portfolioId, t.postedThrough),
    index('lease_ends_on_idx').on(t.portfolioId, t.endsOn),
    // What is to begin is found without the leases of the past.
    index('lease_starts_on_idx').on(t.portfolioId, t.startsOn).where(sql`voided_at is null`),
    oneOf('lease_notice_by_check', t.noticeBy, noticeParties),
    oneOf('lease_proration_method_check', t.prorationMethod, prorationMethods),
    oneOf('lease_due_rule_check', t.dueRule, dueRules),
    check(
      'lease_due_day_check',
      sql`(${t.dueRule} = 'day_of_month') = (${t.dueDay} is not null) and coalesce(${t.dueDay}, 1) between 1 and 31`,
    ),
    check('lease_period_check', sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn}`),
    check('lease_fixed_term_check', sql`not ${t.isFixedTerm} or ${t.endsOn} is not null`),
    check('lease_notice_check', sql`(${t.noticeGivenOn} is null) = (${t.noticeBy} is null)`),
    check(
      'lease_notice_received_check',
      sql`${t.noticeReceivedOn} is null or ${t.noticeReceivedOn} >= ${t.noticeGivenOn}`,
    ),
    check('lease_booked_from_check', sql`extract(day from ${t.bookedFrom}) = 1`),
  ],
);

/**
 * The units of a lease, each from/to. The exclusion constraint `lease_unit_no_overlap` (in the migration)
 * refuses two leases on one unit on the same day; a voided lease frees its units.
 */
export const leaseUnit = hausbuch.table(
  'lease_unit',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    unitId: uuid().notNull(),
    fromOn: day().notNull(),
    toOn: day(),
    isVoided: boolean().notNull().default(false),
    during: dateRange().generatedAlwaysAs((): SQL => sql`daterange(from_on, to_on, '[]')`),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('lease_unit', t),
    ...belongsTo('lease_unit_lease', t.portfolioId, t.leaseId, lease),
    ...belongsTo('lease_unit_unit', t.portfolioId, t.unitId, unit),
    // Which units are let on a day comes from the index alone, without the tenancies of the past.
    index('lease_unit_held_idx').on(t.portfolioId, t.toOn, t.fromOn, t.unitId).where(sql`not is_voided`),
    check('lease_unit_period_check', sql`${t.toOn} is null or ${t.toOn} >= ${t.fromOn}`),
  ],
);

export const leaseTenant = hausbuch.table(
  'lease_tenant',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    tenantId: uuid().notNull(),
    fromOn: day().notNull(),
    toOn: day(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('lease_tenant', t),
    ...belongsTo('lease_tenant_lease', t.portfolioId, t.leaseId, lease),
    ...belongsTo('lease_tenant_tenant', t.portfolioId, t.tenantId, tenant),
    unique('lease_tenant_key').on(t.portfolioId, t.leaseId, t.tenantId, t.fromOn),
    check('lease_tenant_period_check', sql`${t.toOn} is null or ${t.toOn} >= ${t.fromOn}`),
  ],
);

/** Persons living in the household from a day on; a key for operating costs. */
export const household = hausbuch.table(
  'household',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    validFrom: day().notNull(),
    persons: integer().notNull(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('household', t),
    ...belongsTo('household_lease', t.portfolioId, t.leaseId, lease),
    unique('household_day_key').on(t.portfolioId, t.leaseId, t.validFrom),
    check('household_persons_check', sql`${t.persons} between 0 and 99`),
  ],
);

/** The rent agreed from a day on. What is posted already does not change with it. */
export const rent = hausbuch.table(
  'rent',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    validFrom: day().notNull(),
    reason: choice(rentReasons).notNull(),
    note: text(),
    /** The month of the price index that an indexed rent rests on, by its first day, and the index in thousandths. */
    indexMonth: day(),
    indexMilli: integer(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('rent', t),
    ...belongsTo('rent_lease', t.portfolioId, t.leaseId, lease),
    unique('rent_day_key').on(t.portfolioId, t.leaseId, t.validFrom),
    oneOf('rent_reason_check', t.reason, rentReasons),
    check(
      'rent_index_check',
      sql`(${t.indexMonth} is null) = (${t.indexMilli} is null) and (${t.indexMilli} is null or ${t.indexMilli} > 0)`,
    ),
  ],
);

export const rentLine = hausbuch.table(
  'rent_line',
  {
    ...keyed(),
    rentId: uuid().notNull(),
    position: integer().notNull(),
    component: choice(rentComponents).notNull(),
    settlement: choice(settlementKinds).notNull(),
    /** Per month, including VAT if any. */
    amountCents: cents().notNull(),
    /** VAT contained in the amount, in hundredths of a per cent (1900 = 19 %). */
    vatRateBp: integer().notNull().default(0),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('rent_line', t),
    ...belongsTo('rent_line_rent', t.portfolioId, t.rentId, rent),
    unique('rent_line_position_key').on(t.portfolioId, t.rentId, t.position),
    oneOf('rent_line_component_check', t.component, rentComponents),
    oneOf('rent_line_settlement_check', t.settlement, settlementKinds),
    check('rent_line_amount_check', sql`${t.amountCents} between 0 and 100000000000`),
    check('rent_line_vat_check', sql`${t.vatRateBp} between 0 and 10000`),
  ],
);

/**
 * The rent follows the consumer price index (§ 557b BGB): agreed on a day, counted from the index of a month. Later
 * rents of the reason `indexed` bear the index they rest on themselves.
 */
export const indexClause = hausbuch.table(
  'index_clause',
  {
    ...keyed(),
    leaseId: uuid().notNull(),
    agreedOn: day().notNull(),
    /** First day of the month. */
    baseMonth: day().notNull(),
    /** In thousandths: 119300 is 119.3. */
    baseIndexMilli: integer().notNull(),
    note: text(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('index_clause', t),
    ...belongsTo('index_clause_lease', t.portfolioId, t.leaseId, lease),
    unique('index_clause_lease_key').on(t.portfolioId, t.leaseId),
    check('index_clause_base_check', sql`${t.baseIndexMilli} between 1 and 10000000`),
    check('index_clause_month_check', sql`extract(day from ${t.baseMonth}) = 1`),
  ],
);
