import 'server-only';
import { Document, Image, Page, Path, renderToBuffer, Svg, Text, View } from '@react-pdf/renderer';
import { barLengths, type Letter, type LetterBlock, unbroken, windowLines } from '@/domain/letter';
import { type Pair, sideBySide } from '@/domain/letter-columns';
import { paymentCodePath } from '@/features/rent-account/payment-code-rules';
import { registerPrintFonts } from '@/lib/server/print-fonts';
import { headStyles, styles } from './letter-styles';
import { InOther, isClosedWhole, type Style, TableBlock } from './letter-table';

/** What closes a letter stands alone on no page: so much of it goes with the paragraph before. */
const CLOSING_HEIGHT = 130;

type Payment = Extract<LetterBlock, { kind: 'payment' }>;

/** Of what comes last in a letter: so much of the closing goes with it. */
const ahead = (isLast: boolean) => (isLast ? { minPresenceAhead: CLOSING_HEIGHT } : {});

type Last = { isLast: boolean };

function PaymentBlock({ payment, beside, isLast }: { payment: Payment; beside: LetterBlock | null } & Last) {
  const code = payment.code === null ? null : paymentCodePath(payment.code);
  const other = beside?.kind === 'payment' ? beside : null;
  const unlessSame = (own: string, said: string | undefined) => (said === own ? null : said);
  return (
    <View style={styles.payment} wrap={false} {...ahead(isLast)}>
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
function BarsBlock({
  bars: { title, bars },
  isLast,
}: { bars: Extract<LetterBlock, { kind: 'bars' }> } & Last) {
  const lengths = barLengths(bars);
  return (
    <View style={styles.bars} wrap={false} {...ahead(isLast)}>
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
  if (beside === null) {
    return (
      <Text style={style} {...ahead(isLast)}>
        {unbroken(text)}
      </Text>
    );
  }
  return (
    <View
      style={styles.columns}
      wrap={Math.max(placeOf(text), placeOf(beside)) > MOST_TOGETHER}
      {...ahead(isLast)}
    >
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
      return <BarsBlock bars={block} isLast={isLast} />;
    case 'payment':
      return <PaymentBlock payment={block} beside={beside} isLast={isLast} />;
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

type Part = { own: LetterBlock[]; beside: LetterBlock[]; isBoth: boolean };

/** Paragraphs one below the other; the last one keeps with what closes the letter. */
function Blocks({ pairs, isBoth, isClosed }: { pairs: Pair[]; isBoth: boolean; isClosed: boolean }) {
  return pairs.map((pair, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a letter do not move.
    <Block key={index} {...pair} isBoth={isBoth} isLast={isClosed && index === pairs.length - 1} />
  ));
}

/** Of a letter that ends in a table, the last rows go with its closing: they stand in one box. */
function partedAt(pairs: Pair[]) {
  const last = pairs.at(-1);
  const table = last?.own ?? last?.beside;
  if (!last || table?.kind !== 'table') return { before: pairs, start: null, end: null };
  const parts = { table, beside: last.beside };
  const before = pairs.slice(0, -1);
  if (isClosedWhole(table)) return { before, start: null, end: <TableBlock {...parts} /> };
  return {
    before,
    start: <TableBlock {...parts} part="start" />,
    end: <TableBlock {...parts} part="end" />,
  };
}

function LetterBody({ letter, part }: { letter: Letter; part: Part }) {
  const beside = letter.beside?.words ?? null;
  const both = (said: 'subject' | 'greeting' | 'closing', style: Style) => (
    <Said text={letter[said]} beside={beside ? beside[said] : null} style={style} />
  );
  const handwriting = letter.pictures?.signature ?? null;
  const { before, start, end } = partedAt(sideBySide(part.own, part.beside));
  const binding = letter.beside && <Text style={styles.note}>{letter.beside.binding}</Text>;
  return (
    <View style={styles.body}>
      {both('subject', styles.subject)}
      {letter.greeting !== '' && both('greeting', styles.paragraph)}
      <Blocks pairs={before} isBoth={part.isBoth} isClosed={end === null} />
      {start}
      {end === null && binding}
      <View wrap={false}>
        {end}
        {end !== null && binding}
        <View style={styles.closing}>
          {letter.closing !== '' && both('closing', styles.paragraph)}
          {handwriting && <Image src={pictureOf(handwriting)} style={styles.handwriting} />}
          <View style={[styles.signature, handwriting ? styles.signed : {}]}>
            <Text>{letter.sender.name}</Text>
          </View>
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
            <LetterBody letter={letter} part={{ ...part, isBoth }} />
          ) : (
            <View style={styles.further}>
              <Blocks pairs={sideBySide(part.own, part.beside)} isBoth={isBoth} isClosed={false} />
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
