import { inputNames } from '../../src/domain/trace-names.ts';
import { insertAfter, insertBefore, insertSorted } from './insert.ts';
import { type Names, namesOf, type Plan } from './plan.ts';

type Part = {
  /** As it is called in code: `paidInCents`, `leases`. */
  name: string;
  /** Among the inputs of a trace: `paid_in`. */
  input: string;
  plain: string;
  isMoney: boolean;
};

export const figureUsage = `Of what: share|average <part>:cents|count/<whole>:cents|count
For example: share directDebits:cents/paidIn:cents, average costs:cents/flats:count, average days:count/leases:count`;

function readPart(given: string): Part {
  const [, name = '', kind] = /^(\w+):(cents|count)$/.exec(given) ?? [];
  if (kind === undefined) throw new Error(`"${given}" is nothing to compute with.\n${figureUsage}`);
  const isMoney = kind === 'cents';
  const word = namesOf(isMoney ? name.replace(/Cents$/, '') : name);
  return { name: isMoney ? `${word.camel}Cents` : word.camel, input: word.snake, plain: word.plain, isMoney };
}

/** @throws Error with a sentence about what cannot be read */
function arithmeticOf([way = 'share', given = 'amount:cents/total:cents', ...more]: readonly string[]) {
  const parts = given.split('/').map(readPart);
  const [part, whole] = parts;
  if (!part || !whole || parts.length > 2 || more.length > 0 || !['share', 'average'].includes(way))
    throw new Error(`"${[way, given, ...more].join(' ')}" is no share and no average.\n${figureUsage}`);
  if (part.name === whole.name) throw new Error(`A figure of ${part.name} and ${part.name} is none.`);
  if (way === 'share' ? part.isMoney !== whole.isMoney : whole.isMoney)
    throw new Error(
      `${part.name} ÷ ${whole.name} is neither a share nor so much for each: it takes cents of cents, a count of a count, or an average for each of a count.\n${figureUsage}`,
    );
  if (way === 'share') return { part, whole, ...share };
  return { part, whole, ...(part.isMoney ? averageAmount : averageNumber) };
}

/** How the three kinds of result are computed, told and shown. `of` holds both parts. */
type Arithmetic = {
  docs: string;
  imports: (part: Part, whole: Part) => string;
  result: (part: string, whole: string) => string;
  told: string;
  /** Of the rule's test and of its example: a part, a whole, what comes out, in what words. */
  example: (part: Part) => { part: number; whole: number; result: number; words: string };
  shown: (result: string) => string;
  /** The same as text, for the year before. */
  written: (result: string) => string;
};

const traced = (part: Part, whole: Part, ...more: string[]) =>
  [...new Set(['type Explained', 'inputs', ...[part, whole].map(tracedAs), ...more])].join(', ');
const tracedAs = ({ isMoney }: Part) => (isMoney ? 'money' : 'number');
const divides = "import { divideRounded } from '../../lib/money.ts';\n";

const share: Arithmetic = {
  docs: 'In hundredths of a per cent, half up',
  imports: (part, whole) => `import { ${traced(part, whole, 'percent')} } from '../../domain/trace.ts';
import { ratioBp } from './cash-rules.ts';
`,
  result: (part, whole) => `ratioBp(${part}, ${whole})`,
  told: 'percent(result)',
  example: ({ isMoney }) => ({
    part: isMoney ? 25_000 : 3,
    whole: isMoney ? 100_000 : 12,
    result: 2_500,
    words: '25 %',
  }),
  shown: (result) => `percent(${result})`,
  written: (result) => `percent(${result})`,
};

const averageAmount: Arithmetic = {
  docs: 'In cents, half up',
  imports: (part, whole) => `import { ${traced(part, whole)} } from '../../domain/trace.ts';
${divides}`,
  result: (part, whole) => `${whole} === 0 ? null : divideRounded(BigInt(${part}), BigInt(${whole}))`,
  told: 'money(result)',
  example: () => ({ part: 100_000, whole: 4, result: 25_000, words: '250 € each' }),
  shown: (result) => `${result} === null ? '–' : <Money amountCents={${result}} />`,
  written: (result) => `${result} === null ? '–' : money(${result})`,
};

