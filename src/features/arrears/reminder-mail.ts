import 'server-only';
import { createTranslator } from 'next-intl';
import type { Letter } from '@/domain/letter';
import { formatDate, formatMoney, type UserFormats } from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';
import type { Reminder } from './reminder-queries';

/** What stands in the mail that brings the letter: enough to know what it is about, and nothing the letter does not say. */
export async function reminderMail(letter: Letter, reminder: Reminder, formats: UserFormats) {
  const { language: locale, wording } = formats;
  const t = createTranslator({ locale, messages: await messagesIn(wording), namespace: 'ReminderMail' });
  const said = t('text', {
    title: letter.title,
    amount: formatMoney(reminder.totalCents, formats.currency, formats),
    payBy: formatDate(reminder.payBy, formats),
  });
  return {
    subject: letter.subject,
    body: [letter.greeting, said, letter.closing, letter.sender.name].join('\n\n'),
  };
}
