import 'server-only';
import { createTranslator } from 'next-intl';
import type { Scope } from '@/db/scope';
import { lostName } from '@/features/document/archive-words';
import { defaultFormats, formatDate } from '@/i18n/formats';
import { messagesIn } from '@/i18n/server/messages-in';
import { type Language, languages } from '@/lib/languages';
import { operator, smtpSettings } from '@/lib/server/env';
import { HIDDEN } from './other-people-rules';
import type { Person } from './person-queries';
import { describeColumns } from './readme-words';
import type { ExportedTable } from './tables-queries';

/** What lists the places where something was left out for the sake of others. */
export const leftOutName = 'left-out.csv';

export type Facts = {
  controllers: readonly string[];
  hasBank: boolean;
  hasMails: boolean;
  hasCoTenants: boolean;
  isByItself: boolean;
  leftOut: number;
};

const code = (text: string) => `\`${text}\``;

const wordsIn = async (locale: Language) =>
  createTranslator({ locale, messages: await messagesIn(locale), namespace: 'Server.tenantExport' });

/** What the answer is saved as. */
export async function nameOfAnswer(locale: Language, name: string, day: string): Promise<string> {
  return (await wordsIn(locale))('fileName', { name, day });
}

/** The one that sends mails, by its name: who asks may know whom their data went to (CJEU 12 Jan 2023, C-154/21). */
function mailHost(): string {
  const smtp = smtpSettings();
  return smtp ? new URL(smtp.url).hostname : 'none';
}

async function chapter(locale: Language, { name, own }: Person, scope: Scope, facts: Facts) {
  const t = await wordsIn(locale);
  const place = scope.jurisdiction;
  const law = t('law', { place });
  const recipients = [
    t('staff'),
    t('operator', { name: operator().name ?? 'none' }),
    ...(facts.hasBank ? [t('bank')] : []),
    ...(facts.hasMails ? [t('mailServer', { host: mailHost() })] : []),
    ...(facts.hasCoTenants ? [t('coTenants')] : []),
  ];
  const measure = place === 'DE' || place === 'AT' ? '' : t('measure');
  const column = code('document_version.exported_as');
  const text = `# ${t('title', { name })}

${t('intro', { law, day: formatDate(scope.today, defaultFormats(locale)) })}
${measure && `\n${measure}\n`}
${t('controllers', { controllers: facts.controllers.join(' · ') || t('unnamed') })}
${own.kind === 'company' ? `\n${t('company')}\n` : ''}
- ${code('tenant.json')}: ${t('rows')}
- ${code('tables/….csv')}: ${t('tableFiles')}
- ${code('documents/…')}: ${t('documentFiles', { column })}
- ${code(leftOutName)}: ${t('leftOutFile')}
- ${code(lostName)}: ${t('lostFiles')}

${await describeColumns(locale)}

## ${t('facts', { law })}

**${t('purposes')}**: ${t('purposesText')}

**${t('categories')}**: ${t('categoriesText')}

**${t('recipients')}**:

${recipients.map((one) => `- ${one}\n`).join('')}
${t('elsewhere')}

**${t('keeping')}**: ${t('keepingText', { place })}

**${t('rights')}**: ${t('rightsText')}

**${t('complaint')}**: ${t('complaintText')}

**${t('source')}**: ${t('sourceText')}

**${t('automated')}**: ${t('automatedText', { byItself: facts.isByItself ? 'yes' : 'no' }).trim()}

**${t('thirdCountry')}**: ${t('thirdCountryText')}

## ${t('leftOut')}

${t('leftOutText', { hidden: HIDDEN })}

${t('derived')}

${t('counted', { count: facts.leftOut, file: code(leftOutName) })}

${t('state')}
`;
  return { text, tables: t('tables') };
}

/** What goes with the rows, in every language, that of the tenant's letters first. */
export async function describePerson(
  person: Person,
  scope: Scope,
  facts: Facts,
  tables: readonly ExportedTable[],
): Promise<string> {
  const inOrder = languages.toSorted(
    (one, other) => Number(other === person.letterLanguage) - Number(one === person.letterLanguage),
  );
  const chapters = await Promise.all(inOrder.map((locale) => chapter(locale, person, scope, facts)));
  const heading = `## ${chapters.map((one) => one.tables).join(' · ')}\n`;
  const list = tables.map(({ name, columns }) => `- ${code(name)}: ${columns.join(', ')}\n`).join('');
  return [...chapters.map((one) => one.text), heading, list].join('\n');
}