const averageNumber: Arithmetic = {
  docs: 'In hundredths, half up',
  imports: (part, whole) => `import { ${traced(part, whole, 'none')} } from '../../domain/trace.ts';
${divides}`,
  result: (part, whole) => `${whole} === 0 ? null : divideRounded(BigInt(${part}) * 100n, BigInt(${whole}))`,
  told: 'result === null ? none : number(result / 100)',
  example: () => ({ part: 30, whole: 4, result: 750, words: '7.5 each' }),
  shown: (result) => `${result} === null ? '–' : formatNumber(${result} / 100, formats, 1)`,
  written: (result) => `${result} === null ? '–' : formatNumber(${result} / 100, formats, 1)`,
};

/**
 * A figure of the statistics with its explanation, from the query to the tile; what it reads is its maker's.
 * @param given what it is computed of, as `figureUsage` says
 */
export function planFigure(names: Names, given: readonly string[] = []): Plan {
  const { kebab, camel, pascal, snake, title } = names;
  const arithmetic = arithmeticOf(given);
  const { part, whole } = arithmetic;
  const parts = [part, whole] as const;
  const newInputs = parts.filter(({ input }) => !inputNames.some((known) => known === input));
  const folder = 'src/features/statistics';
  const of = `${pascal}Parts`;
  const example = arithmetic.example(part);
  const literal = (partValue: number, wholeValue: number) =>
    `{ ${part.name}: ${grouped(partValue)}, ${whole.name}: ${grouped(wholeValue)} }`;
  const current = `figures.${camel}.result`;
  const before = `before.${camel}.result`;
  const previous = `previous${pascal}`;
  return {
    files: {
      [`${folder}/${kebab}-rules.ts`]: `${arithmetic.imports(part, whole)}
/** What it is computed of, of the days of a period. */
export type ${of} = { ${parts.map(({ name }) => `${name}: number`).join('; ')} };

/** ${arithmetic.docs}; null without a whole. */
export function ${camel}({ ${part.name}, ${whole.name} }: ${of}): Explained<number | null> {
  const result = ${arithmetic.result(part.name, whole.name)};
  return {
    result,
    trace: {
      rule: '${snake}',
      formula: '{${part.input}} ÷ {${whole.input}}',
      sources: [],
      inputs: inputs({ ${parts.map((one) => `${one.input}: ${tracedAs(one)}(${one.name})`).join(', ')} }),
      steps: [],
      result: ${arithmetic.told},
    },
  };
}
`,
      [`${folder}/${kebab}-rules.test.ts`]: `import { expect, test } from 'vitest';
import { ${camel} } from './${kebab}-rules';

test('${inWords(part, example.part)} of ${inWords(whole, example.whole)} are ${example.words}', () => {
  expect(${camel}(${literal(example.part, example.whole)}).result).toBe(${grouped(example.result)});
});

test('of nothing there is none', () => {
  expect(${camel}(${literal(0, 0)}).result).toBeNull();
});
`,
      [`${folder}/${kebab}-queries.ts`]: queryOf(names, parts, of),
    },
    edits: {
      'src/domain/trace-names.ts': (text) =>
        newInputs.reduce(
          (grown, { input }) => insertSorted(grown, `  '${input}',`, ['inputNames = [\n', '] as const']),
          insertSorted(text, `  '${snake}',`, ['ruleNames = [\n', '] as const']),
        ),
      'src/explain/figure-rules.ts': (text) =>
        insertBefore(
          insertBefore(
            text,
            "import { outlook } from '../features/statistics/outlook-rules.ts';",
            `import { ${camel} } from '../features/statistics/${kebab}-rules.ts';\n`,
          ),
          '\n} satisfies Partial<Record<RuleName, RegisteredRule>>;',
          `\n  ${snake}: rule(
    z.strictObject({ ${parts.map((one) => `${one.name}: ${one.isMoney ? 'cents' : 'z.int().min(0)'}`).join(', ')} }),
    ${literal(example.part, example.whole)},
    ${camel},
  ),`,
        ),
      [`${folder}/report-rules.ts`]: (text) =>
        [
          (grown: string) =>
            insertBefore(
              grown,
              "import type { OwnerShare } from './owner-rules.ts';",
              `import { ${camel}, type ${of} } from './${kebab}-rules.ts';\n`,
            ),
          (grown: string) =>
            insertBefore(
              grown,
              '  /** Null for a unit: a price is paid for a property. */\n',
              `  /** ${title}, now and in the year before; null of a range that is still to come. */
  ${camel}: ${of} | null;
  ${previous}: ${of} | null;\n`,
            ),
          (grown: string) =>
            insertAfter(
              grown,
              'arrears: arrearsTotal(report.arrears, report.today),\n',
              `    ${camel}: ${camel}(report.${camel} ?? ${literal(0, 0)}),\n`,
            ),
        ].reduce((grown, edit) => edit(grown), text),
      [`${folder}/report-queries.ts`]: (text) =>
        [
          (grown: string) =>
            insertBefore(
              grown,
              "import type { reportInput } from './schema';",
              `import { read${pascal} } from './${kebab}-queries';\n`,
            ),
          (grown: string) =>
            insertAfter(grown, '      yields: null,\n', `      ${camel}: null,\n      ${previous}: null,\n`),
          (grown: string) =>
            insertAfter(
              grown,
              '    yields,\n',
              `    ${camel}: await read${pascal}(tx, scope, counted, subject),
    ${previous}: await read${pascal}(tx, scope, previousPeriod, subject),\n`,
            ),
        ].reduce((grown, edit) => edit(grown), text),
      [`${folder}/components/report-tiles.tsx`]: (text) =>
        insertBefore(
          insertAfter(text, 'months: report.previousMonths,', ` ${camel}: report.${previous},`),
          '  };\n  return <Tiles tiles=',
          `    ${camel}: {
      says: (${current} ?? 0) !== 0 || (${before} ?? 0) !== 0,
      label: rules('${snake}.title'),
      value: ${arithmetic.shown(current)},
      hint: t('yearBefore', { value: ${arithmetic.written(before)} }),
    },\n`,
        ),
      'tests/factories/blank-report.ts': (text) =>
        insertBefore(text, '  yields: null,\n', `  ${camel}: null,\n  ${previous}: null,\n`),
    },
    words: {
      [`Explain.rules.${snake}.title`]: title,
      [`Explain.rules.${snake}.text`]: `${title}: ${part.plain} divided by ${whole.plain}.`,
      ...Object.fromEntries(newInputs.map(({ input, plain }) => [`Explain.inputs.${input}`, plain])),
    },
    toDo: [
      `${folder}/${kebab}-queries.ts: what it reads; bookings stand there so that it says something. Where both parts are amounts by month, do as collectionRate does in report-rules.ts (withMonths; the rule's parts are called as in MonthFigures), and take the parts of Report, their empty values and this file away again. Where it reads a table that no figure read before, that table's row in src/trpc/freshness.ts names statistics.report`,
      `${folder}/${kebab}-rules.ts: its source or its reason, and arithmetic that is more than a division; what its parts are called there, src/explain/figure-rules.ts calls them, too`,
      `${folder}/components/report-tiles.tsx: where among the tiles it stands, and what its hint says`,
      `tests/integration/statistics-report.test.ts: an example with its arithmetic`,
      `npm test -- unit explain formulas report ${kebab}, npm test -- integration statistics-report, npm test -- integration kept-plans -t statistics`,
    ],
  };
}

