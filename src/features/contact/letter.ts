import 'server-only';
import { createTranslator } from 'next-intl';
import { messagesIn } from '@/i18n/server/messages-in';
import { layOutLetter } from '@/mail/letter';
import type { Mail } from '@/mail/mailer';
import type { ContactMessage } from './schema';

/** What the operator gets of a visitor's message, in the visitor's language. */
export async function contactLetter(to: string, { language, ...message }: ContactMessage): Promise<Mail> {
  const messages = await messagesIn(language);
  const t = createTranslator({ locale: language, messages, namespace: 'ContactLetter' });
  const subject = t('subject', { name: message.name }).replace(/\s+/g, ' ');
  const letter = layOutLetter({
    language,
    title: subject,
    paragraphs: [`${message.name} <${message.email}>`, ...message.message.split(/\r?\n\s*\r?\n/)],
    action: { label: t('reply'), url: `mailto:${encodeURIComponent(message.email)}` },
    footnote: t('footnote'),
  });
  return { to, subject, ...letter };
}
