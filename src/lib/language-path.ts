import { defaultLanguage, type Language, languages } from './languages.ts';

/** What stands before a path in a language: `/de`, nothing for the default one. */
export const prefixOf = (language: Language) => (language === defaultLanguage ? '' : `/${language}`);

/** A path of the default language in another: `/what` is `/de/what` in German. */
export const pathIn = (language: Language, path: string) =>
  path === '/' ? prefixOf(language) || '/' : prefixOf(language) + path;

/** `/de/what` is `/what` in German; without a prefix a path is in the default language. */
export function readPath(pathname: string): { language: Language; path: string } {
  const [, first = ''] = pathname.split('/', 2);
  const language = languages.find((one) => one === first);
  if (language === undefined) return { language: defaultLanguage, path: pathname };
  return { language, path: pathname.slice(first.length + 1) || '/' };
}

/** Where a page is asked for in a language, prefix and all, so that the choice is remembered. */
export const addressIn = (language: Language, pathname: string) =>
  `/${language}${readPath(pathname).path}`.replace(/\/$/, '');

type Range = { tag: string; weight: number };

/** `en-GB,de;q=0.7` in the order in which they are wanted; equals as they are named. */
function readRanges(acceptLanguage: string): Range[] {
  return acceptLanguage
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((part) => /^q=/i.test(part))?.slice(2);
      const weight = quality === undefined ? 1 : Number(quality);
      return { tag: tag.toLowerCase(), weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
}

/**
 * The first language a browser names that there are words for, whatever its region (RFC 4647 § 3.4): `en-GB,de;q=0.7`
 * is English. Undefined where there is none.
 */
export function wantedLanguage(acceptLanguage: string | null): Language | undefined {
  for (const { tag } of readRanges(acceptLanguage ?? '')) {
    for (let range = tag; range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
      const language = languages.find((one) => one.toLowerCase() === range);
      if (language !== undefined) return language;
    }
  }
  return undefined;
}
