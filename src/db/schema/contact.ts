import { sql } from 'drizzle-orm';
import { pgPolicy, text, uuid } from 'drizzle-orm/pg-core';
import { languages } from '../../domain/vocabulary.ts';
import { appRole, choice, eraseRole, hausbuch, instant, isLanguageTag } from '../columns.ts';

/**
 * Directory table: what visitors write to whoever runs this installation. The application may add to it and
 * read nothing back; it is read in the database, and in the operator's mails.
 */
export const contactMessage = hausbuch.table(
  'contact_message',
  {
    id: uuid().primaryKey().default(sql`hausbuch.uuid_v7()`),
    writtenAt: instant().notNull().defaultNow(),
    language: choice(languages).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    message: text().notNull(),
  },
  (t) => [
    isLanguageTag('contact_message_language_check', t.language),
    pgPolicy('contact_message_write', { for: 'insert', to: [appRole, eraseRole], withCheck: sql`true` }),
  ],
);
