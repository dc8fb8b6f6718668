import { createTranslator } from 'next-intl';
import type { Jurisdiction, Language } from '@/domain/vocabulary';
import { formatDate } from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';
import type { CalendarDate } from '@/lib/calendar';
import { pathIn } from '@/lib/language-path';
import { layOutLetter } from '@/mail/letter';
import type { Mail } from '@/mail/mailer';
import { formatsThere, tenantFormats } from '../account/format-rules';

/** Where a room is, in a language. */
export const roomUrl = (siteOrigin: string, { token, language }: { token: string; language: Language }) =>
  `${siteOrigin}${pathIn(language, `/receipts/${token}`)}`;

/** The mail that leads a tenant into a room; it says nothing of what is in it. */
export async function roomMail(
  siteOrigin: string,
  room: {
    to: string;
    token: string;
    code: string;
    language: Language;
    jurisdiction: Jurisdiction;
    endsOn: CalendarDate;
  },
): Promise<Mail> {
  const { to, code, language: locale } = room;
  const messages = await messagesIn(locale);
  const t = createTranslator({ locale, messages, namespace: 'ReceiptRoomMail' });
  const formats = tenantFormats(formatsThere(locale, room.jurisdiction), room.jurisdiction);
  const letter = layOutLetter({
    language: locale,
    title: t('title'),
    paragraphs: [t('text'), t('code', { code })],
    action: { label: t('action'), url: roomUrl(siteOrigin, room) },
    footnote: t('footnote', { day: formatDate(room.endsOn, formats) }),
  });
  return { to, subject: t('subject'), ...letter };
}

/** The mail with a code that somebody asked for on the page. */
export async function codeMail({
  to,
  code,
  language: locale,
}: {
  to: string;
  code: string;
  language: Language;
}): Promise<Mail> {
  const messages = await messagesIn(locale);
  const t = createTranslator({ locale, messages, namespace: 'ReceiptRoomMail' });
  const letter = layOutLetter({
    language: locale,
    title: t('codeTitle'),
    paragraphs: [t('codeText', { code })],
    action: null,
    footnote: t('codeFootnote'),
  });
  return { to, subject: t('codeSubject'), ...letter };
}
