import { builtInRows } from '../../src/features/category/built-in-facts.ts';
import { asUnwritten } from '../checks/unwritten-rules.ts';
import type { Part, Parts } from './figure.ts';
import { insertAfter, insertBefore } from './insert.ts';
import type { Names, Plan } from './plan.ts';

const folder = 'src/features/statistics';
const randomTest = 'tests/integration/statistics-report-random.test.ts';

type Edit = (text: string) => string;

/** Where a figure has its parts from, and what of it the report has to know. */
type Source = {
  files: Plan['files'];
  /** The line of `reportFigures`. */
  line: string;
  rules: readonly Edit[];
  queries: readonly Edit[];
  others: Plan['edits'];
  shownBefore: Edit;
  toDo: readonly string[];
};

/** Amounts go by month, and so does what is counted by month already; what else is counted is read by a query of its own. */
export function sourceOf(names: Names, parts: Parts): Source {
  const unknown = parts.filter(({ isKnown }) => !isKnown);
  const known = parts.filter(({ isKnown }) => isKnown);
  const found = known.map(({ name }) => `${name} is there: it is read of MonthFigures, by month`);
  const source = unknown.every(({ isMoney }) => isMoney)
    ? byMonth(names, parts, unknown)
    : ofItsOwn(names, parts, unknown);
  return { ...source, toDo: [...found, ...source.toDo] };
}

export const reportEdits = ({ camel, kebab }: Names, source: Source): Plan['edits'] => ({
  [`${folder}/report-rules.ts`]: (text) =>
    source.rules.reduce(
      (grown, edit) => edit(grown),
      insertAfter(
        insertBefore(
          text,
          "import type { OwnerShare } from './owner-rules.ts';",
          `import { ${camel} } from './${kebab}-rules.ts';\n`,
        ),
        'arrears: arrearsTotal(report.arrears, report.today),\n',
        `    ${camel}: ${source.line},\n`,
      ),
    ),
  ...(source.queries.length > 0 && {
    [`${folder}/report-queries.ts`]: (text: string) =>
      source.queries.reduce((grown, edit) => edit(grown), text),
  }),
  ...source.others,
});

function byMonth({ camel }: Names, parts: Parts, unknown: readonly Part[]): Source {
  const side = parts.at(-1)?.name === 'expensesCents' ? 'expense' : 'income';
  const meant = ({ input }: Part) => categoryOf(input) ?? `row.direction === '${side}'`;
  const each = (write: (part: Part) => string) => unknown.map(write).join('');
  return {
    files: {},
    line: `withMonths(${camel})`,
    rules: [
      (text) =>
        insertBefore(
          text,
          '};\n\nexport type Totals',
          each(({ name }) => `  ${name}: number;\n`),
        ),
      (text) =>
        insertBefore(
          text,
          '});\n\nconst totalNames',
          each(({ name }) => `  ${name}: 0,\n`),
        ),
    ],
    queries:
      unknown.length === 0
        ? []
        : [
            (text) =>
              insertAfter(
                text,
                'unpricedDays: days?.unpricedDays ?? 0,\n',
                each((part) => {
                  const left = asUnwritten(`what of the bookings is ${part.plain}; all ${side} stands here`);
                  const line = `      ${part.name}: booked(month, (row) => ${meant(part)}),\n`;
                  return categoryOf(part.input) ? line : `      ${left}\n${line}`;
                }),
              ),
          ],
    others:
      unknown.length === 0
        ? {}
        : {
            [randomTest]: (text) =>
              insertAfter(
                text,
                'const ofBookings = [',
                each(({ name }) => `'${name}', `),
              ),
          },
    shownBefore: (text) => text,
    toDo: unknown.map((part) => {
      const found = categoryOf(part.input)
        ? `${part.name} is what is booked where ${meant(part)}`
        : `all bookings that are ${side} stand for ${part.name} until that is written, which verify demands`;
      return `${folder}/report-queries.ts: ${found}; which are meant besides, or instead, by row.code, row.parentCode (src/features/category/built-in-facts.ts). What is paid or charged and not booked: a map of its own in readLeaseMoney of cash-queries.ts, and ${part.name} out of ofBookings in ${randomTest}`;
    }),
  };
}

/** Where an amount is called as a category or a group of them is, it is what is booked there. */
function categoryOf(input: string): string | undefined {
  const row = builtInRows.find(({ code }) => [code, `${code}s`].includes(input));
  return row && `row.${row.parentCode === null ? 'parentCode' : 'code'} === '${row.code}'`;
}

