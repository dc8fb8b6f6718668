import path from 'node:path';
import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';
import type { Sheet } from '../../../domain/sheet.ts';
import type { Language } from '../../../domain/vocabulary.ts';
import { nameGlyphs } from '../../../lib/server/font-glyphs.ts';

/** A sheet as landlords keep them: a contract, a bill, a record. */
export type Paper = {
  language: Language;
  sheet: Sheet;
  from: string;
  to: string;
  /** Place and day, as shown. */
  dated: string;
  title: string;
  facts: [label: string, value: string][];
  /** Amounts in a column; the last is their sum. */
  amounts: [label: string, value: string][];
  paragraphs: string[];
  signatures: readonly string[];
  foot: string;
};

const scripts = ['latin', 'latin-ext'] as const;
const families = scripts.map((script) => `Paper ${script}`);

let ready: Promise<void> | null = null;
function registerFonts(): Promise<void> {
  ready ??= prepareFonts();
  return ready;
}

async function prepareFonts(): Promise<void> {
  const files = path.join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/@fontsource/inter/files');
  for (const script of scripts) {
    Font.register({
      family: `Paper ${script}`,
      fonts: ([400, 600] as const).map((fontWeight) => ({
        src: path.join(files, `inter-${script}-${fontWeight}-normal.woff`),
        fontWeight,
      })),
    });
  }
  // Words are not hyphenated: the hyphenation is English.
  Font.registerHyphenationCallback((word) => [word]);
  await nameGlyphs(families, [400, 600]);
}

const styles = StyleSheet.create({
  page: { fontFamily: families, fontSize: 10, lineHeight: 1.45, color: '#1a1f24', padding: '22mm 20mm 26mm' },
  from: { fontSize: 12, fontWeight: 600, borderBottom: '1.5pt solid #005f56', paddingBottom: 6 },
  to: { flexDirection: 'row', justifyContent: 'space-between', marginTop: 26 },
  title: { fontSize: 17, fontWeight: 600, marginTop: 34, marginBottom: 10 },
  row: { flexDirection: 'row', borderBottom: '0.5pt solid #d7dce1', paddingVertical: 4 },
  label: { width: '45%', color: '#4b5560' },
  wide: { flexGrow: 1, color: '#4b5560' },
  total: { flexDirection: 'row', paddingVertical: 5, fontWeight: 600, borderTop: '1pt solid #1a1f24' },
  plain: { flexGrow: 0 },
  grow: { flexGrow: 1 },
  value: { flex: 1 },
  group: { marginTop: 14 },
  paragraph: { marginTop: 8 },
  signatures: { flexDirection: 'row', gap: 40, marginTop: 64 },
  signature: { flex: 1, borderTop: '0.5pt solid #1a1f24', paddingTop: 4, fontSize: 8.5, color: '#4b5560' },
  foot: { position: 'absolute', bottom: '12mm', left: '20mm', right: '20mm', fontSize: 8, color: '#4b5560' },
});

type Style = (typeof styles)[keyof typeof styles];

const text = (style: Style, words: string, key?: string) => h(Text, { style, key: key ?? words }, words);
const view = (style: Style, key: string, ...children: ReactNode[]) => h(View, { style, key }, ...children);

function sheet(paper: Paper) {
  const last = paper.amounts.length - 1;
  return h(
    Page,
    { size: paper.sheet, style: styles.page },
    text(styles.from, paper.from),
    view(styles.to, 'to', text(styles.plain, paper.to), text(styles.plain, paper.dated)),
    text(styles.title, paper.title),
    ...paper.facts.map(([label, value]) =>
      view(styles.row, label, text(styles.label, label), text(styles.value, value, 'value')),
    ),
    view(
      styles.group,
      'amounts',
      ...paper.amounts.map(([label, value], index) =>
        index === last
          ? view(styles.total, label, text(styles.grow, label), text(styles.plain, value, 'value'))
          : view(styles.row, label, text(styles.wide, label), text(styles.plain, value, 'value')),
      ),
    ),
    ...paper.paragraphs.map((paragraph) => text(styles.paragraph, paragraph)),
    paper.signatures.length > 0 &&
      view(styles.signatures, 'signatures', ...paper.signatures.map((name) => text(styles.signature, name))),
    text(styles.foot, paper.foot),
  );
}

export async function renderPaper(paper: Paper): Promise<Buffer> {
  await registerFonts();
  const { title, from, language } = paper;
  return renderToBuffer(h(Document, { title, author: from, language }, sheet(paper)));
}
