/**
 * Writes what follows from the folder messages/: the list of languages (a file there is one; what the app has to know
 * beside its words, Node's own tables of languages tell), the mails about accounts, and in the messages themselves the
 * spaces at which no line ends.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DateFormat, NumberFormat } from '../src/lib/format-names.ts';
import { mailTemplates } from './mail-templates.ts';

/** Its file has the keys all others must have; pages in it have no prefix. */
const defaultLanguage = 'en';

function partsOf(locale: string) {
  const number = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  const partOf = (type: string) => number.formatToParts(1234567.8).find((part) => part.type === type)?.value;
  const money = { style: 'currency', currency: 'EUR', currencyDisplay: 'code' } as const;
  const types = new Intl.NumberFormat(locale, money).formatToParts(1).map((part) => part.type);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(0.19);
  const day = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' });
  const order = day.formatToParts(new Date('2026-11-21T12:00:00Z'));
  return {
    group: partOf('group') ?? '',
    decimal: partOf('decimal') ?? '.',
    isSignBehind: types.indexOf('currency') > types.indexOf('integer'),
    isPercentApart: percent.some((part) => part.type === 'literal'),
    dayOrder: order.filter((part) => part.type !== 'literal').map((part) => part.type),
    daySeparator: order.find((part) => part.type === 'literal')?.value ?? '',
  };
}

/** The nearest of the ways the app can write numbers. */
function numberFormatOf(group: string, decimal: string): NumberFormat {
  if (decimal === '.') return /^['’]$/.test(group) ? 'ch' : 'en';
  return /^\s?$/.test(group) ? 'fr' : 'de';
}

/** The nearest of the ways the app can write days. */
function dateFormatOf([first]: string[], separator: string): DateFormat {
  if (first === 'year') return 'yyyy-mm-dd';
  if (first === 'month') return 'mm/dd/yyyy';
  return separator === '.' ? 'dd.mm.yyyy' : 'dd/mm/yyyy';
}

function factsOf(language: string) {
  const { language: spoken, region } = new Intl.Locale(language).maximize();
  const locale = new Intl.Locale(language).region ? language : `${spoken}-${region}`;
  const { group, decimal, isSignBehind, isPercentApart, dayOrder, daySeparator } = partsOf(locale);
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return {
    name: name.charAt(0).toLocaleUpperCase(language) + name.slice(1),
    locale,
    dateFormat: dateFormatOf(dayOrder, daySeparator),
    numberFormat: numberFormatOf(group, decimal),
    isSignBehind,
    isPercentApart,
  };
}

/** As the tag is written; null where Node knows no such language. */
function tagOf(name: string): string | null {
  try {
    const tag = new Intl.Locale(name.replaceAll('_', '-')).toString();
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) ? tag : null;
  } catch {
    return null;
  }
}

/** The languages there are words for, the default one first. */
export function languagesIn(root: string): string[] {
  const [...names] = fs
    .readdirSync(path.join(root, 'messages'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .filter((name) => name !== defaultLanguage)
    .sort();
  for (const name of names) {
    const wanted = tagOf(name);
    if (wanted === name) continue;
    throw new Error(
      `messages/${name}.json names no language: call it by its tag, ${wanted ? `${wanted}.json` : 'such as fr.json or pt-BR.json'}.`,
    );
  }
  return [defaultLanguage, ...names];
}

/** The module as it must stand there. */
function languagesModule(root: string): string {
  const quoted = (value: string | boolean) => (typeof value === 'string' ? `'${value}'` : String(value));
  const languages = languagesIn(root);
  const keyOf = (language: string) => (/^\w+$/.test(language) ? language : `'${language}'`);
  const entries = languages.map((language) => {
    const lines = Object.entries(factsOf(language)).map(([key, value]) => `    ${key}: ${quoted(value)},\n`);
    return `  ${keyOf(language)}: {\n${lines.join('')}  },\n`;
  });
  return `// Written by scripts/languages.ts from the files in messages/: a file there is a language.
import type { DateFormat, NumberFormat } from './format-names.ts';

/** The default language first: its pages have no prefix. */
export const languages = [${languages.map(quoted).join(', ')}] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage = ${quoted(defaultLanguage)} satisfies Language;

type LanguageFacts = {
  /** What those who speak it call it. */
  name: string;
  /** BCP 47, with the region whose habits hold where a user has chosen nothing else. */
  locale: string;
  dateFormat: DateFormat;
  numberFormat: NumberFormat;
  /** \`5,00 €\`, not \`€5.00\`. */
  isSignBehind: boolean;
  /** \`19 %\`, not \`19%\`. */
  isPercentApart: boolean;
};

export const languageFacts: Record<Language, LanguageFacts> = {
${entries.join('')}};
`;
}

/**
 * With a no-break space where a line must not end: `§ 551`, `Abs. 3`, `60 m²`. Of a file of messages as it stands, so
 * that who writes words need not know the sign.
 */
export const keptTogether = (text: string): string =>
  text
    .replace(/(§|\b(?:Abs|Art|No|Nr)\.) (?=\d)/g, '$1\u00a0')
    .replace(/(?<=[\d}]) (?=(?:m²|kWh|sq ft)(?!\p{Letter})|[€%])/gu, '\u00a0');

/** Every file that follows from messages/, with what must stand in it; paths below the root. */
export function filesFromMessages(root: string): Map<string, string> {
  const files = mailTemplates(root, languagesIn(root));
  const ofCountries = fs
    .readdirSync(path.join(root, 'messages', 'wording'))
    .map((file) => path.join('wording', file));
  for (const file of [...languagesIn(root).map((language) => `${language}.json`), ...ofCountries]) {
    const name = path.join('messages', file);
    files.set(name, keptTogether(fs.readFileSync(path.join(root, name), 'utf8')));
  }
  files.set(path.join('src', 'lib', 'languages.ts'), languagesModule(root));
  return files;
}

/** Those that do not stand there as they must. */
export const staleFiles = (root: string) =>
  [...filesFromMessages(root)].filter(([name, wanted]) => {
    const file = path.join(root, name);
    return !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== wanted;
  });

/** Written only where they differ: a new date alone would have a running dev server build again. */
export function followMessages(root: string): void {
  for (const [name, wanted] of staleFiles(root)) fs.writeFileSync(path.join(root, name), wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  followMessages(path.resolve(import.meta.dirname, '..'));
