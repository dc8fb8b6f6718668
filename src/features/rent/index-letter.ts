import { createTranslator } from 'next-intl';
import { placeName } from '@/domain/names';
import {
  formatDate,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  type UserFormats,
} from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';
import { monthOf } from '@/lib/calendar';
import type { Outputs } from '@/trpc/outputs';

export type IndexLetter = Outputs['rent']['indexLetter'];

type Address = {
  street: string | null;
  houseNumber: string | null;
  postalCode: string | null;
  city: string | null;
};

const addressLines = ({ street, houseNumber, postalCode, city }: Address): string[] =>
  [[street, houseNumber].filter(Boolean).join(' '), [postalCode, city].filter(Boolean).join(' ')].filter(
    (line) => line !== '',
  );

/** The letter in one language, paragraph by paragraph: for a route, which has no words of its own. */
export async function indexLetterWords(letter: IndexLetter, formats: UserFormats, issuer: string) {
  const { language: locale } = formats;
  const messages = await messagesIn(locale);
  const t = createTranslator({ locale, messages, namespace: 'IndexLetter' });
  const { base, change, clause, owedFrom, places, landlords } = letter;
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const point = (at: { month: string; indexMilli: number }) =>
    t('point', {
      month: formatMonth(monthOf(at.month), formats),
      index: formatNumber(at.indexMilli / 1_000, formats),
    });
  const before = money(change.netCents);
  const isByRatio = change.newRentCents === change.byRatioCents;
  // The calculation a tenant can follow to the cent: where the change was rounded first, with that change.
  const tenths = Math.round((change.indexMilli / base.indexMilli - 1) * 1_000);
  const calculation = isByRatio
    ? `${before} × ${formatNumber(change.indexMilli / 1_000, formats)} ÷ ${formatNumber(base.indexMilli / 1_000, formats)}`
    : `${before} × ${formatPercent(10_000 + 10 * tenths, formats)}`;
  const [first] = places;
  const senders = landlords.length > 0 ? landlords : [];
  const senderName = senders.map((one) => one.name).join(', ') || issuer;
  return {
    title: t('title'),
    sender: [senderName, ...(senders[0] ? addressLines(senders[0]) : [])],
    recipient: [...letter.tenants, ...(first ? addressLines(first) : [])],
    date: [senders[0]?.city, formatDate(letter.writtenOn, formats)].filter(Boolean).join(', '),
    subject: t('subject', {
      place: places.map(placeName).join(' + '),
    }),
    greeting: t('greeting', { names: letter.tenants.join(', ') }),
    paragraphs: [
      t('agreed', { day: formatDate(clause.agreedOn, formats) }),
      t('moved', { from: point(base), to: point(change), change: formatPercent(change.changeBp, formats) }),
      t(change.increaseCents < 0 ? 'falls' : 'rises', {
        before: money(change.netCents),
        after: money(change.newRentCents),
        difference: money(Math.abs(change.increaseCents)),
      }),
      t('owed', { day: formatDate(owedFrom, formats), total: money(change.totalCents) }),
    ],
    rows: [
      [t('before'), money(change.netCents)],
      [t('calculation'), calculation],
      [t('after'), money(change.newRentCents)],
      [t('total'), money(change.totalCents)],
    ] as const,
    method: isByRatio ? t('byRatio') : t('byRounded'),
    closing: t('closing'),
    signature: senderName,
  };
}
export type IndexLetterWords = Awaited<ReturnType<typeof indexLetterWords>>;
