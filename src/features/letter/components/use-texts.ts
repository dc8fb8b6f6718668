import { useState } from 'react';
import type { Language, WrittenKind } from '@/domain/vocabulary';
import { type Composed, compose } from '../compose-rules';
import type { TemplateValues } from '../template-rules';
import type { Template } from './own-text';
import type { Marks } from './use-marks';

export type Text = { subject: string; body: string };

/** A text in one language while it is written. */
export type Written = {
  language: Language;
  template: Template | null;
  /** As people read it, with the names of fields in their language. */
  text: Text;
  /** As it is stored. */
  stored: Text;
  isChanged: boolean;
  composed: Composed;
  change: (text: Text) => void;
  /** Lets go of what was typed. */
  forget: () => void;
};

/** What was typed, by kind, language and own text: another choice, and back, loses nothing. */
export function useTexts(kind: WrittenKind, marks: Marks) {
  const [typed, setTyped] = useState<{ readonly [of: string]: Text }>({});
  return {
    isTyped: Object.keys(typed).length > 0,
    write: (
      language: Language,
      { template, ours, values }: { template: Template | null; ours: Text; values: TemplateValues },
    ): Written => {
      const at = `${kind} ${language} ${template?.id ?? ''}`;
      const kept = template ?? ours;
      const text = typed[at] ?? { subject: marks.show(kept.subject), body: marks.show(kept.body) };
      const stored = { subject: marks.store(text.subject), body: marks.store(text.body) };
      return {
        ...{ language, template, text, stored },
        isChanged: stored.subject !== kept.subject || stored.body !== kept.body,
        composed: compose(marks.own, text, values),
        change: (words) => setTyped({ ...typed, [at]: words }),
        forget: () => {
          const { [at]: _, ...others } = typed;
          setTyped(others);
        },
      };
    },
  };
}
