import 'server-only';
import { Document, Image, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { barLengths, type Letter, type LetterBlock, unbroken, windowLines } from '@/domain/letter';
import { type Pair, sideBySide, wordsBeside } from '@/domain/letter-columns';
import { paymentCodePath } from '@/features/rent-account/payment-code-rules';
import { registerPrintFonts } from '@/lib/server/print-fonts';
import { headStyles, styles } from './letter-styles';

type Style = (typeof styles)[keyof typeof styles];
type Table = Extract<LetterBlock, { kind: 'table' }>;

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
function InOther({ said }: { said: string | null | undefined }) {
  return said ? <Text style={styles.besideCell}>{said}</Text> : null;
}

/** A sum of a few rows is read as one: it goes to the next page whole. */
const isTogether = ({ head, rows }: Table) => head === null && rows.length <= MOST_ROWS;
const MOST_ROWS = 8;

function TableBlock({ table, beside }: { table: Table; beside: LetterBlock | null }) {
  const words = wordsBeside(table, beside);
  return (
    <View style={styles.table} wrap={!isTogether(table)}>
      {table.head && <TableRow cells={table.head} beside={words.head} isStrong />}
      {table.rows.map((cells, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same, and none moves.
        <TableRow key={index} cells={cells} beside={words.rows[index] ?? []} />
      ))}
      {table.total && <TableRow cells={table.total} beside={words.total} isStrong />}
    </View>
  );
}

type Payment = Extract<LetterBlock, { kind: 'payment' }>;

function PaymentBlock({ payment, beside }: { payment: Payment; beside: LetterBlock | null }) {
  const code = payment.code === null ? null : paymentCodePath(payment.code);
  const other = beside?.kind === 'payment' ? beside : null;
  const unlessSame = (own: string, said: string | undefined) => (said === own ? null : said);
  return (
    <View style={styles.payment} wrap={false}>
      <View style={styles.order}>
        <Text style={styles.paymentTitle}>
          {payment.title}
          {other && other.title !== payment.title && <Text style={styles.besideTerm}> {other.title}</Text>}
        </Text>
        {payment.facts.map(([term, said], index) => (
          <View key={term} style={styles.fact}>
            <View style={styles.term}>
              <Text>{term}</Text>
              <InOther said={unlessSame(term, other?.facts[index]?.[0])} />
            </View>
            <Text style={styles.said}>{said}</Text>
          </View>
        ))}
        {code && <Text style={styles.hint}>{payment.hint}</Text>}
        {code && other && <Text style={styles.hint}>{other.hint}</Text>}
      </View>
      {code && (
        <Svg viewBox={`0 0 ${code.size} ${code.size}`} style={styles.code}>
          <Path d={code.path} fill="#000000" />
        </Svg>
      )}
    </View>
  );
}

/** The first is what the letter is about; what it is compared with is paler. */
function BarsBlock({ bars: { title, bars } }: { bars: Extract<LetterBlock, { kind: 'bars' }> }) {
  const lengths = barLengths(bars);
  return (
    <View style={styles.bars} wrap={false}>
      <Text style={styles.paymentTitle}>{title}</Text>
      {bars.map(({ label, said }, index) => (
        <View key={label}>
          <Text style={styles.barLabel}>{label}</Text>
          <View style={styles.bar}>
            <View style={styles.barTrack}>
              <View
                style={[
                  styles.barLine,
                  index > 0 ? styles.barBeside : {},
                  { width: `${lengths[index] ?? 0}%` },
                ]}
              />
            </View>
            <Text style={styles.barSaid}>{said}</Text>
          </View>
        </View>
      ))}
    </View>
  );
}

/** What closes a letter stands alone on no page: so much of it goes with the paragraph before. */
const CLOSING_HEIGHT = 130;

/**
 * So long a paragraph keeps its two columns together: broken over a page, the second one would go on at the left. A longer one
 * may not fit on any page.
 */
const MOST_TOGETHER = 1_500;
/** So many characters a line of a column has: one that is broken off before takes the same place. */
const COLUMN_LINE = 45;

const placeOf = (text: string) => text.length + COLUMN_LINE * (text.split('\n').length - 1);

/** Words in the tenants' language, and beside them the same in the landlord's where that is asked for. */
function Said({
  text,
  beside,
  style,
  isLast = false,
}: {
  text: string;
  beside: string | null;
  style: Style;
  isLast?: boolean;
}) {
  const ahead = isLast ? { minPresenceAhead: CLOSING_HEIGHT } : {};
  if (beside === null) {
    return (
      <Text style={style} {...ahead}>
        {unbroken(text)}
      </Text>
    );
  }
  return (
    <View style={styles.columns} wrap={Math.max(placeOf(text), placeOf(beside)) > MOST_TOGETHER} {...ahead}>
      <Text style={[style, styles.column]}>{unbroken(text)}</Text>
      <Text style={[style, styles.columnBeside]}>{unbroken(beside)}</Text>
    </View>
  );
}

const saidIn = (block: LetterBlock | null) =>
  block?.kind === 'text' || block?.kind === 'note' ? block.text : null;

const styleOf = (block: LetterBlock): Style => {
  if (block.kind === 'note') return styles.note;
  return block.kind === 'text' && block.startsPage ? styles.subject : styles.paragraph;
};

function Block({ own, beside, isBoth, isLast }: Pair & { isBoth: boolean; isLast: boolean }) {
  const block = own ?? beside;
  if (block === null) return null;
  switch (block.kind) {
    case 'table':
      return <TableBlock table={block} beside={beside} />;
    case 'bars':
      return <BarsBlock bars={block} />;
    case 'payment':
      return <PaymentBlock payment={block} beside={beside} />;
    default:
      return (
        <Said
          text={saidIn(own) ?? ''}
          beside={isBoth ? (saidIn(beside) ?? '') : null}
          style={styleOf(block)}
          isLast={isLast}
        />
      );
  }
}

/** What stands together: the letter itself, and what begins on a page of its own, with the same in the other language. */
function pagesOf(letter: Letter): { own: LetterBlock[]; beside: LetterBlock[] }[] {
  const parts = (blocks: readonly LetterBlock[]) => {
    const found: LetterBlock[][] = [[]];
    for (const block of blocks) {
      if (block.kind === 'text' && block.startsPage) found.push([]);
      found.at(-1)?.push(block);
    }
    return found;
  };
  const beside = parts(letter.beside?.words.blocks ?? []);
  return parts(letter.blocks).map((own, index) => ({ own, beside: beside[index] ?? [] }));
}

function Blocks({ own, beside, isBoth }: { own: LetterBlock[]; beside: LetterBlock[]; isBoth: boolean }) {
  return sideBySide(own, beside).map((pair, index, all) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a letter do not move.
    <Block key={index} {...pair} isBoth={isBoth} isLast={index === all.length - 1} />
  ));
}

