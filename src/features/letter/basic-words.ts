import { createTranslator } from 'next-intl';
import type { LetterBlock } from '@/domain/letter';
import { placeName } from '@/domain/names';
import { formatDate, formatList, formatMoney, type UserFormats } from '@/i18n/formats';
import { addressLines } from '@/i18n/regions';
import { messagesIn } from '@/i18n/server/messages-in';
import { formatRfReference } from '@/lib/iban';
import { statementWords } from '../rent-account/statement-words';
import type { LetterField } from './kind-facts';

type Address = Parameters<typeof addressLines>[0];

/** What every letter about a lease may say, a reminder, too. */
export type BasicFacts = {
  lease: { startsOn: string; endsOn: string | null; signedOn: string | null; paymentReference: string };
  tenants: readonly { name: string }[];
  places: readonly (Address & Parameters<typeof placeName>[0])[];
  landlords: readonly (Address & { name: string })[];
};

export type Values = { [Name in LetterField]?: string | readonly LetterBlock[] };
export type Words = Awaited<ReturnType<typeof wordsIn>>;

/** How one language says what fills gaps. */
export async function wordsIn(formats: UserFormats) {
  const { language: locale, wording } = formats;
  const messages = await messagesIn(wording);
  return {
    formats,
    table: createTranslator({ locale, messages, namespace: 'LetterTables' }),
    labels: createTranslator({ locale, messages, namespace: 'Labels' }),
    index: createTranslator({ locale, messages, namespace: 'IndexLetter' }),
    statement: await statementWords(formats),
    list: (names: readonly string[]) => formatList(names, formats),
    money: (cents: number) => formatMoney(cents, formats.currency, formats),
    day: (day: string | null) => (day === null ? '' : formatDate(day, formats)),
  };
}

/** What is let, in one line. */
export const placesName = (places: BasicFacts['places']): string => places.map(placeName).join(' + ');

export function basicValues(facts: BasicFacts, issuer: string, today: string, words: Words): Values {
  const { lease, tenants, places, landlords } = facts;
  const [sender] = landlords;
  const [place] = places;
  return {
    tenants: words.list(tenants.map((row) => row.name)),
    landlord: words.list(landlords.map((row) => row.name)) || issuer,
    landlord_address: sender ? addressLines(sender).join(', ') : '',
    place: placesName(places),
    address: place ? addressLines(place).join(', ') : '',
    today: words.day(today),
    lease_from: words.day(lease.startsOn),
    lease_until: words.day(lease.endsOn),
    lease_signed: words.day(lease.signedOn),
    payment_reference: formatRfReference(lease.paymentReference),
  };
}
