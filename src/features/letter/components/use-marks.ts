import { useTranslations } from 'next-intl';
import { type Bound, boundAt } from '@/components/form/longest';
import type { TextKind } from '@/domain/vocabulary';
import { storedMarks } from '../compose-rules';
import { fieldsOf, isLetterField, type LetterField, storedWords } from '../kind-facts';
import { createTemplateInput } from '../schema';
import { markWords, rewriteMarks, type TemplateIssue } from '../template-rules';

/** The marks of a kind in the reader's language, and texts from what is stored to that and back. */
export function useMarks(kind: TextKind) {
  const fields = useTranslations('LetterFields');
  const t = useTranslations('LetterMarks');
  const issues = useTranslations('TemplateIssues');
  const nameOf = (key: string) => (isLetterField(key) ? fields(key) : key);
  const words = { if: t('if'), not: t('not'), else: t('else'), end: t('end') };
  const own = markWords(
    fieldsOf(kind).map(([key, of]) => [fields(key), { key, kind: of }] as const),
    words,
  );
  const stored = storedMarks(kind);
  return {
    own,
    nameOf,
    show: (text: string) => rewriteMarks(text, stored, { nameOf, words }),
    store: (text: string) => rewriteMarks(text, own, { nameOf: (key) => key, words: storedWords }),
    /** What is put where the cursor is. */
    markOf: (key: LetterField, as: 'fill' | 'ask') =>
      as === 'fill' ? `[[${nameOf(key)}]]` : `[[${words.if} ${nameOf(key)}]] … [[${words.end}]]`,
    say: ({ code, line, name }: TemplateIssue) =>
      issues(code, { line: String(line), name: code === 'missing' ? nameOf(name) : name }),
  };
}

/** How long a text may be, counted as it is stored: with the program's names of its fields. */
export function storedBound(part: 'subject' | 'body', marks: Marks): Bound {
  const { most, lengthOf } = boundAt(createTemplateInput, part) ?? { most: Infinity, lengthOf: () => 0 };
  return { most, lengthOf: (text) => lengthOf(marks.store(text)) };
}

export function isLonger(part: 'subject' | 'body', text: string, marks: Marks): boolean {
  const { most, lengthOf } = storedBound(part, marks);
  return lengthOf(text) > most;
}

export type Marks = ReturnType<typeof useMarks>;
