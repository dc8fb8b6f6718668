import { createTranslator } from 'next-intl';
import { lostName } from '@/features/document/archive-words';
import { messagesIn } from '@/i18n/server/messages-in';
import { type Language, languages } from '@/lib/languages';
import type { ExportedTable } from './tables-queries';

const code = (text: string) => `\`${text}\``;

const wordsIn = async (locale: Language) =>
  createTranslator({ locale, messages: await messagesIn(locale), namespace: 'Server.export' });

/** How to read a table. */
export async function describeColumns(locale: Language): Promise<string> {
  const t = await wordsIn(locale);
  return t('notes', {
    ids: code(`<${t('thing')}>_id`),
    cents: code('…_cents'),
    hundredths: code('…_hundredths'),
    hundred: code('…100'),
    days: code('…_on'),
    instants: code('…_at'),
    points: code('…_bp'),
  });
}

async function chapter(locale: Language) {
  const t = await wordsIn(locale);
  const shape = `{ format, version, exportedAt, tables: { <${t('table')}>: [${t('row')}, …] } }`;
  const notes = await describeColumns(locale);
  const text = `# ${t('title')}

- ${code('hausbuch.json')}: ${t('rows')}, ${code(shape)}
- ${code(`tables/<${t('table')}>.csv`)}: ${t('tableFiles')}
- ${code(`documents/<${t('document')}>/…`)}: ${t('documentFiles', { column: code('document_version.exported_as') })}
- ${code(lostName)}: ${t('lostFiles')}
- ${code('account.json')}: ${t('accountFile')}

${notes}
`;
  return { text, tables: t('tables') };
}

/** The description that goes with every export, in every language: who reads it may have no Hausbuch at hand. */
export async function describeExport(tables: readonly ExportedTable[]): Promise<string> {
  const chapters = await Promise.all(languages.map(chapter));
  const heading = `## ${chapters.map((one) => one.tables).join(' · ')}\n`;
  const list = tables.map(({ name, columns }) => `- ${code(name)}: ${columns.join(', ')}\n`).join('');
  return [...chapters.map((one) => one.text), heading, list].join('\n');
}
