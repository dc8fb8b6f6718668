import 'server-only';
import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import { formatAmount, formatDate, formatMoney, type UserFormats } from '@/i18n/formats';
import { printFonts, registerPrintFonts } from '@/lib/server/print-fonts';
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
  foot: { position: 'absolute', bottom: '10mm', right: '16mm', color: '#4b5560', fontSize: 8 },
});

type Content = { statement: Statement; words: StatementWords; formats: UserFormats; issuer: string };

function StatementDocument({ statement, words, formats, issuer }: Content) {
  const { columns } = words;
  const thirtyDays = words.thirtyDays(statement.rows);
  const amount = (cents: number) => (cents === 0 ? '' : formatAmount(cents, formats));
  return (
    <Document title={words.title} author={issuer} language={formats.language}>
      <Page size="A4" style={styles.page}>
        <Text style={styles.title}>{words.title}</Text>
        <Text style={styles.about}>{words.tenants(statement.tenants)}</Text>
        {statement.places.map((place) => (
          <Text key={place} style={styles.about}>
            {place}
          </Text>
        ))}
        <Text style={styles.about}>
          {issuer} · {words.asOf(statement.asOf)}
        </Text>
        <View style={styles.head} fixed>
          <Text style={styles.date}>{columns.date}</Text>
          <Text style={styles.what}>{columns.what}</Text>
          <Text style={styles.amount}>{columns.debit}</Text>
          <Text style={styles.amount}>{columns.credit}</Text>
          <Text style={styles.amount}>{columns.balance}</Text>
        </View>
        {statement.rows.length === 0 && <Text style={styles.row}>{words.empty}</Text>}
        {statement.rows.map((row) => {
          const behind = words.settles(row);
          return (
            <View key={row.id} style={styles.row} wrap={false}>
              <Text style={styles.date}>{formatDate(row.on, formats)}</Text>
              <View style={styles.what}>
                <Text>{words.entry(row)}</Text>
                {behind !== '' && (
                  <Text style={styles.behind}>
                    {columns.settles}: {behind}
                  </Text>
                )}
              </View>
              <Text style={styles.amount}>{amount(row.debitCents)}</Text>
              <Text style={styles.amount}>{amount(row.creditCents)}</Text>
              <Text style={styles.amount}>{formatAmount(-row.balanceCents, formats)}</Text>
            </View>
          );
        })}
        <View style={styles.total}>
          <Text>
            {words.balance}: {formatMoney(-statement.balanceCents, formats.currency, formats)}
          </Text>
        </View>
        <Text style={styles.note}>{words.signs}</Text>
        {thirtyDays !== null && <Text style={styles.note}>{thirtyDays}</Text>}
        <Text
          fixed
          style={styles.foot}
          render={({ pageNumber, totalPages }) => words.page(pageNumber, totalPages)}
        />
      </Page>
    </Document>
  );
}

/** The account statement as a PDF, A4, in the language of its words. */
export async function renderStatement(content: Content): Promise<Buffer> {
  await registerPrintFonts();
  return renderToBuffer(<StatementDocument {...content} />);
}
