import { createTranslator } from 'next-intl';
import type { Letter } from '@/domain/letter';
import type { Language } from '@/domain/vocabulary';
import { messagesIn } from '@/i18n/server/messages-in';

/** What stands in the mail that brings a letter: what it is, and nothing of what it says. */
export async function letterMail(
  { greeting, title, closing, sender, recipients }: Letter,
  locale: Language,
): Promise<string> {
  const messages = await messagesIn(locale);
  const t = createTranslator({ locale, messages, namespace: 'LetterMail' });
  const letters = createTranslator({ locale, messages, namespace: 'Letter' });
  return [
    greeting || letters('greeting', { names: recipients.join(', ') }),
    t('text', { title }),
    closing || letters('closing'),
    sender.name,
  ].join('\n\n');
}
