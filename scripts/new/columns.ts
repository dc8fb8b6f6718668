import { insertAfter } from './insert.ts';
import { type Names, namesOf, pluralOf } from './plan.ts';

/** Lines of imports that the snippets of a column need, by the file they come from. */
type Imports = Readonly<Record<string, readonly string[]>>;

/** The import lines of several snippets: each name of a file once, and no line for a file that nothing is asked of. */
export function imports(...all: readonly Imports[]): string {
  const files = new Map<string, Set<string>>();
  for (const [file, names] of all.flatMap((one) => Object.entries(one))) {
    files.set(file, new Set([...(files.get(file) ?? []), ...names]));
  }
  return [...files]
    .filter(([, names]) => names.size > 0)
    .map(([file, names]) => `import { ${[...names].join(', ')} } from '${file}';\n`)
    .join('');
}

/** How a kind of column is written in each of the files of a table. `row` is the expression that holds its value. */
type Kind = {
  input: (column: Column) => string;
  table: (column: Column) => string;
  tableImports: Imports;
  /** What the input bounds, the table bounds, too: the condition of its check. */
  check?: (column: Column) => string;
  field: (column: Column) => string;
  fieldImports: Imports;
  /** What a list says of it in the line below its name, as an expression; a note has lines of its own. */
  shown: (column: Column) => string;
  shownImports: Imports;
  /** The sentence it stands in there: within a line, so that its words are in lower case. */
  sentence: (column: Column) => string | null;
  /** Valid values: as it is, as it is written, and as it is changed. */
  examples: (column: Column) => readonly [string, string, string];
};

export type Column = {
  /** As it is called in the database and in forms: `feeCents`. */
  name: string;
  /** Its word, by its key among those of the table: `fee`. */
  word: string;
  title: string;
  kind: Kind;
  kindName: string;
  isOptional: boolean;
  /** How long a text, how large a count may be. */
  bound: number;
  /** Of a choice. */
  values: readonly string[];
  /** Its list in the vocabulary and its branch of `Labels`, of a choice: `permitColors`, `permitColor`. */
  list: string;
  label: string;
};

const formats: Imports = { '@/i18n/formats-provider': ['useFormats'] };
const core = 'drizzle-orm/pg-core';
const own = '../columns.ts';
const optionalOf = ({ isOptional }: Column) => (isOptional ? ' optional' : '');
const notNull = ({ isOptional }: Column) => (isOptional ? '' : '.notNull()');
const maybe = ({ isOptional }: Column) => (isOptional ? '.nullable().default(null)' : '');
const wordOf = ({ word }: Column) => `label={t('${word}')}`;
const formField = (component: string, column: Column, rest: string) =>
  `<${component} name={field('${column.name}')} ${wordOf(column)}${optionalOf(column)} ${rest} />`;
const from = (component: string, file: string): Imports => ({ [`@/components/form/${file}`]: [component] });
const quoted =
  (...values: [string, string, string]) =>
  () =>
    values.map((value) => `'${value}'`) as unknown as [string, string, string];

const text: Kind = {
  input: ({ isOptional, bound }) =>
    isOptional
      ? `field.optionalText(${bound})`
      : bound === 200
        ? 'field.name'
        : `field.text(${bound}).min(1)`,
  table: (column) => `text()${notNull(column)}`,
  tableImports: { [core]: ['text'] },
  check: ({ name, isOptional, bound }) =>
    isOptional ? `length(\${t.${name}}) <= ${bound}` : `length(\${t.${name}}) between 1 and ${bound}`,
  field: (column) => formField('TextField', column, `autoComplete="off" defaultValue={seen?.${column.name}}`),
  fieldImports: from('TextField', 'text-field'),
  shown: ({ name }) => `row.${name}`,
  shownImports: {},
  sentence: () => null,
  examples: quoted('Alt', 'Neu', 'Anders'),
};

