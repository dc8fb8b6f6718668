import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgPolicy,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  accountSchemes,
  bankAccountPurposes,
  currencies,
  erasureKinds,
  jurisdictions,
  languages,
  memberRoles,
  partyKinds,
  prorationMethods,
} from '../../domain/vocabulary.ts';
import { dateFormats, numberFormats } from '../../lib/format-names.ts';
import {
  appRole,
  belongsTo,
  choice,
  edited,
  entered,
  eraseRole,
  hausbuch,
  instant,
  isLanguageTag,
  keyed,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { withinPortfolio } from './within-portfolio.ts';

/** Directory table: the portfolio itself. */
export const portfolio = hausbuch.table(
  'portfolio',
  {
    id: uuid().primaryKey().default(sql`hausbuch.uuid_v7()`),
    name: text().notNull(),
    jurisdiction: choice(jurisdictions).notNull(),
    currency: choice(currencies).notNull(),
    timeZone: text().notNull(),
    prorationMethod: choice(prorationMethods).notNull().default('calendar_days'),
    /** Made up as a whole, to look around in; only such a portfolio is removed by one click. */
    isDemo: boolean().notNull().default(false),
    ...edited(),
  },
  (t) => [
    oneOf('portfolio_jurisdiction_check', t.jurisdiction, jurisdictions),
    oneOf('portfolio_currency_check', t.currency, currencies),
    oneOf('portfolio_proration_method_check', t.prorationMethod, prorationMethods),
    check('portfolio_name_check', sql`length(${t.name}) between 1 and 200`),
    pgPolicy('portfolio_isolation', {
      for: 'all',
      to: [appRole, eraseRole],
      using: sql`${t.id} = ${entered('portfolio')}`,
      withCheck: sql`${t.id} = ${entered('portfolio')}`,
    }),
  ],
);

/** Directory table: who may do what in a portfolio. An invitation has no user yet. */
export const member = hausbuch.table(
  'member',
  {
    ...keyed(),
    userId: uuid(),
    role: choice(memberRoles).notNull(),
    /** In small letters. */
    invitedEmail: text(),
    invitedBy: uuid(),
    invitedAt: instant(),
    /** The language the invitation is written in. */
    invitedLanguage: choice(languages),
    /** SHA-256 of the secret in the mailed link, as hex; gone once it was used. */
    invitationHash: text(),
    invitationExpiresAt: instant(),
    acceptedAt: instant(),
    ...edited(),
  },
  (t) => [
    primaryKey({ name: 'member_pkey', columns: [t.portfolioId, t.id] }),
    withinPortfolio('member', t.portfolioId, portfolio),
    unique('member_user_key').on(t.portfolioId, t.userId),
    index('member_user_idx').on(t.userId, t.portfolioId),
    oneOf('member_role_check', t.role, memberRoles),
    isLanguageTag('member_invited_language_check', t.invitedLanguage),
    check('member_user_or_invitation_check', sql`${t.userId} is not null or ${t.invitedEmail} is not null`),
    check(
      'member_invitation_check',
      sql`(${t.userId} is null) = (${t.invitationHash} is not null)
        and (${t.invitationHash} is null) = (${t.invitationExpiresAt} is null)`,
    ),
    check('member_invitation_role_check', sql`${t.userId} is not null or ${t.role} <> 'owner'`),
    uniqueIndex('member_invited_email_key').on(t.portfolioId, t.invitedEmail).where(sql`${t.userId} is null`),
    pgPolicy('member_isolation', {
      for: 'all',
      to: [appRole, eraseRole],
      using: sql`${t.portfolioId} = ${entered('portfolio')} or ${t.userId} = ${entered('user')}`,
      withCheck: sql`${t.portfolioId} = ${entered('portfolio')}`,
    }),
  ],
);

/** Directory table: what a user chose for themselves, whichever portfolio they work in. */
export const profile = hausbuch.table(
  'profile',
  {
    userId: uuid().primaryKey(),
    displayName: text().notNull().default(''),
    language: choice(languages),
    dateFormat: choice(dateFormats),
    numberFormat: choice(numberFormats),
    setupDismissedAt: instant(),
    ...edited(),
  },
  (t) => [
    isLanguageTag('profile_language_check', t.language),
    oneOf('profile_date_format_check', t.dateFormat, dateFormats),
    oneOf('profile_number_format_check', t.numberFormat, numberFormats),
    pgPolicy('profile_isolation', {
      for: 'all',
      to: [appRole, eraseRole],
      using: sql`${t.userId} = ${entered('user')}`,
      withCheck: sql`${t.userId} = ${entered('user')}`,
    }),
  ],
);

/**
 * Directory table: what people had mailed to others within a day, over all portfolios and processes, so that nobody's
 * mailbox is filled. Written and counted by `hausbuch.take_mail` alone, emptied each day by
 * `hausbuch.forget_account_events`; nobody reads it.
 */
export const mailSent = hausbuch.table(
  'mail_sent',
  {
    id: uuid().primaryKey().default(sql`hausbuch.uuid_v7()`),
    sentAt: instant().notNull().defaultNow(),
    kind: text({ enum: ['invitation', 'letter', 'receipts', 'test'] }).notNull(),
    /** Null once that account was erased: what was sent to an address counts until its day is over. */
    senderUserId: uuid(),
    /** SHA-256 of the address, as hex: enough to recognise it. */
    recipientHash: text().notNull(),
  },
  (t) => [
    index('mail_sent_at_idx').on(t.sentAt),
    pgPolicy('mail_sent_nobody', {
      for: 'all',
      to: [appRole, eraseRole],
      using: sql`false`,
      withCheck: sql`false`,
    }),
  ],
);

/**
 * Directory table, append-only: what was erased as a whole, a portfolio or an account. Its own audit trail goes
 * with a portfolio, so this is where that is written down; ids and counts, nothing of what was in it.
 */
export const erasure = hausbuch.table(
  'erasure',
  {
    id: uuid().primaryKey().default(sql`hausbuch.uuid_v7()`),
    at: instant().notNull().defaultNow(),
    kind: choice(erasureKinds).notNull(),
    userId: uuid().notNull(),
    /** Null for an account. */
    erasedPortfolioId: uuid(),
    rowCount: integer().notNull(),
  },
  (t) => [
    oneOf('erasure_kind_check', t.kind, erasureKinds),
    check('erasure_portfolio_check', sql`(${t.kind} = 'portfolio') = (${t.erasedPortfolioId} is not null)`),
    pgPolicy('erasure_own', {
      for: 'select',
      to: [appRole, eraseRole],
      using: sql`${t.userId} = ${entered('user')}`,
    }),
  ],
);

export const landlord = hausbuch.table(
  'landlord',
  {
    ...keyed(),
    kind: choice(partyKinds).notNull(),
    name: text().notNull(),
    street: text(),
    houseNumber: text(),
    postalCode: text(),
    city: text(),
    /** ISO 3166-2 subdivision, where it stands on letters: `US-TX`. */
    state: text(),
    country: text(),
    taxNumber: text(),
    /** Where answers to mailed letters go. */
    email: text(),
    /** On the letters: base64 of a small JPEG each, so that they are written down with what was sent. */
    logo: text(),
    signature: text(),
    archivedAt: instant(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('landlord', t),
    withinPortfolio('landlord', t.portfolioId, portfolio),
    oneOf('landlord_kind_check', t.kind, partyKinds),
    check('landlord_name_check', sql`length(${t.name}) between 1 and 200`),
    check('landlord_logo_check', sql`length(${t.logo}) <= 100000`),
    check('landlord_signature_check', sql`length(${t.signature}) <= 100000`),
  ],
);

export const bankAccount = hausbuch.table(
  'bank_account',
  {
    ...keyed(),
    landlordId: uuid(),
    holder: text().notNull(),
    scheme: choice(accountSchemes).notNull().default('iban'),
    /** Null for an account that has none. */
    iban: text(),
    bic: text(),
    /** Routing number, sort code or whatever stands for the bank beside the number of an account without IBAN. */
    bankCode: text(),
    accountNumber: text(),
    /** SEPA creditor identifier, by which direct debits are collected to it. */
    creditorIdentifier: text(),
    /** Whether lines of its files that are certain are booked as soon as they are read. */
    booksCertain: boolean().notNull().default(false),
    purpose: choice(bankAccountPurposes).notNull(),
    archivedAt: instant(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('bank_account', t),
    withinPortfolio('bank_account', t.portfolioId, portfolio),
    ...belongsTo('bank_account_landlord', t.portfolioId, t.landlordId, landlord),
    unique('bank_account_iban_key').on(t.portfolioId, t.iban),
    // With the IBAN, which tells apart those that have no number; one without the code of a bank is there once, too.
    unique('bank_account_number_key')
      .on(t.portfolioId, t.iban, t.bankCode, t.accountNumber)
      .nullsNotDistinct(),
    oneOf('bank_account_scheme_check', t.scheme, accountSchemes),
    check(
      'bank_account_number_check',
      sql`(${t.scheme} = 'iban') = (${t.iban} is not null)
        and (${t.scheme} = 'iban') = (${t.accountNumber} is null)
        and (${t.scheme} <> 'iban' or ${t.bankCode} is null)
        and (${t.scheme} not in ('us', 'gb') or ${t.bankCode} is not null)`,
    ),
    oneOf('bank_account_purpose_check', t.purpose, bankAccountPurposes),
  ],
);

/** Append-only: who changed which row, when, from what to what. Written in the same transaction. */
export const auditEvent = hausbuch.table(
  'audit_event',
  {
    ...keyed(),
    at: instant().notNull().defaultNow(),
    actorKind: text({ enum: ['user', 'system'] }).notNull(),
    userId: uuid(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: uuid().notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [
    ...portfolioTable('audit_event', t),
    withinPortfolio('audit_event', t.portfolioId, portfolio),
    index('audit_event_entity_idx').on(t.portfolioId, t.entity, t.entityId, t.id),
    index('audit_event_at_idx').on(t.portfolioId, t.at),
    // The lists are closed in the program and grow with it; rows of an older one stay.
    check('audit_event_action_check', sql`${t.action} ~ '^[a-z_]+[.][a-z_]+$'`),
    check('audit_event_entity_check', sql`${t.entity} ~ '^[a-z_]+$'`),
  ],
);
