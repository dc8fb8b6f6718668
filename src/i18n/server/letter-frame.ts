import 'server-only';
import { createTranslator } from 'next-intl';
import { enclosedNames, type Letter, type LetterWords, oneLine } from '@/domain/letter';
import { sheetOf } from '@/domain/sheet';
import type { Language } from '@/domain/vocabulary';
import { formatDate, type UserFormats } from '../formats';
import { languageName } from '../language-name';
import { addressLines, postalLines } from '../regions';
import { messagesIn } from './messages-in';

type Address = Parameters<typeof addressLines>[0];

/** What every letter has around its words: who writes to whom, where and when, and what its pages are called. */
export async function letterFrame({
  landlords,
  tenants,
  sentTo,
  writtenOn,
  formats,
  issuer,
}: {
  landlords: readonly (Address & { name: string; id?: string })[];
  tenants: readonly string[];
  /** Null where nobody knows where the tenants live. */
  sentTo: Address | null;
  writtenOn: string;
  formats: UserFormats;
  /** Who writes where no landlord is entered. */
  issuer: string;
}): Promise<Omit<Letter, 'title' | 'subject' | 'blocks'>> {
  const { language: locale, wording } = formats;
  const t = createTranslator({ locale, messages: await messagesIn(wording), namespace: 'Letter' });
  const [sender] = landlords;
  const names = tenants.map(oneLine);
  return {
    language: locale,
    sender: {
      name: landlords.map((one) => oneLine(one.name)).join(', ') || issuer,
      address: sender ? addressLines(sender) : [],
      landlordIds: landlords.flatMap((one) => one.id ?? []),
    },
    recipients: names,
    address: sentTo ? postalLines(sentTo, sender?.country, locale) : [],
    date: [sender?.city, formatDate(writtenOn, formats)].filter(Boolean).join(', '),
    greeting: t('greeting', { names: names.join(', ') }),
    closing: t('closing'),
    sheet: sheetOf(sender?.country) ?? formats.sheet,
    page: t('page', { page: '{page}', pages: '{pages}' }),
    beside: null,
  };
}

/** What is said beside a letter in another language, with the sentence that says which of the two binds. */
export async function besideLetter(
  language: Language,
  { language: other, subject, greeting, blocks, closing }: LetterWords,
): Promise<NonNullable<Letter['beside']>> {
  return {
    words: { language: other, subject, greeting, blocks, closing },
    binding: await bindingSentence(language),
  };
}

/** In the language that binds. */
export async function bindingSentence(locale: Language): Promise<string> {
  const t = createTranslator({ locale, messages: await messagesIn(locale), namespace: 'Letter' });
  return t('binding', { language: languageName(locale, locale) });
}

/** What stands above the names of what comes with a letter, in each language it is written in. */
export async function enclosedHeading(languages: readonly Language[]): Promise<string> {
  const headings = [];
  for (const locale of languages) {
    const t = createTranslator({ locale, messages: await messagesIn(locale), namespace: 'Letter' });
    headings.push(t('enclosed'));
  }
  return headings.join(' / ');
}

/** A letter that names what comes with it. */
export async function withEnclosed(letter: Letter, papers: readonly { title: string }[]): Promise<Letter> {
  const { language, beside } = letter;
  const heading = await enclosedHeading(beside ? [language, beside.words.language] : [language]);
  return { ...letter, enclosed: enclosedNames(heading, papers) };
}