const notes: Kind = {
  input: () => 'field.optionalNotes',
  table: () => 'text()',
  tableImports: { [core]: ['text'] },
  check: ({ name }) => `length(\${t.${name}}) <= 10000`,
  field: (column) => formField('TextareaField', column, `defaultValue={seen?.${column.name}}`),
  fieldImports: from('TextareaField', 'textarea-field'),
  shown: ({ name }) => `row.${name}`,
  shownImports: {},
  sentence: () => null,
  examples: quoted('Wie immer', 'Seit heute', 'Seit gestern'),
};

const day: Kind = {
  input: ({ isOptional }) => (isOptional ? 'field.optionalDate' : 'field.calendarDate'),
  table: (column) => `day()${notNull(column)}`,
  tableImports: { [own]: ['day'] },
  field: (column) => formField('DateField', column, `defaultDay={seen?.${column.name}}`),
  fieldImports: from('DateField', 'date-field'),
  shown: (column) => `t('${column.word}Is', { value: formatDate(row.${column.name}, formats) })`,
  shownImports: { '@/i18n/formats': ['formatDate'], ...formats },
  sentence: ({ title }) => `${title.charAt(0).toLowerCase()}${title.slice(1)} {value}`,
  examples: quoted('2026-02-01', '2026-03-01', '2026-04-01'),
};

const cents: Kind = {
  input: (column) => `field.amountCents${maybe(column)}`,
  table: (column) => `cents()${notNull(column)}`,
  tableImports: { [own]: ['cents'] },
  check: ({ name }) => `\${t.${name}} between 0 and 100000000000`,
  field: (column) => formField('MoneyField', column, `defaultCents={seen?.${column.name}}`),
  fieldImports: from('MoneyField', 'money-field'),
  shown: (column) =>
    `t('${column.word}Is', { value: formatMoney(row.${column.name}, formats.currency, formats) })`,
  shownImports: { '@/i18n/formats': ['formatMoney'], ...formats },
  sentence: ({ title }) => `${title.charAt(0).toLowerCase()}${title.slice(1)} {value}`,
  examples: () => ['11_000', '12_000', '13_000'],
};

const count: Kind = {
  input: (column) => `z.int().min(1).max(${column.bound})${maybe(column)}`,
  table: (column) => `integer()${notNull(column)}`,
  tableImports: { [core]: ['integer'] },
  check: ({ name, bound }) => `\${t.${name}} between 1 and ${bound}`,
  field: (column) => formField('NumberField', column, `defaultScaled={seen?.${column.name}}`),
  fieldImports: from('NumberField', 'number-field'),
  shown: ({ word, name }) => `t('${word}Is', { count: row.${name} })`,
  shownImports: {},
  sentence: ({ title }) => {
    const many = title.toLowerCase();
    const one = many.replace(/ies$/, 'y').replace(/(x|ss|sh|ch)es$|s$/, '$1');
    return `{count, plural, one {# ${one}} other {# ${many}}}`;
  },
  examples: () => ['1', '2', '3'],
};

const choice: Kind = {
  input: (column) => `z.enum(${column.list})${maybe(column)}`,
  table: (column) => `choice(${column.list})${notNull(column)}`,
  tableImports: { [own]: ['choice', 'oneOf'] },
  field: (column) =>
    formField(
      'SelectField',
      column,
      `placeholder="–" options={${column.list}.map((value) => ({ value, label: labels(\`${column.label}.\${value}\`) }))} defaultValue={seen?.${column.name}}`,
    ),
  fieldImports: from('SelectField', 'select-field'),
  shown: ({ name, label }) => `labels(\`${label}.\${row.${name}}\`)`,
  shownImports: {},
  sentence: () => null,
  examples: ({ values }) => {
    const [first = '', second = first, third = second] = values.map((value) => `'${value}'`);
    return [first, second, third];
  },
};

const kinds = { text, notes, day, cents, count };

/** Words of the list, of a form, and columns that every table has. */
const taken = new Set(
  'id unitId version portfolioId createdAt updatedAt title none add newTitle editTitle saved deleteText'.split(
    ' ',
  ),
);

