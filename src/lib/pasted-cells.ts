/** An amount or a day, and no "1. OG". */
const isFigure = (cell: string) => /\d/.test(cell) && !/\p{L}/u.test(cell);

/** A cell as it is copied: between quotes, those within it doubled, where it holds a break; else as it is. */
const copied = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r?\n|\r|$)/g;
const breaks = /\s*[\t\r\n]\s*/g;

function readCells(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end = ''] of text.matchAll(copied)) {
    const bare = /[\t\r\n]/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    rows.at(-1)?.push(bare.replace(breaks, '\n').trim());
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}

/**
 * The names of the columns come along where somebody copies the whole table: each says something, and none a figure.
 * Names of flats and people alone do, too: there is nothing a head would stand above.
 */
const looksLikeHead = (head: readonly string[], body: readonly (readonly string[])[]) =>
  head.length > 1 && head.every((cell) => /^\D+$/.test(cell)) && body.some((row) => row.some(isFigure));

/** A table as a spreadsheet copies it, with its head; null where it is one value, which the field takes by itself. */
export function readTable(
  text: string,
  isHead: (row: readonly string[]) => boolean = () => false,
): { head: string[] | null; rows: string[][] } | null {
  const whole = text.replace(/(?:\r?\n)+$/, '');
  if (!/[\t\n]/.test(whole)) return null;
  const rows = readCells(whole);
  const [head, ...body] = rows;
  const hasHead = head !== undefined && body.length > 0 && (isHead(head) || looksLikeHead(head, body));
  return hasHead ? { head, rows: body } : { head: null, rows };
}

/** Cells as a spreadsheet copies them, without their head. */
export const readClipboard = (text: string): string[][] | null => readTable(text)?.rows ?? null;

/** A field has one line. */
const inOneLine = (_: string, cell: string) => cell.replaceAll('\n', ' ');

/**
 * The rows with what was pasted, from one cell on to the right and down; what is missing below is added.
 * @param written how a cell of several lines stands in a field of one
 */
export function withPasted<Column extends string, Row extends { cells: Record<Column, string> }>(
  rows: readonly Row[],
  asked: readonly Column[],
  at: { row: number; column: Column },
  pasted: readonly (readonly string[])[],
  newRow: () => Row,
  written: (column: Column, cell: string) => string = inOneLine,
): Row[] {
  const first = asked.indexOf(at.column);
  const all = [...rows];
  while (all.length < at.row + pasted.length) all.push(newRow());
  return all.map((row, index) => {
    const values = pasted[index - at.row] ?? [];
    const cells = { ...row.cells };
    for (const [place, value] of values.entries()) {
      const column = asked[first + place];
      if (column !== undefined) cells[column] = written(column, value);
    }
    return { ...row, cells };
  });
}
