import { languageFacts } from '../lib/languages.ts';

/** Where a month is called otherwise than elsewhere in its language: Jänner. */
const furtherLocales = ['de-AT'];
let names: readonly (readonly string[])[] | undefined;

/** The number of the month that a word names or begins, in any of our languages; undefined where it is none, or several. */
export function monthNamed(word: string): string | undefined {
  const locales = [...Object.values(languageFacts).map(({ locale }) => locale), ...furtherLocales];
  names ??= locales.map((locale) => {
    const formatter = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, at) =>
      formatter.format(new Date(Date.UTC(2000, at))).toLowerCase(),
    );
  });
  const meant = new Set(
    names.flatMap((months) =>
      months.flatMap((name, at) => (name.startsWith(word.toLowerCase()) ? [at + 1] : [])),
    ),
  );
  const [month] = meant;
  return meant.size === 1 ? String(month) : undefined;
}