/** Bookings stand for what it will read, so that it can be looked at before. */
function queryOf({ kebab, pascal, plain }: Names, [part, whole]: readonly [Part, Part], of: string): string {
  const sums = (filter: string) => `coalesce(sum(\${transaction.amountCents})${filter}, 0)`;
  const counts = (filter: string) => `count(*)${filter}`;
  const read = ({ name, isMoney }: Part, filter = '') =>
    `${name}: sql<number>\`${isMoney ? sums(filter) : counts(filter)}\`.mapWith(Number),`;
  return `import 'server-only';
import { and, between, eq, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { transaction } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { Subject } from '@/features/occupancy/subject-queries';
import type { Period } from '@/lib/period';
import type { ${of} } from './${kebab}-rules';

/** What the ${plain} is computed of. */
export async function read${pascal}(tx: Tx, scope: Scope, period: Period, subject: Subject): Promise<${of}> {
  const isPart = eq(transaction.direction, 'income');
  const [row] = await tx
    .select({
      ${read(part, ` filter (where \${isPart})`)}
      ${read(whole)}
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
  return row ?? { ${part.name}: 0, ${whole.name}: 0 };
}
`;
}

const grouped = (value: number) => String(value).replace(/(\d)(?=(\d{3})+$)/g, '$1_');
const inWords = ({ isMoney, plain }: Part, value: number) =>
  isMoney ? `${(value / 100).toLocaleString('en')} €` : `${value} ${plain}`;
