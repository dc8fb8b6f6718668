import 'server-only';
import { Document, Image, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { sheetOf } from '@/domain/sheet';
import type { Language } from '@/domain/vocabulary';
import { addressLines } from '@/i18n/regions';
import { printFonts, registerPrintFonts } from '@/lib/server/print-fonts';
import type { Outputs } from '@/trpc/outputs';
import { consumedThousandths } from '../meter/rules';
import type { PrintWords } from './print-words';
import { compareKeys, findRoom } from './rules';

type HandoverRecord = Outputs['handover']['get'];
type Room = HandoverRecord['rooms'][number];

export type PrintedPhoto = { name: string; format: 'jpg' | 'png'; bytes: Buffer };
export type Printed = {
  record: HandoverRecord;
  words: PrintWords;
  language: Language;
  /** Who lets, where the property names no owner. */
  issuer: string;
  photos: readonly PrintedPhoto[];
  /** Names of pictures that are not printed. */
  leftOut: readonly string[];
};

const muted = '#4b5560';
const line = '0.5pt solid #d7dce1';
const styles = StyleSheet.create({
  page: { fontFamily: printFonts, fontSize: 9.5, color: '#1a1f24', padding: '18mm 16mm 20mm 20mm' },
  title: { fontSize: 17, fontWeight: 600 },
  void: { color: '#a3261b', fontSize: 11, fontWeight: 600, marginTop: 4 },
  facts: { marginTop: 12 },
  fact: { flexDirection: 'row', paddingVertical: 2 },
  term: { width: '22%', color: muted },
  said: { width: '78%' },
  part: { marginTop: 16 },
  heading: { fontSize: 11.5, fontWeight: 600, borderBottom: '1pt solid #1a1f24', paddingBottom: 3 },
  head: { flexDirection: 'row', color: muted, fontSize: 8.5, paddingTop: 4, paddingBottom: 2 },
  row: { flexDirection: 'row', borderBottom: line, paddingVertical: 4 },
  wide: { width: '46%', paddingRight: 8 },
  figure: { width: '18%', textAlign: 'right' },
  behind: { color: muted },
  defect: { flexDirection: 'row', marginTop: 3, paddingLeft: 10 },
  defectText: { width: '58%', paddingRight: 8 },
  mending: { width: '42%', color: muted },
  pictures: { flexDirection: 'row', flexWrap: 'wrap', marginTop: 6 },
  picture: { width: '50%', padding: 4 },
  image: { height: '72mm', objectFit: 'contain', objectPosition: 'left top' },
  caption: { color: muted, fontSize: 8, marginVertical: 2 },
  signatures: { flexDirection: 'row', flexWrap: 'wrap' },
  signature: { width: '50%', paddingRight: 24, marginTop: 40 },
  signed: { borderTop: '0.75pt solid #1a1f24', paddingTop: 3 },
  foot: { position: 'absolute', bottom: '10mm', right: '16mm', color: muted, fontSize: 8 },
});

function Fact({ term, children }: { term: string; children: string }) {
  if (children === '') return null;
  return (
    <View style={styles.fact}>
      <Text style={styles.term}>{term}</Text>
      <Text style={styles.said}>{children}</Text>
    </View>
  );
}

function Part({
  title,
  isEmpty,
  isOnNewPage = false,
  ahead,
  words,
  children,
}: {
  title: string;
  isEmpty?: boolean;
  isOnNewPage?: boolean;
  /** Points of what follows that must stand on the page where this ends. */
  ahead?: number;
  words: PrintWords;
  children: ReactNode;
}) {
  return (
    <View style={styles.part} break={isOnNewPage} minPresenceAhead={ahead}>
      <Text style={styles.heading} minPresenceAhead={40}>
        {title}
      </Text>
      {isEmpty ? <Text style={[styles.row, styles.behind]}>{words.fixed.nothing}</Text> : children}
    </View>
  );
}

function Meters({ record, words }: Printed) {
  const { fixed } = words;
  return (
    <Part title={fixed.meters} isEmpty={record.meters.length === 0} words={words}>
      <View style={styles.head}>
        <Text style={styles.wide}>{fixed.meter}</Text>
        <Text style={styles.figure}>{fixed.last}</Text>
        <Text style={styles.figure}>{fixed.reading}</Text>
        <Text style={styles.figure}>{fixed.consumed}</Text>
      </View>
      {record.meters.map((meter) => (
        <View key={meter.meterId} style={styles.row} wrap={false}>
          <Text style={styles.wide}>{words.meter(meter)}</Text>
          <Text style={[styles.figure, styles.behind]}>
            {meter.previous
              ? `${words.reading(meter.previous.readingThousandths, meter.measure)}\n${words.day(meter.previous.readOn)}`
              : '–'}
          </Text>
          <Text style={styles.figure}>{words.reading(meter.readingThousandths, meter.measure)}</Text>
          <Text style={[styles.figure, styles.behind]}>
            {meter.previous
              ? words.difference(consumedThousandths(meter.previous, meter), meter.measure)
              : '–'}
          </Text>
        </View>
      ))}
    </Part>
  );
}

function Keys({ record, words }: Printed) {
  const { fixed } = words;
  const { moveIn } = record;
  const lines = compareKeys(moveIn?.keys ?? [], record.keys);
  const isOut = record.kind === 'move_out';
  return (
    <Part title={fixed.keys} isEmpty={lines.length === 0} words={words}>
      <View style={styles.head}>
        <Text style={styles.wide}>{fixed.keyKind}</Text>
        {moveIn && <Text style={styles.figure}>{fixed.given}</Text>}
        <Text style={styles.figure}>{isOut ? fixed.returned : fixed.keyCount}</Text>
        {moveIn && <Text style={styles.figure} />}
      </View>
      {lines.map((key) => (
        <View key={`${key.kind} ${key.label}`} style={styles.row} wrap={false}>
          <Text style={styles.wide}>{words.key(key)}</Text>
          {moveIn && <Text style={[styles.figure, styles.behind]}>{key.given}</Text>}
          <Text style={styles.figure}>{key.returned}</Text>
          {moveIn && (
            <Text style={styles.figure}>
              {key.given > key.returned ? words.missing(key.given - key.returned) : ''}
            </Text>
          )}
        </View>
      ))}
    </Part>
  );
}

type RoomRowProps = { room: Room; then: Room | null; ahead?: number; words: PrintWords };

function RoomRow({ room, then, ahead, words }: RoomRowProps) {
  const hasChanged = then !== null && then.condition !== room.condition;
  return (
    <View style={{ borderBottom: line, paddingVertical: 4 }} wrap={false} minPresenceAhead={ahead}>
      <View style={{ flexDirection: 'row' }}>
        <Text style={[styles.wide, { fontWeight: 600 }]}>{room.name}</Text>
        <Text style={{ width: '54%' }}>
          {words.condition(room.condition)}
          {hasChanged ? ` (${words.conditionThen(then.condition)})` : ''}
        </Text>
      </View>
      {room.note && <Text style={styles.behind}>{room.note}</Text>}
      {room.defects.map((defect, index) => (
        <View
          // biome-ignore lint/suspicious/noArrayIndexKey: defects have no identity but their place
          key={index}
          style={styles.defect}
        >
          <Text style={styles.defectText}>
            {words.fixed.defect}: {defect.description}
          </Text>
          <Text style={styles.mending}>
            {defect.isKnown ? words.fixed.asAtMoveIn : words.mending(defect)}
          </Text>
        </View>
      ))}
    </View>
  );
}

/** The last room is beside what follows, so that it can go to the next page with it. */
function Rooms({ record, words, ahead }: Printed & { ahead: number }) {
  const rows = record.rooms.map((room, index) => (
    <RoomRow
      // biome-ignore lint/suspicious/noArrayIndexKey: rooms have no identity but their place
      key={index}
      room={room}
      then={record.moveIn && findRoom(record.moveIn.rooms, room.name)}
      ahead={index > 0 && index === record.rooms.length - 1 ? ahead : 0}
      words={words}
    />
  ));
  const isOne = rows.length < 2;
  return (
    <>
      <Part title={words.fixed.rooms} isEmpty={rows.length === 0} words={words} ahead={isOne ? ahead : 0}>
        {isOne ? rows : rows.slice(0, -1)}
      </Part>
      {!isOne && rows.at(-1)}
    </>
  );
}

function Photos({ photos, leftOut, words }: Printed) {
  if (photos.length + leftOut.length === 0) return null;
  return (
    <Part title={words.fixed.photos} words={words} isOnNewPage>
      <View style={styles.pictures}>
        {photos.map((photo, index) => (
          <View
            // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may bear one name
            key={index}
            style={styles.picture}
            wrap={false}
          >
            <Text style={styles.caption}>{words.photo(index + 1, photo.name)}</Text>
            <Image style={styles.image} src={{ data: photo.bytes, format: photo.format }} />
          </View>
        ))}
      </View>
      {leftOut.length > 0 && (
        <Text style={[styles.behind, { marginTop: 4 }]}>
          {words.photosLeftOut(leftOut.length)} {leftOut.join(', ')}
        </Text>
      )}
    </Part>
  );
}

function HandoverDocument(printed: Printed) {
  const { record, words, language, issuer } = printed;
  const { fixed } = words;
  const landlords = record.landlords.length > 0 ? record.landlords : [issuer];
  const signers = record.confirmedBy.length > 0 ? record.confirmedBy : [...landlords, ...record.tenants];
  // Two lines that say what is signed, and a row for each two who sign: they do not stand alone on a last page.
  const ahead = 50 + 80 * Math.ceil(signers.length / 2);
  const title = `${fixed.title} – ${words.kind(record.kind)}`;
  const { property, unit } = record;
  const place = [addressLines(property).join(', ') || property.name, ...words.unit(unit, property.name)];
  return (
    <Document title={title} author={landlords.join(', ')} language={language}>
      <Page size={sheetOf(property.country) ?? 'A4'} style={styles.page}>
        <Text style={styles.title}>{title}</Text>
        {record.voidedAt && <Text style={styles.void}>{fixed.void}</Text>}
        <View style={styles.facts}>
          <Fact term={words.kind(record.kind)}>{words.when(record.heldOn, record.heldAt)}</Fact>
          <Fact term={fixed.place}>{place.filter(Boolean).join(', ')}</Fact>
          <Fact term={fixed.landlord}>{landlords.join(', ')}</Fact>
          <Fact term={fixed.tenant}>{record.tenants.join(', ')}</Fact>
          <Fact term={fixed.persons}>{record.persons.join(', ')}</Fact>
        </View>
        <Meters {...printed} />
        <Keys {...printed} />
        <Rooms {...printed} ahead={record.remarks ? 0 : ahead} />
        {record.remarks && (
          <Part title={fixed.remarks} words={words} ahead={ahead}>
            <Text style={{ marginTop: 4 }}>{record.remarks}</Text>
          </Part>
        )}
        <View wrap={false}>
          <Text style={[styles.behind, { marginTop: 18 }]}>{fixed.agreed}</Text>
          <View style={styles.signatures}>
            {signers.map((name, index) => (
              <View
                // biome-ignore lint/suspicious/noArrayIndexKey: two may bear one name
                key={index}
                style={styles.signature}
                wrap={false}
              >
                <View style={styles.signed}>
                  <Text>{name}</Text>
                  <Text style={styles.caption}>{fixed.signature}</Text>
                </View>
              </View>
            ))}
          </View>
        </View>
        <Photos {...printed} />
        <Text
          fixed
          style={styles.foot}
          render={({ pageNumber, totalPages }) => words.page(pageNumber, totalPages)}
        />
      </Page>
    </Document>
  );
}

/** The record as a PDF, as it is printed where the house stands, in the language of its words, with its pictures and lines to sign on. */
export async function renderHandover(printed: Printed): Promise<Buffer> {
  await registerPrintFonts();
  return renderToBuffer(<HandoverDocument {...printed} />);
}
