import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Language, languages } from '../domain/vocabulary.ts';
import { defaultFormats, formatAmount, formatDate, formatNumber } from '../i18n/formats.ts';
import { isCalendarDate } from '../lib/calendar.ts';
import type { Problem, Warning } from '../statement/index.ts';

const words = z.object({
  CostStatement: z.object({
    problems: z.record(z.string(), z.string()),
    warnings: z.record(z.string(), z.string()),
  }),
});

const read = new Map<Language, z.output<typeof words>['CostStatement']>();

/** The words of the app, read from its files: this is the command line, where nothing else has loaded them. */
function wordsOf(language: Language) {
  const known = read.get(language);
  if (known) return known;
  const file = new URL(`../../messages/${language}.json`, import.meta.url);
  const { CostStatement } = words.parse(JSON.parse(readFileSync(file, 'utf8')));
  read.set(language, CostStatement);
  return CostStatement;
}

/** A problem or warning with its sentence in every language. */
export function withSentence<One extends Problem | Warning>(one: One) {
  const sentence: Partial<Record<Language, string>> = {};
  for (const language of languages) {
    const { problems, warnings } = wordsOf(language);
    const list = 'stops' in one ? problems : warnings;
    sentence[language] = filled(list[one.code] ?? one.code, one.params, language);
  }
  return { ...one, sentence };
}

const filled = (sentence: string, params: Record<string, string | number>, language: Language) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => shown(name, params[name] ?? '', language));

function shown(name: string, value: string | number, language: Language): string {
  const formats = defaultFormats(language);
  if (typeof value === 'number') {
    return /cents$/i.test(name) ? formatAmount(value, formats) : formatNumber(value, formats);
  }
  return isCalendarDate(value) ? formatDate(value, formats) : value;
}
