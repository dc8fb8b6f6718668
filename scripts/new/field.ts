import { type Column, choicesOf, columnOf, insertLists, labelPlace, labelsOf, snakeOf } from './columns.ts';
import { alsoFrom, insertAfter, insertBefore } from './insert.ts';
import type { Names, Plan } from './plan.ts';

const folder = 'src/features/tenant';
const ownWords = 'src/features/export/own-words.test.ts';
const vocabulary = '@/domain/vocabulary';

/**
 * A field of a tenant, which may be missing since those there are have none: the column, its input, form and page.
 * @param given the field, as `columnsOf` reads a column
 */
export function planField(names: Names, given: readonly string[] = []): Plan {
  const [asked, ...more] = given;
  if (names.snake !== 'tenant' || asked === undefined || more.length > 0)
    throw new Error(
      'A field is one of a tenant: npm run new -- field tenant nationality:text. For what hangs on a unit: npm run new -- table.',
    );
  const column = { ...columnOf(asked, names), isOptional: true };
  const { name, kindName, list } = column;
  const choices = choicesOf([column]);
  return {
    files: {},
    edits: {
      [`${folder}/schema.ts`]: (text) => {
        if (new RegExp(`^ +${name}: `, 'm').test(text)) throw new Error(`There is ${name} already.`);
        return insertBefore(
          choices.length > 0 ? alsoFrom(text, vocabulary, list) : text,
          '  notes: field.optionalNotes,\n',
          `  ${name}: ${column.kind.input(column)},\n`,
        );
      },
      'src/db/schema/tenant.ts': (text) => schemaWith(text, column),
      [`${folder}/queries.ts`]: (text) =>
        insertBefore(text, '  notes: tenant.notes,\n', `  ${name}: tenant.${name},\n`),
      [`${folder}/components/tenant-fields.tsx`]: (text) => formWith(text, column),
      [`${folder}/components/main-section.tsx`]: (text) => pageWith(text, column),
      ...(kindName === 'text' && {
        'src/features/export/catalog-queries.ts': (text: string) =>
          insertAfter(text, "        'emergencyContact',\n", `        '${name}',\n`),
      }),
      ...(kindName === 'notes' && {
        [ownWords]: (text: string) => insertBefore(text, "'notes'", `'${name}', `),
      }),
      ...(choices.length > 0 && {
        [ownWords]: (text: string) => insertBefore(text, "'sortName'", `'${name}', `),
        'src/domain/vocabulary.ts': (text: string) => insertLists(text, choices),
      }),
    },
    words: {
      [`TenantForm.${column.word}`]: column.title,
      ...Object.fromEntries(choices.flatMap(labelsOf)),
    },
    beside: {
      [`TenantForm.${column.word}`]: 'emergencyContact',
      ...Object.fromEntries(choices.map(labelPlace)),
    },
    toDo: [
      `npm run generate -- --name tenant_${snakeOf(name)}, which makes the migration (a running npm run dev applies it)`,
      `${folder}/components/tenant-fields.tsx: its place, where two short fields may share a FieldRow; what a company has not stands behind kind === 'person', as birthDate`,
      `Only on the page and in the form so far. In the list: listColumns of ${folder}/queries.ts instead of tenantColumns, an entry in ${folder}/components/tenant-table.tsx, its key in ${folder}/components/tenant-list-look.ts, its cell in ${folder}/components/tenant-export.ts (never null: row.${name} ?? ''); found by it: foundBy of ${folder}/queries.ts and the words TenantsPage.search`,
      `src/features/export: a tenant's own answer has it as it is. Only what calls or reaches them (name, mail, telephone, account) is hidden from others: readOthers of other-people-queries.ts, hiderOf of other-people-rules.ts. A new kind of data about people: Server.tenantExport.categoriesText in messages/`,
      `npm test -- unit own-words shown-fields; npm test -- integration fields tenant upgrade`,
    ],
  };
}

function schemaWith(text: string, column: Column): string {
  const { name, list, kind, kindName } = column;
  const called = `'tenant_${snakeOf(name)}_check'`;
  // A tenant's texts are bounded by their input alone.
  const bounds = kindName === 'text' || kindName === 'notes' ? undefined : kind.check?.(column);
  const check =
    kindName === 'choice'
      ? `    oneOf(${called}, t.${name}, ${list}),\n`
      : bounds && `    check(${called}, sql\`${bounds}\`),\n`;
  const own = Object.entries(kind.tableImports)
    .flatMap(([file, words]) => words.map((word) => [file, word] as const))
    .concat(kindName === 'choice' ? [['../../domain/vocabulary.ts', list]] : []);
  const imported = own.reduce((grown, [file, word]) => alsoFrom(grown, file, word), text);
  return insertBefore(
    insertBefore(imported, '    notes: text(),\n', `    ${name}: ${kind.table(column)},\n`),
    "    check(\n      'tenant_name_check',",
    check ?? '',
  );
}

function formWith(text: string, column: Column): string {
  const { name, list, kind, kindName } = column;
  const drawn = kind.field(column).replaceAll('seen?.', 'values?.');
  const isNumber = kindName === 'cents' || kindName === 'count';
  const imported = Object.entries(kind.fieldImports).reduce(
    (grown, [file, words]) => words.reduce((all, word) => alsoFrom(all, file, word), grown),
    kindName === 'choice' ? alsoFrom(text, vocabulary, list) : text,
  );
  const places: [RegExp, string][] = [
    [/ {8}<TextareaField\s+name=\{field\('notes'\)\}/, `${drawn}\n`],
    // Its name among those of the fold, however they are laid out.
    [/(?<!\{)field\('notes'\)/, `field('${name}'), `],
    [/values\?\.notes(?!\})/, `values?.${name}${isNumber ? '?.toString()' : ''}, `],
  ];
  return places.reduce((grown, [place, addition]) => {
    if (!place.test(grown)) throw new Error(`There is no ${place} any more.`);
    return grown.replace(place, (found) => addition + found);
  }, imported);
}

const facts: Record<string, (column: Column) => string> = {
  text: ({ name }) => `tenant.${name}`,
  notes: ({ name }) => `<span className="whitespace-pre-line">{tenant.${name}}</span>`,
  day: ({ name }) => `<DateText day={tenant.${name}} />`,
  cents: ({ name }) => `<Money amountCents={tenant.${name}} />`,
  count: ({ name }) => `tenant.${name}`,
  choice: ({ name, label }) => `labels(\`${label}.\${tenant.${name}}\`)`,
};

function pageWith(text: string, column: Column): string {
  const { name, word, kindName } = column;
  const shown = facts[kindName]?.(column) ?? '';
  const withLabels =
    kindName === 'choice' && !text.includes("useTranslations('Labels')")
      ? insertAfter(
          text,
          "const form = useTranslations('TenantForm');\n",
          "  const labels = useTranslations('Labels');\n",
        )
      : text;
  return insertBefore(
    kindName === 'cents' ? alsoFrom(withLabels, '@/components/money', 'Money') : withLabels,
    '  ];\n  return (\n    <Section',
    `    tenant.${name} !== null && { label: form('${word}'), value: ${shown} },\n`,
  );
}
