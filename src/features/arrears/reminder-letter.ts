import { createTranslator } from 'next-intl';
import type { Letter, LetterBlock } from '@/domain/letter';
import { placeName } from '@/domain/names';
import { formatDate, formatMoney, type UserFormats } from '@/i18n/formats';
import { besideLetter, letterFrame } from '@/i18n/server/letter-frame';
import { messagesIn } from '@/i18n/server/messages-in';
import { paymentBlock } from '../rent-account/payment-letter';
import { statementWords } from '../rent-account/statement-words';
import type { Reminder } from './reminder-queries';

/** The letter in the tenants' language; `beside` are the formats of whoever wants to read it in another language, too. */
export async function reminderLetter(
  reminder: Reminder,
  formats: UserFormats,
  issuer: string,
  beside: UserFormats | null,
): Promise<Letter> {
  const own = await letterIn(reminder, formats, issuer);
  if (beside === null) return own;
  return { ...own, beside: await besideLetter(own.language, await letterIn(reminder, beside, issuer)) };
}

const letterIn = async (reminder: Reminder, formats: UserFormats, issuer: string): Promise<Letter> => ({
  ...(await letterFrame({ ...reminder, formats, issuer })),
  ...(await reminderWords(reminder, formats)),
});

async function reminderWords(reminder: Reminder, formats: UserFormats) {
  const { language: locale } = formats;
  const t = createTranslator({ locale, messages: await messagesIn(locale), namespace: 'ReminderLetter' });
  const words = await statementWords(formats);
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const { step, places, interestCents, interestThrough, feeCents, payment, tenants } = reminder;
  const payBy = formatDate(reminder.payBy, formats);
  const rows = reminder.items.map((item) => [
    words.charge(item),
    formatDate(item.owedSince, formats),
    money(item.openCents),
  ]);
  if (interestCents > 0) {
    const through = interestThrough ? formatDate(interestThrough, formats) : '';
    rows.push([t('interest', { through }), '', money(interestCents)]);
  }
  if (feeCents > 0) rows.push([t('fee'), '', money(feeCents)]);
  const blocks: LetterBlock[] = [
    { kind: 'text', text: t(`text.${step}`, { payBy }) },
    {
      kind: 'table',
      head: [t('what'), t('due'), t('open')],
      rows,
      total: [t('total'), '', money(reminder.totalCents)],
    },
    ...(payment ? [paymentBlock(payment, { amountCents: reminder.totalCents, tenants, words })] : []),
    ...(step === 'last' ? [{ kind: 'text' as const, text: t(lastSentence(reminder)) }] : []),
    { kind: 'note', text: t('crossed', { day: formatDate(reminder.writtenOn, formats) }) },
  ];
  return {
    title: t(`title.${step}`),
    subject: t('subject', { title: t(`title.${step}`), place: places.map(placeName).join(' + ') }),
    blocks,
  };
}

/** What may follow, by the law of the place: §§ 569 and 573 BGB are of dwellings alone. */
function lastSentence({ isGerman, isDwelling }: Reminder) {
  if (!isGerman) return 'lastElsewhere';
  return isDwelling ? 'lastGerman' : 'lastGermanOther';
}
