import 'server-only';
import { Document, Page, Path, renderToBuffer, StyleSheet, Svg, Text, View } from '@react-pdf/renderer';
import { sheetOf } from '@/domain/sheet';
import { formatAmount, formatDate, formatMoney, type UserFormats } from '@/i18n/formats';
import { addressLines } from '@/i18n/regions';
import { printFonts, registerPrintFonts } from '@/lib/server/print-fonts';
import { codeOfRequest, paymentCodePath } from './payment-code-rules';
import { paymentFacts } from './payment-letter';
import type { Statement, StatementWords } from './statement-words';

const styles = StyleSheet.create({
  page: { fontFamily: printFonts, fontSize: 9, color: '#1a1f24', padding: '18mm 16mm 20mm 20mm' },
  title: { fontSize: 17, fontWeight: 600, marginBottom: 6 },
  about: { color: '#4b5560', marginBottom: 2 },
  head: {
    flexDirection: 'row',
    borderBottom: '1pt solid #1a1f24',
    paddingBottom: 4,
    marginTop: 16,
    fontWeight: 600,
  },
  row: { flexDirection: 'row', borderBottom: '0.5pt solid #d7dce1', paddingVertical: 4 },
  date: { width: '13%' },
  what: { width: '45%', paddingRight: 8 },
  amount: { width: '14%', textAlign: 'right' },
  behind: { color: '#4b5560', fontSize: 7.5, marginTop: 1 },
  total: { flexDirection: 'row', justifyContent: 'flex-end', marginTop: 10, fontSize: 11, fontWeight: 600 },
  note: { marginTop: 6, color: '#4b5560', textAlign: 'right' },
  pay: { flexDirection: 'row', marginTop: 18, paddingTop: 10, borderTop: '0.5pt solid #d7dce1' },
  code: { width: '34mm', height: '34mm' },
  order: { flex: 1, paddingRight: 16 },
  payTitle: { fontSize: 11, fontWeight: 600, marginBottom: 5 },
  term: { width: '26%', color: '#4b5560' },
  said: { width: '74%' },
  fact: { flexDirection: 'row', paddingVertical: 1.5 },
  foot: { position: 'absolute', bottom: '10mm', right: '16mm', color: '#4b5560', fontSize: 8 },
});

type Content = { statement: Statement; words: StatementWords; formats: UserFormats; issuer: string };

/** How what is open is paid: in words, and as a code that a bank's app reads. */
function Payment({ statement, words }: Content) {
  const { payment, tenants } = statement;
  if (!payment) return null;
  const purpose = words.purpose(tenants);
  const text = codeOfRequest({ ...payment, purpose });
  const code = text === null ? null : paymentCodePath(text);
  return (
    <View style={styles.pay} wrap={false}>
      <View style={styles.order}>
        <Text style={styles.payTitle}>{words.pay(payment.amountCents)}</Text>
        {paymentFacts(payment, purpose, words).map(([term, said]) => (
          <View key={term} style={styles.fact}>
            <Text style={styles.term}>{term}</Text>
            <Text style={styles.said}>{said}</Text>
          </View>
        ))}
        {code && <Text style={[styles.behind, { marginTop: 6 }]}>{words.payBy}</Text>}
      </View>
      {code && (
        <Svg viewBox={`0 0 ${code.size} ${code.size}`} style={styles.code}>
          <Path d={code.path} fill="#000000" />
        </Svg>
      )}
    </View>
  );
}

function Row({ row, words, formats }: Content & { row: Statement['rows'][number] }) {
  const behind = words.settles(row);
  const amount = (cents: number) => (cents === 0 ? '' : formatAmount(cents, formats));
  return (
    <View style={styles.row} wrap={false}>
      <Text style={styles.date}>{formatDate(row.on, formats)}</Text>
      <View style={styles.what}>
        <Text>{words.entry(row)}</Text>
        {words.notes(row).map((note) => (
          <Text key={note} style={styles.behind}>
            {note}
          </Text>
        ))}
        {behind !== '' && (
          <Text style={styles.behind}>
            {words.columns.settles}: {behind}
          </Text>
        )}
      </View>
      <Text style={styles.amount}>{amount(row.debitCents)}</Text>
      <Text style={styles.amount}>{amount(row.creditCents)}</Text>
      <Text style={styles.amount}>{formatAmount(-row.balanceCents, formats)}</Text>
    </View>
  );
}

/** So many of the last rows stand on the page of the balance, and of how it is paid. */
const KEPT_ROWS = 2;

function StatementDocument(content: Content) {
  const { statement, words, formats, issuer } = content;
  const landlords = statement.landlords.map((row) => [row.name, ...addressLines(row)]);
  const sheet = sheetOf(statement.landlords[0]?.country) ?? formats.sheet;
  const { columns } = words;
  const thirtyDays = words.thirtyDays(statement.rows);
  const kept = Math.max(0, statement.rows.length - KEPT_ROWS);
  return (
    <Document title={words.title} author={issuer} language={formats.language}>
      <Page size={sheet ?? 'A4'} style={styles.page}>
        <Text style={styles.title}>{words.title}</Text>
        <Text style={styles.about}>{words.tenants(statement.tenants)}</Text>
        {statement.places.map((place) => (
          <Text key={place} style={styles.about}>
            {place}
          </Text>
        ))}
        {(landlords.length > 0 ? landlords : [[issuer]]).map((lines) => (
          <Text key={lines.join()} style={styles.about}>
            {words.landlord(lines)}
          </Text>
        ))}
        <Text style={styles.about}>{words.period(statement.from, statement.asOf)}</Text>
        <View style={styles.head} fixed>
          <Text style={styles.date}>{columns.date}</Text>
          <Text style={styles.what}>{columns.what}</Text>
          <Text style={styles.amount}>{columns.debit}</Text>
          <Text style={styles.amount}>{columns.credit}</Text>
          <Text style={styles.amount}>{columns.balance}</Text>
        </View>
        {statement.broughtForwardCents !== null && statement.from !== null && (
          <View style={styles.row} wrap={false}>
            <Text style={styles.date}>{formatDate(statement.from, formats)}</Text>
            <Text style={styles.what}>{words.broughtForward}</Text>
            <Text style={styles.amount} />
            <Text style={styles.amount} />
            <Text style={styles.amount}>{formatAmount(-statement.broughtForwardCents, formats)}</Text>
          </View>
        )}
        {statement.rows.length === 0 && <Text style={styles.row}>{words.empty}</Text>}
        {statement.rows.slice(0, kept).map((row) => (
          <Row key={row.id} row={row} {...content} />
        ))}
        <View wrap={false}>
          {statement.rows.slice(kept).map((row) => (
            <Row key={row.id} row={row} {...content} />
          ))}
          <View style={styles.total}>
            <Text>
              {words.balance}: {formatMoney(-statement.balanceCents, formats.currency, formats)}
            </Text>
          </View>
          <Text style={styles.note}>{words.signs}</Text>
          {thirtyDays !== null && <Text style={styles.note}>{thirtyDays}</Text>}
          <Payment {...content} />
        </View>
        <Text
          fixed
          style={styles.foot}
          render={({ pageNumber, totalPages }) => words.page(pageNumber, totalPages)}
        />
      </Page>
    </Document>
  );
}

/** The account statement as a PDF, on the landlord's size of paper, in the language of its words. */
export async function renderStatement(content: Content): Promise<Buffer> {
  await registerPrintFonts();
  return renderToBuffer(<StatementDocument {...content} />);
}
