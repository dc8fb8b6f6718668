import { Text, View } from '@react-pdf/renderer';
import type { LetterBlock } from '@/domain/letter';
import { wordsBeside } from '@/domain/letter-columns';
import { styles } from './letter-styles';

export type Style = (typeof styles)[keyof typeof styles];
export type Table = Extract<LetterBlock, { kind: 'table' }>;

type Beside = readonly (string | null)[];

/** A statement has hundreds of cells, and each box less is time: what stands in one language alone is its own box. */
function Cell({ text, beside, style }: { text: string; beside: Beside[number] | undefined; style: Style[] }) {
  if (!beside) return <Text style={style}>{text}</Text>;
  return (
    <View style={style}>
      <Text>{text}</Text>
      <InOther said={beside} />
    </View>
  );
}

function TableRow({
  cells,
  beside,
  isStrong = false,
}: {
  cells: readonly string[];
  beside: Beside;
  isStrong?: boolean;
}) {
  const figure = cells.length > 2 ? styles.figure : styles.figureWide;
  return (
    <View style={styles.row} wrap={false}>
      {cells.map((cell, index) => (
        <Cell
          // biome-ignore lint/suspicious/noArrayIndexKey: two cells of a row may say the same, and none moves.
          key={index}
          text={cell}
          beside={beside[index]}
          style={[index === 0 ? styles.cell : figure, ...(isStrong ? [styles.strong] : [])]}
        />
      ))}
    </View>
  );
}

/** A few words in the other language, below those that bind. */
export function InOther({ said }: { said: string | null | undefined }) {
  return said ? <Text style={styles.besideCell}>{said}</Text> : null;
}

/** A sum of a few rows is read as one: it goes to the next page whole. */
const isTogether = ({ head, rows }: Table) => head === null && rows.length <= MOST_ROWS;
const MOST_ROWS = 8;

/** So many of the last rows go with what closes a letter. */
const KEPT_ROWS = 2;

/** Whether a table goes with the closing of a letter as a whole: a part of it would leave the heading alone, or nearly so. */
export const isClosedWhole = (table: Table) => isTogether(table) || table.rows.length <= KEPT_ROWS + 2;

/** A table, or its rows up to the last ones, or those with the total. */
export function TableBlock({
  table,
  beside,
  part = 'whole',
}: {
  table: Table;
  beside: LetterBlock | null;
  part?: 'whole' | 'start' | 'end';
}) {
  const words = wordsBeside(table, beside);
  const kept = table.rows.length - KEPT_ROWS;
  const isShown = (index: number) => part === 'whole' || index < kept === (part === 'start');
  const edges = [
    ...(part === 'start' ? [styles.tableStart] : []),
    ...(part === 'end' ? [styles.tableEnd] : []),
  ];
  return (
    <View style={[styles.table, ...edges]} wrap={!isTogether(table)}>
      {table.head && part !== 'end' && <TableRow cells={table.head} beside={words.head} isStrong />}
      {table.rows.map(
        (cells, index) =>
          isShown(index) && (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same, and none moves.
            <TableRow key={index} cells={cells} beside={words.rows[index] ?? []} />
          ),
      )}
      {table.total && part !== 'start' && <TableRow cells={table.total} beside={words.total} isStrong />}
    </View>
  );
}
