import { describe, expect, it } from 'vitest';
import { reminderKinds, type TextKind, textKinds } from '@/domain/vocabulary';
import { languages } from '@/lib/languages';
import { compose, storedMarks } from './compose-rules';
import { fieldsOf, isLetterField, needsOf, storedWords } from './kind-facts';
import { markWords, parseTemplate, rewriteMarks } from './template-rules';

const messagesOf = async (language: string) =>
  (await import(`../../../messages/${language}.json`)).default as {
    LetterFields: Record<string, string>;
    LetterMarks: { if: string; not: string; else: string; end: string };
    LetterTexts: Record<TextKind, { subject: string; body: string; bodyElsewhere?: string }>;
  };

describe.each(languages)('in %s', (language) => {
  it('each field has a name of its own that no condition begins with', async () => {
    const { LetterFields, LetterMarks } = await messagesOf(language);
    const names = Object.values(LetterFields).map((name) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name).not.toMatch(/[[\]]/);
      for (const word of Object.values(LetterMarks)) {
        expect(name === word || name.startsWith(`${word} `), `${name} / ${word}`).toBe(false);
      }
    }
    const used = new Set<string>(textKinds.flatMap((kind) => fieldsOf(kind).map(([key]) => key)));
    expect(Object.keys(LetterFields).toSorted()).toEqual([...used].toSorted());
  });

  it.each(textKinds)('our %s reads the same as people see it and as it is stored', async (kind) => {
    const { LetterFields, LetterMarks, LetterTexts } = await messagesOf(language);
    const nameOf = (key: string) => (isLetterField(key) ? (LetterFields[key] ?? key) : key);
    const own = markWords(
      fieldsOf(kind).map(([key, of]) => [nameOf(key), { key, kind: of }] as const),
      LetterMarks,
    );
    const { subject, body, bodyElsewhere = body } = LetterTexts[kind];
    for (const text of [subject, body, bodyElsewhere]) {
      const shown = rewriteMarks(text, storedMarks(kind), { nameOf, words: LetterMarks });
      expect(parseTemplate(shown, own).issues).toEqual([]);
      expect(rewriteMarks(shown, own, { nameOf: (key) => key, words: storedWords })).toBe(text);
    }
  });

  it.each(reminderKinds)('our %s says whatever a reminder has to say, and no law abroad', async (kind) => {
    const { LetterTexts } = await messagesOf(language);
    const { subject, body, bodyElsewhere = body } = LetterTexts[kind];
    for (const text of [body, bodyElsewhere]) {
      expect(compose(storedMarks(kind), { subject, body: text }, {}, needsOf(kind)).issues.body).toEqual([]);
    }
    expect(bodyElsewhere).not.toMatch(/§|BGB/);
  });
});
