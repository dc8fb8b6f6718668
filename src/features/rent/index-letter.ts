import { createTranslator } from 'next-intl';
import type { Letter, LetterBlock } from '@/domain/letter';
import { placeName } from '@/domain/names';
import {
  formatDate,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  type UserFormats,
} from '@/i18n/formats';
import { letterFrame } from '@/i18n/server/letter-frame';
import { messagesIn } from '@/i18n/server/messages-in';
import { monthOf } from '@/lib/calendar';
import type { Outputs } from '@/trpc/outputs';

export type IndexLetter = Outputs['rent']['indexLetter'];

/** The letter in one language, paragraph by paragraph: for a route, which has no words of its own. */
export async function indexLetter(
  letter: IndexLetter,
  formats: UserFormats,
  issuer: string,
): Promise<Letter> {
  const { language: locale } = formats;
  const messages = await messagesIn(locale);
  const t = createTranslator({ locale, messages, namespace: 'IndexLetter' });
  const { base, change, clause, owedFrom, places } = letter;
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const point = (at: { month: string; indexMilli: number }) =>
    t('point', {
      month: formatMonth(monthOf(at.month), formats),
      index: formatNumber(at.indexMilli / 1_000, formats),
    });
  const before = money(change.netCents);
  const text = (said: string) => ({ kind: 'text' as const, text: said });
  return {
    ...(await letterFrame({ ...letter, formats, issuer })),
    title: t('title'),
    subject: t('subject', { place: places.map(placeName).join(' + ') }),
    blocks: [
      text(t(letter.isByLaw ? 'agreed' : 'agreedOther', { day: formatDate(clause.agreedOn, formats) })),
      text(
        t('moved', { from: point(base), to: point(change), change: formatPercent(change.changeBp, formats) }),
      ),
      text(
        t(change.increaseCents < 0 ? 'falls' : 'rises', {
          before,
          after: money(change.newRentCents),
          difference: money(Math.abs(change.increaseCents)),
        }),
      ),
      text(
        t(letter.isDwelling ? 'owed' : 'owedOther', {
          day: formatDate(owedFrom, formats),
          total: money(change.totalCents),
        }),
      ),
      ...(await indexBlocks(letter, formats)),
    ],
  };
}

type Calculated = {
  base: { indexMilli: number };
  change: Pick<
    IndexLetter['change'],
    'netCents' | 'newRentCents' | 'byRatioCents' | 'indexMilli' | 'changeTenths' | 'totalCents'
  >;
};

/** The calculation a tenant can follow to the cent: where the change was rounded first, with that change. */
export async function indexBlocks(
  { base, change }: Calculated,
  formats: UserFormats,
): Promise<LetterBlock[]> {
  const { language: locale } = formats;
  const messages = await messagesIn(locale);
  const t = createTranslator({ locale, messages, namespace: 'IndexLetter' });
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const before = money(change.netCents);
  const isByRatio = change.newRentCents === change.byRatioCents;
  const calculation = isByRatio
    ? `${before} × ${formatNumber(change.indexMilli / 1_000, formats)} ÷ ${formatNumber(base.indexMilli / 1_000, formats)}`
    : `${before} × ${formatPercent(10_000 + 10 * change.changeTenths, formats)}`;
  return [
    {
      kind: 'table',
      head: null,
      rows: [
        [t('before'), before],
        [t('calculation'), calculation],
        [t('after'), money(change.newRentCents)],
        [t('total'), money(change.totalCents)],
      ],
      total: null,
    },
    { kind: 'note', text: isByRatio ? t('byRatio') : t('byRounded') },
  ];
}