function ofItsOwn(names: Names, parts: Parts, unknown: readonly Part[]): Source {
  const { kebab, camel, pascal, title } = names;
  const previous = `previous${pascal}`;
  const type = `{ ${unknown.map(({ name }) => `${name}: number`).join('; ')} }`;
  const both = [camel, previous];
  const readOf = ({ name, isKnown }: Part) => (isKnown ? `total.${name}` : `report.${camel}?.${name} ?? 0`);
  return {
    files: { [`${folder}/${kebab}-queries.ts`]: queryOf(names, unknown, type) },
    line: `${camel}({ ${parts.map((part) => `${part.name}: ${readOf(part)}`).join(', ')} })`,
    rules: [
      (text) =>
        insertBefore(
          text,
          '  /** Null for a unit: a price is paid for a property. */\n',
          `  /** ${title}, now and in the year before; null of a range that is still to come. */
  ${camel}: ${type} | null;
  ${previous}: ${type} | null;\n`,
        ),
    ],
    queries: [
      (text) =>
        insertBefore(
          text,
          "import type { reportInput } from './schema';",
          `import { read${pascal} } from './${kebab}-queries';\n`,
        ),
      (text) =>
        insertAfter(text, '      yields: null,\n', both.map((one) => `      ${one}: null,\n`).join('')),
      (text) => insertAfter(text, '    owners,\n    yields,\n', both.map((one) => `    ${one},\n`).join('')),
      (text) =>
        insertBefore(
          text.replace(
            /,?\s*\] = await Promise\.all\(\[\n(\s*readOccupancies\()/,
            `, ${both.join(', ')}] = await Promise.all([\n$1`,
          ),
          '\n  ]);\n  const { current, previous } = occupancies;',
          ['counted', 'previousPeriod']
            .map((period) => `\n    read${pascal}(tx, scope, ${period}, subject),`)
            .join(''),
        ),
    ],
    others: {
      'tests/factories/blank-report.ts': (text) =>
        insertBefore(text, '  yields: null,\n', both.map((one) => `  ${one}: null,\n`).join('')),
    },
    shownBefore: (text) =>
      insertAfter(text, 'months: report.previousMonths,', ` ${camel}: report.${previous},`),
    toDo: [
      `${folder}/${kebab}-queries.ts: what it reads, which verify demands; bookings stand there until then. Where it reads a table that no figure read before, that table's row in src/trpc/freshness.ts names statistics.report`,
    ],
  };
}

/** Bookings stand for what it will read, so that it can be looked at before. */
function queryOf({ pascal, plain }: Names, unknown: readonly Part[], type: string): string {
  const sums = (filter: string) => `coalesce(sum(\${transaction.amountCents})${filter}, 0)`;
  const counts = (filter: string) => `count(*)${filter}`;
  // Of two the first is a part of the second.
  const filterOf = (at: number) => (unknown.length === 2 && at === 0 ? ` filter (where \${isPart})` : '');
  const reads = unknown.map(
    ({ name, isMoney }, at) =>
      `${name}: sql<number>\`${(isMoney ? sums : counts)(filterOf(at))}\`.mapWith(Number),`,
  );
  return `import 'server-only';
import { and, between, eq, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { transaction } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { Subject } from '@/features/occupancy/subject-queries';
import type { Period } from '@/lib/period';

/** What the ${plain} is computed of. */
export async function read${pascal}(tx: Tx, scope: Scope, period: Period, subject: Subject): Promise<${type}> {
  ${unknown.length === 2 ? "const isPart = eq(transaction.direction, 'income');" : ''}
  ${asUnwritten(`what ${unknown.map((part) => part.plain).join(' and ')} is read of; bookings stand here`)}
  const [row] = await tx
    .select({
      ${reads.join('\n      ')}
    })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        between(transaction.bookedOn, period.from, period.to),
        subject.kind === 'property' ? eq(transaction.propertyId, subject.propertyId) : undefined,
        // A unit has its shares of split bills besides: sumShares in cash-queries.ts.
        subject.kind === 'unit' ? eq(transaction.unitId, subject.unitIds[0]) : undefined,
      ),
    );
  return row ?? { ${unknown.map(({ name }) => `${name}: 0`).join(', ')} };
}
`;
}
