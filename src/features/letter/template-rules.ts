import { type LetterBlock, oneLine } from '@/domain/letter';

/**
 * Texts with gaps. A mark is `[[name]]`: a gap that a value fills, a block (a table, how to pay) on a line of its own, or
 * part of a condition, `[[if name]] … [[else]] … [[end]]` and `[[if not name]]`, which holds where the value is not empty.
 * There is nothing else: no loop, no sum, no call, and a value is never read as text with marks again. People write marks in
 * their own language, what is stored has the names of the program (`rewriteMarks`).
 *
 * An own syntax and not Mustache's or Liquid's (looked at, November 2026): of theirs most would have to be forbidden again
 * (lambdas, partials, other delimiters, includes, loops), none takes names with blanks, and what is left is this file.
 */

/** What may stand in the place of a name: filled in one line, as paragraphs and tables, or only asked about. */
export type FieldKind = 'text' | 'block' | 'condition';

/** How marks are written: each name as the text has it, with what it means; words in small letters. */
export type MarkWords = {
  fields: ReadonlyMap<string, { key: string; kind: FieldKind }>;
  words: { if: string; not: string; else: string; end: string };
};

export type TemplateIssueCode =
  | 'unknown_field'
  | 'unfinished_mark'
  | 'not_ended'
  | 'nothing_to_end'
  | 'second_else'
  | 'block_in_line'
  | 'only_condition'
  | 'one_line'
  | 'missing';

/** What is wrong, where: the line counts from 1; `name` is the mark as it was written, of one that is missing its key. */
export type TemplateIssue = { code: TemplateIssueCode; line: number; name: string };

export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'field'; key: string }
  | { kind: 'block'; key: string }
  | { kind: 'if'; key: string; isNot: boolean; met: TemplatePart[]; unmet: TemplatePart[] };

/** What fills the marks; what is missing or empty counts as not there. */
export type TemplateValues = { readonly [key: string]: string | readonly LetterBlock[] };

type Meaning =
  | { kind: 'field'; key: string; of: FieldKind }
  | { kind: 'if'; key: string; isNot: boolean }
  | { kind: 'else' }
  | { kind: 'end' }
  | { kind: 'unknown' };

type Mark = { start: number; end: number; name: string; meaning: Meaning };

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Names as they are looked for. */
export const markWords = (
  fields: Iterable<readonly [name: string, field: { key: string; kind: FieldKind }]>,
  words: MarkWords['words'],
): MarkWords => ({
  fields: new Map([...fields].map(([name, field]) => [folded(name), field])),
  words: { if: folded(words.if), not: folded(words.not), else: folded(words.else), end: folded(words.end) },
});

function meaningOf(written: string, { fields, words }: MarkWords): Meaning {
  const name = folded(written);
  if (name === words.else) return { kind: 'else' };
  if (name === words.end) return { kind: 'end' };
  const after = (text: string, word: string) =>
    text.startsWith(`${word} `) ? text.slice(word.length + 1) : null;
  const condition = after(name, words.if);
  if (condition !== null) {
    const denied = after(condition, words.not);
    const field = fields.get(denied ?? condition);
    return field ? { kind: 'if', key: field.key, isNot: denied !== null } : { kind: 'unknown' };
  }
  const field = fields.get(name);
  return field ? { kind: 'field', key: field.key, of: field.kind } : { kind: 'unknown' };
}

function findMarks(text: string, words: MarkWords): Mark[] {
  return [...text.matchAll(/\[\[([^[\]]*)\]\]/g)].map((match) => {
    const name = match[1] ?? '';
    return {
      start: match.index,
      end: match.index + match[0].length,
      name: name.trim(),
      meaning: meaningOf(name, words),
    };
  });
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Which marks have nothing on their lines beside them but other parts of conditions. */
function findAlone(text: string, marks: readonly Mark[]): boolean[] {
  const gaps = [...marks, null].map((mark, at) => text.slice(marks[at - 1]?.end ?? 0, mark?.start));
  const isPassed = (mark: Mark) =>
    mark.meaning.kind !== 'field' && !text.slice(mark.start, mark.end).includes('\n');
  const before: boolean[] = [];
  for (const [at] of marks.entries()) {
    const [gap = '', other] = [gaps[at], marks[at - 1]];
    const line = gap.slice(gap.lastIndexOf('\n') + 1);
    const isOpen = line === gap && other !== undefined;
    before.push(line.trim() === '' && (!isOpen || (isPassed(other) && before[at - 1] === true)));
  }
  const after: boolean[] = [];
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    const [gap = '', other] = [gaps[at + 1], marks[at + 1]];
    const line = gap.split('\n', 1)[0] ?? '';
    const isOpen = line === gap && other !== undefined;
    after[at] = line.trim() === '' && (!isOpen || (isPassed(other) && after[at + 1] === true));
  }
  return marks.map((_, at) => before[at] === true && after[at] === true);
}

type Open = { part: Extract<TemplatePart, { kind: 'if' }>; mark: Mark; isElse: boolean };

/**
 * Reads a text with its marks. Where there are issues, `parts` is what could be read of it.
 * @param isLine for a subject: one line, without blocks
 */
