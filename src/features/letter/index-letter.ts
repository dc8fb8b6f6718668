import { createTranslator } from 'next-intl';
import type { Letter, LetterBlock } from '@/domain/letter';
import { formatMoney, formatMonth, formatNumber, formatPercent, type UserFormats } from '@/i18n/formats';
import { letterFrame } from '@/i18n/server/letter-frame';
import { messagesIn } from '@/i18n/server/messages-in';
import { monthOf } from '@/lib/calendar';
import type { Outputs } from '@/trpc/outputs';
import { placesName, type Values, type Words, wordsIn } from './basic-words';
import { compose, storedMarks } from './compose-rules';
import { oursOf } from './our-words';

export type IndexLetter = Outputs['rent']['indexLetter'];

type IndexPoint = { month: string; indexMilli: number };
type IndexRise = {
  agreedOn: string;
  base: IndexPoint;
  owedFrom: string;
  change: IndexPoint &
    Pick<
      IndexLetter['change'],
      | 'changeBp'
      | 'changeTenths'
      | 'byRatioCents'
      | 'netCents'
      | 'newRentCents'
      | 'increaseCents'
      | 'totalCents'
    >;
};

/** What would be said of a rent that is only worked out: our letter of an index-linked rent, in one language. */
export async function indexLetter(
  letter: IndexLetter,
  formats: UserFormats,
  issuer: string,
): Promise<Letter> {
  const words = await wordsIn(formats);
  const { clause, isGerman, isDwelling, places } = letter;
  const values = {
    ...(await indexValues({ ...letter, agreedOn: clause.agreedOn }, words)),
    place: placesName(places),
  };
  const ours = await oursOf('index_rent', formats.wording, { isGerman, isDwelling });
  const { subject, blocks } = compose(storedMarks('index_rent'), ours, values);
  return { ...(await letterFrame({ ...letter, formats, issuer })), title: ours.title, subject, blocks };
}

/** What fills the gaps about a rent by the index, worked out or saved. */
export async function indexValues(rise: IndexRise, words: Words): Promise<Values> {
  const { agreedOn, base, change, owedFrom } = rise;
  const { formats } = words;
  const point = (at: IndexPoint) =>
    words.index('point', {
      month: formatMonth(monthOf(at.month), formats),
      index: formatNumber(at.indexMilli / 1_000, formats, 3),
    });
  return {
    index_agreed: words.day(agreedOn),
    index_before: point(base),
    index_after: point(change),
    index_change: formatPercent(change.changeBp, formats),
    rent_before: words.money(change.netCents),
    rent_after: words.money(change.newRentCents),
    rent_difference: words.money(Math.abs(change.increaseCents)),
    rent_falls: change.increaseCents < 0 ? 'yes' : '',
    next_from: words.day(owedFrom),
    next_total: words.money(change.totalCents),
    index_table: await indexBlocks(rise, formats),
  };
}

/** The calculation a tenant can follow to the cent: where the change was rounded first, with that change. */
async function indexBlocks(
  { base, change }: Pick<IndexRise, 'base' | 'change'>,
  formats: UserFormats,
): Promise<LetterBlock[]> {
  const { language: locale, wording } = formats;
  const messages = await messagesIn(wording);
  const t = createTranslator({ locale, messages, namespace: 'IndexLetter' });
  const money = (cents: number) => formatMoney(cents, formats.currency, formats);
  const before = money(change.netCents);
  const isByRatio = change.newRentCents === change.byRatioCents;
  const calculation = isByRatio
    ? `${before} × ${formatNumber(change.indexMilli / 1_000, formats, 3)} ÷ ${formatNumber(base.indexMilli / 1_000, formats, 3)}`
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
