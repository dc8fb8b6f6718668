import type { LetterBlock } from '@/domain/letter';
import type { TextKind } from '@/domain/vocabulary';
import { fieldsOf, storedWords } from './kind-facts';
import {
  alwaysSays,
  type MarkWords,
  markWords,
  parseTemplate,
  renderBody,
  renderLine,
  type TemplateIssue,
  type TemplateValues,
} from './template-rules';

/** How the marks of a kind are written where they are stored. */
export const storedMarks = (kind: TextKind) =>
  markWords(
    fieldsOf(kind).map(([key, of]) => [key, { key, kind: of }] as const),
    storedWords,
  );

export type Composed = {
  subject: string;
  blocks: LetterBlock[];
  /** Gaps that were to be filled and had no value. */
  empty: string[];
  issues: { subject: TemplateIssue[]; body: TemplateIssue[] };
};

/** A text with its gaps filled, its marks written as `marks` says; `needed` are those its body has to say in any case. */
export function compose(
  marks: MarkWords,
  text: { subject: string; body: string },
  values: TemplateValues,
  needed: readonly string[] = [],
): Composed {
  const [subject, body] = [
    parseTemplate(text.subject, marks, { isLine: true }),
    parseTemplate(text.body, marks),
  ];
  const [line, said] = [renderLine(subject.parts, values), renderBody(body.parts, values)];
  const missing = needed
    .filter((key) => !alwaysSays(body.parts, key))
    .map((name) => ({ code: 'missing' as const, line: text.body.split('\n').length, name }));
  return {
    subject: line.text,
    blocks: said.blocks,
    empty: [...new Set([...line.empty, ...said.empty])],
    issues: { subject: subject.issues, body: [...body.issues, ...missing] },
  };
}

/**
 * The own text that says in another language what one says: of the same name, else the only one there is; null where that is
 * ours, as it always is beside ours.
 */
export function counterpartOf<Own extends { name: string }>(
  template: { name: string } | null,
  inOther: readonly Own[],
): Own | null {
  if (template === null) return null;
  const nameOf = ({ name }: { name: string }) => name.trim().toLowerCase();
  const [only, ...more] = inOther;
  const named = inOther.find((one) => nameOf(one) === nameOf(template));
  return named ?? (more.length === 0 ? (only ?? null) : null);
}

/** The first thing that is wrong, as a refusal says it. */
export const faultOf = ({ issues }: Pick<Composed, 'issues'>) => {
  const field = issues.subject.length > 0 ? ('subject' as const) : ('body' as const);
  const [first] = issues[field];
  if (!first) return null;
  const code =
    first.code === 'missing' ? ('letter.text_incomplete' as const) : ('letter.text_faulty' as const);
  return { code, at: { field, params: { line: String(first.line), name: first.name } } };
};

export const isFaulty = ({ issues }: Composed) => issues.subject.length > 0 || issues.body.length > 0;
