import type { ExportedTable } from './tables-queries';

/** The description that goes with every export, in both languages: who reads it may have no Hausbuch at hand. */
export function describeExport(tables: readonly ExportedTable[]): string {
  const list = tables.map(({ name, columns }) => `- \`${name}\`: ${columns.join(', ')}`).join('\n');
  return `# Hausbuch: export of everything

- \`hausbuch.json\`: every row, \`{ format, version, exportedAt, tables: { <table>: [row, …] } }\`
- \`tables/<table>.csv\`: the same rows, one file per table (UTF-8, comma, first line: columns)
- \`documents/<document>/…\`: every file; \`document_version.exported_as\` says which is which

Ids are UUIDs, and \`<thing>_id\` names the row of that thing. \`…_cents\` are cents of the portfolio’s
currency, \`…_hundredths\` or \`…100\` hundredths, \`…_on\` days (YYYY-MM-DD), \`…_at\` instants (ISO 8601),
\`…_bp\` basis points. Ledger rows are never changed: a row that corrects another names it. In CSV files a
text that a spreadsheet would take for a formula begins with an apostrophe.

# Hausbuch: vollständiger Export

- \`hausbuch.json\`: jede Zeile, \`{ format, version, exportedAt, tables: { <Tabelle>: [Zeile, …] } }\`
- \`tables/<Tabelle>.csv\`: dieselben Zeilen, eine Datei je Tabelle (UTF-8, Komma, erste Zeile: Spalten)
- \`documents/<Dokument>/…\`: jede Datei; \`document_version.exported_as\` sagt, welche welche ist

Kennungen sind UUIDs, \`<Ding>_id\` nennt die Zeile dieses Dings. \`…_cents\` sind Cent in der Währung des
Portfolios, \`…_hundredths\` oder \`…100\` Hundertstel, \`…_on\` Tage (JJJJ-MM-TT), \`…_at\` Zeitpunkte
(ISO 8601), \`…_bp\` Basispunkte. Buchungen werden nie geändert: Eine Zeile, die eine andere berichtigt,
nennt sie. In den CSV-Dateien beginnt ein Text, den eine Tabellenkalkulation für eine Formel hielte, mit
einem Apostroph.

## Tables · Tabellen

${list}
`;
}
