import fs from 'node:fs';
import path from 'node:path';
import type { MailboxWords } from '@hausbuch/supabase-embedded';
import type english from '../messages/en.json';
import { languages } from '../src/lib/languages.ts';
import { root } from './surroundings.ts';

/** What the mailbox says in each language. */
export function mailboxWords(): Record<string, MailboxWords> {
  const entries = languages.map((language) => {
    const file = path.join(root, 'messages', `${language}.json`);
    const messages: typeof english = JSON.parse(fs.readFileSync(file, 'utf8'));
    return [language, messages.Server.mailbox] as const;
  });
  return Object.fromEntries(entries);
}
