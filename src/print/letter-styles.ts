import { StyleSheet } from '@react-pdf/renderer';
import type { Sheet } from '@/domain/sheet';
import { printFonts } from '@/lib/server/print-fonts';

/*
 * DIN 5008, form B: the window begins 45 mm from the top and 20 mm from the left, 85 × 45 mm; what is written to stands
 * in its lower part. Printers of letters leave 12 mm at the left and 2 mm around to themselves, and let the six lines of
 * an address lie 69 to 90 mm from the top.
 */
const MARGIN_TOP = 20;
const BODY_TOP = 98.5;
const grey = '#4b5560';
const ink = '#1a1f24';
const hairline = '0.5pt solid #d7dce1';

export const styles = StyleSheet.create({
  page: {
    fontFamily: printFonts,
    fontSize: 10,
    color: ink,
    paddingTop: `${MARGIN_TOP}mm`,
    paddingRight: '20mm',
    paddingBottom: '24mm',
    paddingLeft: '25mm',
  },
  letterhead: { position: 'absolute', top: '20mm', left: '25mm', right: '20mm' },
  besideLogo: { right: '90mm' },
  // Beside the name, above the lines that an envelope shows.
  logo: {
    position: 'absolute',
    top: '10mm',
    right: '20mm',
    width: '65mm',
    height: '28mm',
    objectFit: 'contain',
    objectPosition: 'right top',
  },
  letterheadName: { fontSize: 13, fontWeight: 600 },
  returnLine: {
    position: 'absolute',
    top: '46mm',
    left: '25mm',
    width: '80mm',
    fontSize: 6.5,
    color: grey,
    maxLines: 1,
    textOverflow: 'ellipsis',
  },
  window: {
    position: 'absolute',
    top: '69mm',
    left: '25mm',
    width: '80mm',
    height: '21mm',
    overflow: 'hidden',
  },
  windowLine: { fontSize: 9, lineHeight: 1.1, maxLines: 1, textOverflow: 'ellipsis' },
  information: {
    position: 'absolute',
    top: '50mm',
    left: '125mm',
    width: '65mm',
    height: '40mm',
    fontSize: 9,
  },
  informationLine: { maxLines: 1, textOverflow: 'ellipsis', color: grey },
  date: { marginTop: 8 },
  body: { marginTop: `${BODY_TOP - MARGIN_TOP}mm`, fontSize: 10, lineHeight: 1.4 },
  further: { fontSize: 10, lineHeight: 1.4 },
  subject: { fontWeight: 600, fontSize: 11, lineHeight: 1.3, marginBottom: 12 },
  paragraph: { marginBottom: 9 },
  note: { color: grey, fontSize: 8, lineHeight: 1.35, marginBottom: 9 },
  columns: { flexDirection: 'row' },
  column: { width: '48%', marginRight: '4%' },
  columnBeside: { width: '48%', color: grey },
  besideCell: { color: grey, fontSize: 8, fontWeight: 400, lineHeight: 1.25 },
  besideTerm: { color: grey, fontSize: 8, fontWeight: 400 },
  table: { marginTop: 2, marginBottom: 12, borderTop: hairline },
  tableStart: { marginBottom: 0 },
  tableEnd: { marginTop: 0, borderTop: 'none' },
  row: { flexDirection: 'row', borderBottom: hairline, paddingVertical: 3 },
  cell: { flex: 2, paddingRight: 8 },
  figure: { flex: 1, textAlign: 'right', paddingLeft: 6 },
  figureWide: { flex: 2, textAlign: 'right', paddingLeft: 6 },
  strong: { fontWeight: 600 },
  payment: { flexDirection: 'row', marginTop: 2, marginBottom: 12 },
  order: { flex: 1, paddingRight: 16 },
  paymentTitle: { fontWeight: 600, marginBottom: 4 },
  fact: { flexDirection: 'row', paddingVertical: 1 },
  term: { width: '30%', color: grey },
  said: { width: '70%' },
  hint: { color: grey, fontSize: 8, lineHeight: 1.35, marginTop: 5 },
  code: { width: '32mm', height: '32mm' },
  bars: { marginTop: 2, marginBottom: 10 },
  barLabel: { color: grey, fontSize: 8, lineHeight: 1.35 },
  bar: { flexDirection: 'row', alignItems: 'center', marginBottom: 4 },
  barTrack: { flex: 1 },
  barLine: { height: '3.5mm', backgroundColor: '#2b5d7d' },
  barBeside: { backgroundColor: '#a9b4bd' },
  barSaid: { width: '26mm', textAlign: 'right', lineHeight: 1.2 },
  closing: { marginTop: 6 },
  handwriting: { width: '55mm', height: '16mm', objectFit: 'contain', objectPosition: 'left bottom' },
  signed: { marginTop: 4 },
  signature: { marginTop: 40, borderTop: `0.5pt solid ${ink}`, paddingTop: 4, width: '55%' },
  enclosed: { marginTop: 14, fontSize: 9 },
  foot: { position: 'absolute', bottom: '10mm', right: '20mm', color: grey, fontSize: 8 },
});

/*
 * What a No. 10 envelope shows of an American sheet that was folded in three, each 93.1 mm high: its window of 114.3 × 28.6 mm
 * begins 22.2 mm from the left and ends 12.7 mm above the foot. The sheet slides 11.7 mm up and down in it and 25.4 mm from
 * side to side, so 63.5 to 80.4 mm from the top are always seen, up to 111 mm from the left; from 51.9 to 92.1 mm and as far
 * as 136.5 mm sometimes, where nothing else stands.
 */
const american = StyleSheet.create({
  window: { ...styles.window, top: '63mm', height: '17.5mm' },
  information: { ...styles.information, left: '138mm', width: '57mm' },
});

/** Where the address stands, and what stands beside it, for the envelopes that a sheet goes into. */
export const headStyles: Record<Sheet, Pick<typeof styles, 'window' | 'information'>> = {
  A4: styles,
  LETTER: american,
};