export const columnUsage = `Columns: <name>:text|notes|day|cents|count, or a choice, <name>:new/half_worn/broken; with a "?" behind it may be missing.
A text has at most 200 letters and a count is at most 999, or what stands behind it: company:text:80, rooms:count:40?.
For example: visitedOn:day company:text fee:cents? rooms:count? result:clean/repair note:notes`;

/**
 * What `visitedOn:day fee:cents?` says; a name and a note where it says nothing.
 * @throws Error with a sentence about what cannot be read
 */
export function columnsOf(given: readonly string[], table: Names): Column[] {
  const columns = (given.length > 0 ? given : ['name:text', 'note:notes']).map((one) => columnOf(one, table));
  const twice = columns.find((one, at) => columns.findIndex(({ name }) => name === one.name) < at);
  if (twice) throw new Error(`There is more than one ${twice.name}.`);
  namingOf(columns);
  return columns;
}

/** @throws Error with a sentence about what cannot be read */
export function columnOf(given: string, table: Names): Column {
  const [, name = '', kindName = '', bound, mark] =
    /^(\w+):([a-z]\w*(?:\/[a-z]\w*)*)(?::([1-9]\d{0,5}))?(\?)?$/.exec(given) ?? [];
  const values = kindName.split('/');
  const capital = values.length > 1 ? values.find((value) => value !== value.toLowerCase()) : undefined;
  if (capital !== undefined)
    throw new Error(`Values of a choice are in lower case: ${namesOf(capital).snake} for ${capital}.`);
  const kind = values.length > 1 ? choice : Object.entries(kinds).find(([known]) => known === kindName)?.[1];
  if (!kind || (bound !== undefined && kind !== text && kind !== count))
    throw new Error(`"${given}" is no column.\n${columnUsage}`);
  const word = namesOf(kind === cents ? name.replace(/Cents$/, '') : name);
  if (taken.has(word.camel))
    throw new Error(`"${word.camel}" is taken: call it, say, ${table.camel}${word.pascal}.`);
  return {
    name: kind === cents ? `${word.camel}Cents` : word.camel,
    word: word.camel,
    title: word.title,
    kind,
    kindName: kind === choice ? 'choice' : kindName,
    isOptional: mark !== undefined || kind === notes,
    bound: Number(bound ?? (kind === count ? 999 : 200)),
    values: kind === choice ? values : [],
    list: pluralOf(`${table.camel}${word.pascal}`),
    label: `${table.camel}${word.pascal}`,
  };
}

/** The column that tells rows apart: in menus, questions and the order of the list. A day is the latest first. */
export function namingOf(columns: readonly Column[]): Column & { isDay: boolean } {
  const needed = columns.filter(({ isOptional }) => !isOptional);
  const naming = needed.find(({ kind }) => kind === text) ?? needed.find(({ kind }) => kind === day);
  if (!naming) throw new Error(`What tells rows apart? One text or day must not be missing.\n${columnUsage}`);
  return { ...naming, isDay: naming.kind === day };
}

export const choicesOf = (columns: readonly Column[]) => columns.filter(({ kind }) => kind === choice);

/** Behind the other lists of what a flat has and how it is kept. */
export const insertLists = (text: string, choices: readonly Column[]): string =>
  insertAfter(
    text,
    'export type MendingParty = (typeof mendingParties)[number];\n',
    choices
      .map(
        ({ list, values }) =>
          `\nexport const ${list} = [${values.map((value) => `'${value}'`).join(', ')}] as const;\n`,
      )
      .join(''),
  );

export const labelsOf = ({ label, values }: Column): [string, string][] =>
  values.map((value) => [`Labels.${label}.${value}`, namesOf(value).title]);
export const labelPlace = ({ label }: Column): [string, string] => [`Labels.${label}`, 'mendedBy'];

/** `feeCents` as the database writes it. */
export const snakeOf = (name: string) => namesOf(name).snake;
