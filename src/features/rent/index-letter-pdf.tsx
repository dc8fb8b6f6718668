import 'server-only';
import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import type { Language } from '@/domain/vocabulary';
import { printFonts, registerPrintFonts } from '@/lib/server/print-fonts';
import type { IndexLetterWords } from './index-letter';

const styles = StyleSheet.create({
  page: {
    fontFamily: printFonts,
    fontSize: 10.5,
    lineHeight: 1.45,
    color: '#1a1f24',
    padding: '20mm 20mm 25mm 25mm',
  },
  sender: { color: '#4b5560', fontSize: 9, marginBottom: 24 },
  recipient: { marginBottom: 28 },
  date: { textAlign: 'right', marginBottom: 18 },
  subject: { fontWeight: 600, fontSize: 12, marginBottom: 14 },
  paragraph: { marginBottom: 10 },
  table: { marginTop: 4, marginBottom: 12, borderTop: '0.5pt solid #d7dce1' },
  row: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    borderBottom: '0.5pt solid #d7dce1',
    paddingVertical: 4,
  },
  note: { color: '#4b5560', fontSize: 8.5, marginBottom: 14 },
  signature: { marginTop: 44, borderTop: '0.5pt solid #1a1f24', paddingTop: 4, width: '55%' },
});

function LetterDocument({ words, language }: { words: IndexLetterWords; language: Language }) {
  return (
    <Document title={words.title} author={words.signature} language={language}>
      <Page size="A4" style={styles.page}>
        <Text style={styles.sender}>{words.sender.join(' · ')}</Text>
        <View style={styles.recipient}>
          {words.recipient.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        </View>
        <Text style={styles.date}>{words.date}</Text>
        <Text style={styles.subject}>{words.subject}</Text>
        <Text style={styles.paragraph}>{words.greeting}</Text>
        {words.paragraphs.map((text) => (
          <Text key={text} style={styles.paragraph}>
            {text}
          </Text>
        ))}
        <View style={styles.table} wrap={false}>
          {words.rows.map(([label, amount]) => (
            <View key={label} style={styles.row}>
              <Text>{label}</Text>
              <Text>{amount}</Text>
            </View>
          ))}
        </View>
        <Text style={styles.note}>{words.method}</Text>
        <Text>{words.closing}</Text>
        <View style={styles.signature}>
          <Text>{words.signature}</Text>
        </View>
      </Page>
    </Document>
  );
}

/** The letter about a rent by the index as a PDF, A4, in the language of its words. */
export async function renderIndexLetter(words: IndexLetterWords, language: Language): Promise<Buffer> {
  await registerPrintFonts();
  return renderToBuffer(<LetterDocument words={words} language={language} />);
}