export function parseTemplate(
  text: string,
  words: MarkWords,
  { isLine = false } = {},
): { parts: TemplatePart[]; issues: TemplateIssue[] } {
  const marks = findMarks(text, words);
  const issues: TemplateIssue[] = [];
  const report = (code: TemplateIssueCode, at: number, name: string) =>
    issues.push({ code, line: lineAt(text, at), name });
  const root: TemplatePart[] = [];
  const open: Open[] = [];
  const here = () => {
    const last = open.at(-1);
    if (!last) return root;
    return last.isElse ? last.part.unmet : last.part.met;
  };
  const addText = (from: number, to: number) => {
    const said = text.slice(from, to);
    const broken = /\[\[|\]\]/.exec(said);
    if (broken) report('unfinished_mark', from + broken.index, broken[0]);
    if (said !== '') here().push({ kind: 'text', text: said });
  };
  let at = 0;
  const alone = findAlone(text, marks);
  for (const [index, mark] of marks.entries()) {
    const { meaning } = mark;
    const standsAlone = alone[index] === true;
    const isPart = meaning.kind === 'if' || meaning.kind === 'else' || meaning.kind === 'end';
    addText(at, mark.start);
    // A line with nothing but a condition is none of the letter's.
    at = isPart && standsAlone && text[mark.end] === '\n' ? mark.end + 1 : mark.end;
    if (meaning.kind === 'unknown') report('unknown_field', mark.start, mark.name);
    else if (meaning.kind === 'field') {
      if (meaning.of === 'condition') report('only_condition', mark.start, mark.name);
      else if (meaning.of === 'text') here().push({ kind: 'field', key: meaning.key });
      else if (isLine || !standsAlone) report('block_in_line', mark.start, mark.name);
      else here().push({ kind: 'block', key: meaning.key });
    } else if (meaning.kind === 'if') {
      const { key, isNot } = meaning;
      const part = { kind: 'if' as const, key, isNot, met: [], unmet: [] };
      here().push(part);
      open.push({ part, mark, isElse: false });
    } else if (meaning.kind === 'else') {
      const last = open.at(-1);
      if (!last) report('nothing_to_end', mark.start, mark.name);
      else if (last.isElse) report('second_else', mark.start, mark.name);
      else last.isElse = true;
    } else if (!open.pop()) report('nothing_to_end', mark.start, mark.name);
  }
  addText(at, text.length);
  for (const { mark } of open) report('not_ended', mark.start, mark.name);
  if (isLine && text.includes('\n')) report('one_line', text.indexOf('\n'), '');
  return { parts: root, issues: issues.sort((a, b) => a.line - b.line) };
}

const valueAt = (values: TemplateValues, key: string) =>
  Object.hasOwn(values, key) ? values[key] : undefined;

const isThere = (value: TemplateValues[string] | undefined): boolean =>
  value !== undefined && (typeof value === 'string' ? value.trim() !== '' : value.length > 0);

/**
 * Whether a text says something whatever its conditions find. That there is something to say may be asked: where there is
 * nothing, nothing is lost.
 */
export const alwaysSays = (parts: readonly TemplatePart[], key: string): boolean =>
  parts.some((part) => {
    if (part.kind === 'text') return false;
    if (part.kind !== 'if') return part.key === key;
    if (part.key === key) return alwaysSays(part.isNot ? part.unmet : part.met, key);
    return alwaysSays(part.met, key) && alwaysSays(part.unmet, key);
  });

type Piece = { text: string } | { blocks: readonly LetterBlock[] };

function fill(parts: readonly TemplatePart[], values: TemplateValues, empty: Set<string>): Piece[] {
  return parts.flatMap((part): Piece[] => {
    if (part.kind === 'text') return [{ text: part.text }];
    const value = valueAt(values, part.key);
    if (part.kind === 'if') return fill(isThere(value) === part.isNot ? part.unmet : part.met, values, empty);
    if (!isThere(value)) {
      empty.add(part.key);
      return [];
    }
    return typeof value === 'string' ? [{ text: oneLine(value) }] : [{ blocks: value ?? [] }];
  });
}

/** A letter's paragraphs and blocks; `empty` are the marks that were to be filled and had no value. */
export function renderBody(
  parts: readonly TemplatePart[],
  values: TemplateValues,
): { blocks: LetterBlock[]; empty: string[] } {
  const empty = new Set<string>();
  const blocks: LetterBlock[] = [];
  let said = '';
  const close = () => {
    for (const paragraph of said.split(/\n[ \t]*(?:\n[ \t]*)+/)) {
      const text = paragraph.replace(/[ \t]+$/gm, '').trim();
      if (text !== '') blocks.push({ kind: 'text', text });
    }
    said = '';
  };
  for (const piece of fill(parts, values, empty)) {
    if ('text' in piece) said += piece.text;
    else {
      close();
      blocks.push(...piece.blocks);
    }
  }
  close();
  return { blocks, empty: [...empty] };
}

/** A subject, in one line. */
export function renderLine(
  parts: readonly TemplatePart[],
  values: TemplateValues,
): { text: string; empty: string[] } {
  const empty = new Set<string>();
  const pieces = fill(parts, values, empty);
  const text = oneLine(pieces.map((piece) => ('text' in piece ? piece.text : '')).join(''));
  return { text, empty: [...empty] };
}

/** The same text with its marks written in other words; what is no mark of `from` stays as it is. */
export function rewriteMarks(
  text: string,
  from: MarkWords,
  to: { nameOf: (key: string) => string; words: MarkWords['words'] },
): string {
  let written = '';
  let at = 0;
  for (const { start, end, meaning } of findMarks(text, from)) {
    written += text.slice(at, start);
    written += meaning.kind === 'unknown' ? text.slice(start, end) : `[[${writtenAs(meaning, to)}]]`;
    at = end;
  }
  return written + text.slice(at);
}

function writtenAs(
  meaning: Exclude<Meaning, { kind: 'unknown' }>,
  { nameOf, words }: { nameOf: (key: string) => string; words: MarkWords['words'] },
): string {
  switch (meaning.kind) {
    case 'field':
      return nameOf(meaning.key);
    case 'if':
      return [words.if, meaning.isNot ? words.not : '', nameOf(meaning.key)].filter(Boolean).join(' ');
    default:
      return words[meaning.kind];
  }
}