function LetterBody({ letter, children }: { letter: Letter; children: ReactNode }) {
  const beside = letter.beside?.words ?? null;
  const both = (part: 'subject' | 'greeting' | 'closing', style: Style) => (
    <Said text={letter[part]} beside={beside ? beside[part] : null} style={style} />
  );
  const handwriting = letter.pictures?.signature ?? null;
  return (
    <View style={styles.body}>
      {both('subject', styles.subject)}
      {letter.greeting !== '' && both('greeting', styles.paragraph)}
      {children}
      {letter.beside && <Text style={styles.note}>{letter.beside.binding}</Text>}
      <View wrap={false} style={styles.closing}>
        {letter.closing !== '' && both('closing', styles.paragraph)}
        {handwriting && <Image src={pictureOf(handwriting)} style={styles.handwriting} />}
        <View style={[styles.signature, handwriting ? styles.signed : {}]}>
          <Text>{letter.sender.name}</Text>
        </View>
      </View>
      {letter.enclosed && (
        <View style={styles.enclosed} wrap={false}>
          <Text style={styles.strong}>{letter.enclosed.heading}</Text>
          {letter.enclosed.names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two papers may be called the same.
            <Text key={index}>{`${index + 1}. ${name}`}</Text>
          ))}
        </View>
      )}
    </View>
  );
}

const pictureOf = (base64: string) => `data:image/jpeg;base64,${base64}`;

/** Where the letterhead, the window of the envelope and the day stand on the first page. */
function LetterHeadings({ letter }: { letter: Letter }) {
  const { sender, sheet = 'A4' } = letter;
  const logo = letter.pictures?.logo ?? null;
  return (
    <>
      {logo && <Image src={pictureOf(logo)} style={styles.logo} />}
      <View style={[styles.letterhead, logo ? styles.besideLogo : {}]}>
        <Text style={styles.letterheadName}>{sender.name}</Text>
      </View>
      <Text style={styles.returnLine}>{[sender.name, ...sender.address].join(' · ')}</Text>
      <View style={headStyles[sheet].window}>
        {windowLines(letter).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: namesakes stand below each other.
          <Text key={index} style={styles.windowLine}>
            {line}
          </Text>
        ))}
      </View>
      <View style={headStyles[sheet].information}>
        {sender.address.map((line) => (
          <Text key={line} style={styles.informationLine}>
            {line}
          </Text>
        ))}
        <Text style={styles.date}>{letter.date}</Text>
      </View>
    </>
  );
}

/** Each part is laid out by itself: the time of one grows with the square of its pages. */
function LetterDocument({ letter }: { letter: Letter }) {
  const { sender, page, sheet = 'A4' } = letter;
  const isBoth = letter.beside !== null;
  return (
    <Document
      title={`${letter.title}: ${letter.recipients.join(', ')}`}
      author={sender.name}
      subject={letter.subject}
      language={letter.language}
      conformance="PDF/A-1b"
    >
      {pagesOf(letter).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a letter do not move.
        <Page key={index} size={sheet} style={styles.page}>
          {index === 0 && <LetterHeadings letter={letter} />}
          {index === 0 ? (
            <LetterBody letter={letter}>
              <Blocks {...part} isBoth={isBoth} />
            </LetterBody>
          ) : (
            <View style={styles.further}>
              <Blocks {...part} isBoth={isBoth} />
            </View>
          )}
          <Text
            fixed
            style={styles.foot}
            render={({ pageNumber, totalPages }) =>
              page.replace('{page}', String(pageNumber)).replace('{pages}', String(totalPages))
            }
          />
        </Page>
      ))}
    </Document>
  );
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';

/** Digits below the line, which no font here has (the one of CO₂), stand on it; a section stays with its number. */
const typeset = (text: string): string =>
  text.replace(/[₀-₉]/gu, (digit) => String(SUBSCRIPTS.indexOf(digit))).replace(/§ (?=\d)/gu, '§\u00a0');

/** A letter as PDF/A, for an envelope with a window. */
export async function renderLetter(letter: Letter): Promise<Buffer> {
  await registerPrintFonts();
  const printed: Letter = JSON.parse(JSON.stringify(letter), (_, value) =>
    typeof value === 'string' ? typeset(value) : value,
  );
  return renderToBuffer(<LetterDocument letter={printed} />);
}
