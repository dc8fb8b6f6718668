import type { LetterBlock } from './letter.ts';

/** What stands at one height of a letter in two languages; one of them may have nothing to say there. */
export type Pair = { own: LetterBlock | null; beside: LetterBlock | null };

type Table = Extract<LetterBlock, { kind: 'table' }>;

const isSaid = (block: LetterBlock) => block.kind === 'text' || block.kind === 'note';

/** Whether two blocks are the same table or payment in two languages: the facts of one letter have one shape. */
function isSame(own: LetterBlock, beside: LetterBlock): boolean {
  if (own.kind !== 'table') return own.kind === beside.kind;
  return (
    beside.kind === 'table' &&
    own.rows.length === beside.rows.length &&
    own.rows[0]?.length === beside.rows[0]?.length
  );
}

const inStep = (own: readonly LetterBlock[], beside: readonly LetterBlock[]): Pair[] =>
  Array.from({ length: Math.max(own.length, beside.length) }, (_, index) => ({
    own: own[index] ?? null,
    beside: beside[index] ?? null,
  }));

/**
 * Paragraph beside paragraph. Tables and ways to pay, which both languages have once, hold the two texts together where one
 * of them takes more paragraphs to say the same; nothing of either text is left out.
 */
export function sideBySide(own: readonly LetterBlock[], beside: readonly LetterBlock[]): Pair[] {
  const pairs: Pair[] = [];
  let [ownFrom, besideFrom] = [0, 0];
  for (const [at, block] of own.entries()) {
    if (isSaid(block)) continue;
    const found = beside.findIndex((other, index) => index >= besideFrom && isSame(block, other));
    if (found === -1) continue;
    pairs.push(...inStep(own.slice(ownFrom, at), beside.slice(besideFrom, found)));
    pairs.push({ own: block, beside: beside[found] ?? null });
    [ownFrom, besideFrom] = [at + 1, found + 1];
  }
  // Tables that only one of them has stand alone, whatever is said at their height.
  return [...pairs, ...inStep(own.slice(ownFrom), beside.slice(besideFrom))].flatMap((pair) =>
    pair.own && pair.beside && isSaid(pair.own) !== isSaid(pair.beside)
      ? [
          { ...pair, beside: null },
          { ...pair, own: null },
        ]
      : [pair],
  );
}

/** Of two tables of one shape, the second cell by cell; null where that says the same, or an amount or a day another way. */
export function wordsBeside(own: Table, beside: LetterBlock | null) {
  const other = beside?.kind === 'table' && isSame(own, beside) ? beside : null;
  const cells = (
    row: readonly string[] | null,
    theirs: readonly string[] | null | undefined,
    isHead = false,
  ) =>
    (row ?? []).map((cell, index) => {
      const said = theirs?.[index] ?? '';
      if (said === '' || said === cell) return null;
      return isHead || index === 0 || !/\d/.test(cell + said) ? said : null;
    });
  return {
    head: cells(own.head, other?.head, true),
    rows: own.rows.map((row, index) => cells(row, other?.rows[index])),
    total: cells(own.total, other?.total),
  };
}
