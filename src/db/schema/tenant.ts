import { sql } from 'drizzle-orm';
import { check, index, text } from 'drizzle-orm/pg-core';
import { languages, partyKinds, salutations } from '../../domain/vocabulary.ts';
import {
  choice,
  day,
  edited,
  hausbuch,
  instant,
  isLanguageTag,
  keyed,
  oneOf,
  portfolioTable,
  sortText,
} from '../columns.ts';
import { portfolio } from './portfolio.ts';
import { withinPortfolio } from './within-portfolio.ts';

export const tenant = hausbuch.table(
  'tenant',
  {
    ...keyed(),
    kind: choice(partyKinds).notNull(),
    salutation: choice(salutations).notNull().default('none'),
    firstName: text(),
    lastName: text(),
    companyName: text(),
    letterLanguage: choice(languages).notNull(),
    emails: text().array().notNull().default(sql`'{}'::text[]`),
    phones: text().array().notNull().default(sql`'{}'::text[]`),
    payerIbans: text().array().notNull().default(sql`'{}'::text[]`),
    street: text(),
    houseNumber: text(),
    postalCode: text(),
    city: text(),
    /** ISO 3166-2 subdivision, where it stands on letters: `US-TX`. */
    state: text(),
    country: text(),
    birthDate: day(),
    emergencyContact: text(),
    notes: text(),
    archivedAt: instant(),
    /** Folded name for sorting and searching: last name first, or the company. */
    sortName: sortText()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(coalesce(company_name, '') || coalesce(last_name, '') || case when first_name is null then '' else ', ' || first_name end)`,
      ),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('tenant', t),
    withinPortfolio('tenant', t.portfolioId, portfolio),
    index('tenant_name_idx').on(t.portfolioId, t.sortName, t.id),
    oneOf('tenant_kind_check', t.kind, partyKinds),
    oneOf('tenant_salutation_check', t.salutation, salutations),
    isLanguageTag('tenant_letter_language_check', t.letterLanguage),
    check(
      'tenant_name_check',
      sql`case ${t.kind} when 'company' then length(${t.companyName}) between 1 and 200
        else length(${t.lastName}) between 1 and 200 and ${t.companyName} is null end`,
    ),
  ],
);
