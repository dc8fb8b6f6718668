import 'server-only';
import { createTranslator } from 'next-intl';
import { messagesIn } from '@/i18n/server/messages-in';
import type { Language } from '@/lib/languages';

/** What lists the files that an archive lacks. */
export const lostName = 'missing-files.csv';

/** What an archive is saved as; where files are missing, that is the first thing one reads of it. */
export async function nameArchive(locale: Language, stem: string, missing: number): Promise<string> {
  if (missing === 0) return `${stem}.zip`;
  const t = createTranslator({ locale, messages: await messagesIn(locale), namespace: 'Server.export' });
  return `${stem} (${t('missing', { count: missing })}).zip`;
}
