import { sql } from 'drizzle-orm';
import { check, index, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { languages, reminderKinds, textKinds } from '../../domain/vocabulary.ts';
import {
  choice,
  edited,
  hausbuch,
  instant,
  isLanguageTag,
  keyed,
  literals,
  oneOf,
  portfolioTable,
} from '../columns.ts';
import { portfolio } from './portfolio.ts';
import { withinPortfolio } from './within-portfolio.ts';

/**
 * A portfolio's own text for a kind of letter, its gaps named as the program names them. Its version is its edition. Of a tone
 * of reminders there is one in a language, which holds instead of ours as long as it is not archived.
 */
export const letterTemplate = hausbuch.table(
  'letter_template',
  {
    ...keyed(),
    kind: choice(textKinds).notNull(),
    language: choice(languages).notNull(),
    name: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    archivedAt: instant(),
    ...edited(),
  },
  (t) => [
    ...portfolioTable('letter_template', t),
    withinPortfolio('letter_template', t.portfolioId, portfolio),
    index('letter_template_name_idx').on(t.portfolioId, t.name),
    uniqueIndex('letter_template_reminder_key')
      .on(t.portfolioId, t.kind, t.language)
      .where(sql`kind in (${literals(reminderKinds)})`),
    oneOf('letter_template_kind_check', t.kind, textKinds),
    isLanguageTag('letter_template_language_check', t.language),
    check('letter_template_name_check', sql`length(${t.name}) between 1 and 200`),
    check('letter_template_subject_check', sql`length(${t.subject}) between 1 and 200`),
    check('letter_template_body_check', sql`length(${t.body}) between 1 and 6000`),
  ],
);
