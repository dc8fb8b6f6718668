import type { Sheet } from './sheet.ts';
import type { Language, LetterPicture } from './vocabulary.ts';

/** A part of a letter between greeting and closing. */
export type LetterBlock =
  /** `startsPage`: the heading of what is kept apart from the letter, on pages of its own after it. */
  | { kind: 'text'; text: string; startsPage?: true }
  /** Said in small print. */
  | { kind: 'note'; text: string }
  /** Text at the left, figures at the right; the last row of a sum stands out. */
  | {
      kind: 'table';
      head: readonly string[] | null;
      rows: readonly (readonly string[])[];
      total: readonly string[] | null;
    }
  /** Amounts beside each other, as bars of their length and in words. */
  | {
      kind: 'bars';
      title: string;
      bars: readonly { label: string; value: number; said: string }[];
    }
  /** How to pay: in words, and as what a bank's app reads from a code. */
  | {
      kind: 'payment';
      title: string;
      facts: readonly (readonly [term: string, said: string])[];
      code: string | null;
      hint: string;
    };

/** What is said in one language. */
export type LetterWords = {
  language: Language;
  subject: string;
  /** Empty where a paper is shown to somebody else, and greets nobody; so is what closes it. */
  greeting: string;
  blocks: readonly LetterBlock[];
  closing: string;
};

/** A letter as it is put on paper, in the tenants' language; `beside` says the same in the landlord's. */
export type Letter = LetterWords & {
  /** What the file is called in a list of documents. */
  title: string;
  /** Of letters of before nobody knows whose pictures they would bear. */
  sender: { name: string; address: readonly string[]; landlordIds?: readonly string[] };
  /** Base64 of a JPEG each. */
  pictures?: Pictures;
  /** It is signed by hand: no picture stands for that. */
  needsInk?: boolean;
  recipients: readonly string[];
  address: readonly string[];
  /** A4 where nothing else is said, as of letters of before. */
  sheet?: Sheet | undefined;
  date: string;
  /** `Page {page} of {pages}`, filled in as the pages are laid out. */
  page: string;
  beside: { words: LetterWords; binding: string } | null;
  /** What comes with it, as it is called; in both languages where it is written in two. */
  enclosed?: { heading: string; names: readonly string[] } | null;
};

type Pictures = Record<LetterPicture, string | null>;

/**
 * A letter with the pictures of who sends it. Of several who let, the first logo; a signature only of one who does so alone,
 * and none where ink is wanted.
 */
export function withPictures<L extends Pick<Letter, 'sender' | 'needsInk'>>(
  letter: L,
  all: readonly ({ id: string } & Pictures)[],
): L & { pictures: Pictures } {
  const own = (letter.sender.landlordIds ?? []).flatMap((id) => all.find((one) => one.id === id) ?? []);
  const signature = letter.needsInk || letter.sender.landlordIds?.length !== 1 ? null : own[0]?.signature;
  const logo = own.find((one) => one.logo !== null)?.logo ?? null;
  return { ...letter, pictures: { logo, signature: signature ?? null } };
}

/** How long a bar is beside the longest, in per cent; something is never nothing. */
export function barLengths(bars: readonly { value: number }[]): number[] {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  return bars.map(({ value }) => (value <= 0 ? 0 : Math.max(1, Math.round((value / most) * 100))));
}

/** A letter without its words. */
export type LetterHead = Omit<Letter, 'title' | 'subject' | 'blocks'>;

/** Of the envelopes that a sheet goes into: `letter-styles.ts` says where. */
const WINDOW_LINES: Record<Sheet, number> = { A4: 6, LETTER: 5 };

/** Blanks but those that keep an amount in one piece, controls, and what would turn the words after it around. */
const unprinted = /(?:[^\S\u00a0\u202f]|[\p{Cc}\u202a-\u202e\u2066-\u2069])+/gu;

/** What somebody or something is called, as a letter says it: one line, which changes nothing of the rest. */
export const oneLine = (text: string): string => text.replace(unprinted, ' ').trim();

/** A text as lines of paper have it: a paragraph of a law stands on one line with its sign. */
export const unbroken = (text: string): string => text.replace(/(§§?) (?=\d)/g, '$1\u00a0');

/** What comes with a letter, as it names it; nothing where nothing does. */
export const enclosedNames = (heading: string, papers: readonly { title: string }[]): Letter['enclosed'] =>
  papers.length === 0 ? null : { heading, names: papers.map((paper) => oneLine(paper.title)) };

/**
 * Who stands in the window of the envelope, which has six lines (DIN 5008; five in America): each name on a line of its own
 * where there is room, else several on one. The street and town are never what is left out.
 */
export function windowLines({
  recipients,
  address,
  sheet = 'A4',
}: Pick<Letter, 'recipients' | 'address' | 'sheet'>): string[] {
  const room = Math.max(1, WINDOW_LINES[sheet] - address.length);
  const perLine = Math.ceil(recipients.length / room) || 1;
  const lines: string[] = [];
  for (let index = 0; index < recipients.length; index += perLine) {
    lines.push(
      recipients
        .slice(index, index + perLine)
        .map(oneLine)
        .join(', '),
    );
  }
  return [...lines, ...address.map(oneLine)];
}
