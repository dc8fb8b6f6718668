/** An amount or a day, and no "1. OG". */
const isFigure = (cell: string) => /\d/.test(cell) && !/\p{L}/u.test(cell);

/** Cells as a spreadsheet copies them; null where it is one value, which the field takes by itself. */
export function readClipboard(text: string): string[][] | null {
  const lines = text.replace(/(?:\r?\n)+$/, '').split(/\r?\n/);
  if (lines.length === 1 && !text.includes('\t')) return null;
  const rows = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  const [head, ...body] = rows;
  // The names of the columns come along where somebody copies the whole table: each says something, and none a figure.
  // Names of flats and people alone do, too: there is nothing a head would stand above.
  const isHead = head !== undefined && head.length > 1 && head.every((cell) => /^\D+$/.test(cell));
  return isHead && body.some((row) => row.some(isFigure)) ? body : rows;
}

/** The rows with what was pasted, from one cell on to the right and down; what is missing below is added. */
export function withPasted<Column extends string, Row extends { cells: Record<Column, string> }>(
  rows: readonly Row[],
  asked: readonly Column[],
  at: { row: number; column: Column },
  pasted: readonly (readonly string[])[],
  newRow: () => Row,
): Row[] {
  const first = asked.indexOf(at.column);
  const all = [...rows];
  while (all.length < at.row + pasted.length) all.push(newRow());
  return all.map((row, index) => {
    const values = pasted[index - at.row] ?? [];
    const cells = { ...row.cells };
    for (const [place, value] of values.entries()) {
      const column = asked[first + place];
      if (column !== undefined) cells[column] = value;
    }
    return { ...row, cells };
  });
}
