import { inputNames } from '../../src/domain/trace-names.ts';
import { noFigures } from '../../src/features/statistics/report-rules.ts';
import { reportEdits, sourceOf } from './figure-report.ts';
import { insertBefore, insertSorted } from './insert.ts';
import { type Names, namesOf, type Plan } from './plan.ts';

export type Part = {
  /** As it is called in code: `paidInCents`, `leases`. */
  name: string;
  /** Among the inputs of a trace: `paid_in`. */
  input: string;
  plain: string;
  isMoney: boolean;
  /** Whether `MonthFigures` has it already. */
  isKnown: boolean;
};

/** What people call a part that is there under another name. */
const alsoCalled: Record<string, string> = {
  costs: 'expenses',
  income: 'otherIncome',
  payments: 'paidIn',
  rentDue: 'due',
  rents: 'due',
};
const isOfMonths = (name: string) => name in noFigures();

export const figureUsage = `Of what: share|average <part>:cents|count/<whole>:cents|count, or sum <part>:cents|count
For example: share directDebits:cents/paidIn:cents, average costs:cents/flats:count, average days:count/leases:count, sum leasesEnded:count`;

function readPart(given: string): Part {
  const [, name = '', kind] = /^(\w+):(cents|count)$/.exec(given) ?? [];
  if (kind === undefined) throw new Error(`"${given}" is nothing to compute with.\n${figureUsage}`);
  const isMoney = kind === 'cents';
  const asked = namesOf(isMoney ? name.replace(/Cents$/, '') : name);
  const word = namesOf((isMoney && alsoCalled[asked.camel]) || asked.camel);
  const called = isMoney ? `${word.camel}Cents` : word.camel;
  return { name: called, input: word.snake, plain: word.plain, isMoney, isKnown: isOfMonths(called) };
}

/** What a figure is computed of: a part and its whole, or what is only counted or added up. */
export type Parts = readonly [Part] | readonly [part: Part, whole: Part];

/** @throws Error with a sentence about what cannot be read */
function arithmeticOf([way = 'share', given = 'amount:cents/total:cents', ...more]: readonly string[]): {
  parts: Parts;
  arithmetic: Arithmetic;
} {
  const [part, whole, ...others] = given.split('/').map(readPart);
  const count = way === 'sum' ? 1 : 2;
  const isRead = part && (whole ? 2 : 1) === count && others.length === 0 && more.length === 0;
  if (!isRead || !['share', 'average', 'sum'].includes(way))
    throw new Error(
      `"${[way, given, ...more].join(' ')}" is no share, no average and no sum.\n${figureUsage}`,
    );
  if (!whole) return { parts: [part], arithmetic: part.isMoney ? sumOfMoney : countOf };
  if (part.name === whole.name) throw new Error(`A figure of ${part.name} and ${part.name} is none.`);
  if (way === 'share' ? part.isMoney !== whole.isMoney : whole.isMoney)
    throw new Error(
      `${part.name} ÷ ${whole.name} is neither a share nor so much for each: it takes cents of cents, a count of a count, or an average for each of a count.\n${figureUsage}`,
    );
  const average = part.isMoney ? averageAmount : averageNumber;
  return { parts: [part, whole], arithmetic: way === 'share' ? share : average };
}

/** How a kind of result is computed, told and shown. */
type Arithmetic = {
  docs: string;
  imports: (parts: Parts) => string;
  /** Whether there may be nothing to divide by. */
  isNullable: boolean;
  result: (parts: Parts) => string;
  told: string;
  /** Of the rule's test and of its example: a part, a whole, what comes out, in what words. */
  example: (part: Part) => { part: number; whole: number; result: number; words: string };
  shown: (result: string) => string;
  /** The same as text, for the year before. */
  written: (result: string) => string;
};

const traced = (parts: Parts, ...more: string[]) =>
  [...new Set(['type Explained', 'inputs', ...parts.map(tracedAs), ...more])].join(', ');
const importsOf = (parts: Parts, ...more: string[]) =>
  `import { ${traced(parts, ...more)} } from '../../domain/trace.ts';\n`;
const quotient = ([part, whole = part]: Parts) => `BigInt(${part.name}), BigInt(${whole.name})`;
const ofNone = ([, whole]: Parts) => `${whole?.name} === 0 ? null : `;
const tracedAs = ({ isMoney }: Part) => (isMoney ? 'money' : 'number');
const divides = "import { divideRounded } from '../../lib/money.ts';\n";

const share: Arithmetic = {
  docs: 'In hundredths of a per cent, half up',
  imports: (parts) => `${importsOf(parts, 'percent')}import { ratioBp } from './cash-rules.ts';\n`,
  isNullable: true,
  result: (parts) => `ratioBp(${parts.map(({ name }) => name).join(', ')})`,
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
  imports: (parts) => `${importsOf(parts)}${divides}`,
  isNullable: true,
  result: (parts) => `${ofNone(parts)}divideRounded(${quotient(parts)})`,
  told: 'money(result)',
  example: () => ({ part: 100_000, whole: 4, result: 25_000, words: '250 € each' }),
  shown: (result) => `${result} === null ? '–' : <Money amountCents={${result}} />`,
  written: (result) => `${result} === null ? '–' : money(${result})`,
};

const averageNumber: Arithmetic = {
  docs: 'In hundredths, half up',
  imports: (parts) => `${importsOf(parts, 'none')}${divides}`,
  isNullable: true,
  result: (parts) => `${ofNone(parts)}divideRounded(${quotient(parts).replace(',', ' * 100n,')})`,
  told: 'result === null ? none : number(result / 100)',
  example: () => ({ part: 30, whole: 4, result: 750, words: '7.5 each' }),
  shown: (result) => `${result} === null ? '–' : formatNumber(${result} / 100, formats, 1)`,
  written: (result) => `${result} === null ? '–' : formatNumber(${result} / 100, formats, 1)`,
};

const countOf: Arithmetic = {
  docs: 'How many',
  imports: importsOf,
  isNullable: false,
  result: ([{ name }]) => name,
  told: 'number(result)',
  example: () => ({ part: 3, whole: 0, result: 3, words: '3' }),
  shown: (result) => `formatNumber(${result}, formats)`,
  written: (result) => `formatNumber(${result}, formats)`,
};

const sumOfMoney: Arithmetic = {
  ...countOf,
  docs: 'In cents',
  told: 'money(result)',
  example: () => ({ part: 25_000, whole: 0, result: 25_000, words: '250 €' }),
  shown: (result) => `<Money amountCents={${result}} />`,
  written: (result) => `money(${result})`,
};

/**
 * A figure of the statistics with its explanation, from the query to the tile; what it reads is its maker's.
 * @param given what it is computed of, as `figureUsage` says
 */
export function planFigure(names: Names, given: readonly string[] = []): Plan {
  const { kebab, camel, pascal, snake, title } = names;
  const { parts, arithmetic } = arithmeticOf(given);
  const [part, whole] = parts;
  const newInputs = parts.filter(({ input }) => !inputNames.some((known) => known === input));
  const folder = 'src/features/statistics';
  const of = `${pascal}Parts`;
  const source = sourceOf(names, parts);
  const example = arithmetic.example(part);
  const literal = (...values: number[]) =>
    `{ ${parts.map(({ name }, at) => `${name}: ${grouped(values[at] ?? 0)}`).join(', ')} }`;
  const current = `figures.${camel}.result`;
  const before = `before.${camel}.result`;
  return {
    files: {
      [`${folder}/${kebab}-rules.ts`]: `${arithmetic.imports(parts)}
/** What it is computed of, of the days of a period. */
export type ${of} = { ${parts.map(({ name }) => `${name}: number`).join('; ')} };

/** ${arithmetic.docs}${arithmetic.isNullable ? '; null without a whole' : ''}. */
export function ${camel}({ ${parts.map(({ name }) => name).join(', ')} }: ${of}): Explained<number${arithmetic.isNullable ? ' | null' : ''}> {
  const result = ${arithmetic.result(parts)};
  return {
    result,
    trace: {
      rule: '${snake}',
      formula: '${parts.map(({ input }) => `{${input}}`).join(' ÷ ')}',
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

test('${inWords(part, example.part)}${whole ? ` of ${inWords(whole, example.whole)}` : ''} are ${example.words}', () => {
  expect(${camel}(${literal(example.part, example.whole)}).result).toBe(${grouped(example.result)});
});

test('of nothing there is none', () => {
  expect(${camel}(${literal()}).result).${arithmetic.isNullable ? 'toBeNull()' : 'toBe(0)'};
});
`,
      ...source.files,
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
      ...reportEdits(names, source),
      [`${folder}/components/report-tiles.tsx`]: (text) =>
        insertTile(
          source.shownBefore(text),
          parts
            .toReversed()
            .map(({ name }) => tileOf[name])
            .find((tile) => tile !== undefined),
          `    ${camel}: {
      says: ${[current, before].map((one) => (arithmetic.isNullable ? `(${one} ?? 0)` : one)).join(' !== 0 || ')} !== 0,
      label: rules('${snake}.title'),
      value: ${arithmetic.shown(current)},
      hint: t('yearBefore', { value: ${arithmetic.written(before)} }),
    },\n`,
        ),
    },
    words: {
      [`Explain.rules.${snake}.title`]: title,
      [`Explain.rules.${snake}.text`]: `${title}: ${parts.map(({ plain }) => plain).join(' divided by ')}.`,
      ...Object.fromEntries(newInputs.map(({ input, plain }) => [`Explain.inputs.${input}`, plain])),
    },
    toDo: [
      ...source.toDo,
      `${folder}/${kebab}-rules.ts: its source or its reason, and arithmetic that is more than that`,
      `${folder}/components/report-tiles.tsx: where it stands among the tiles, in the order of their keys (${parts.some(({ name }) => tileOf[name]) ? 'beside what it is of' : 'last'} so far), and what its hint says`,
      `tests/integration/statistics-report.test.ts: an example with its arithmetic`,
      `npm test -- unit explain formulas report ${kebab}, npm test -- integration statistics-report, npm test -- integration kept-plans -t statistics`,
    ],
  };
}

/** The tile that shows an amount of `MonthFigures`, or what is made of it: a share stands beside its whole. */
const tileOf: Record<string, string | undefined> = {
  paidInCents: 'moneyIn',
  otherIncomeCents: 'moneyIn',
  expensesCents: 'expenses',
  dueCents: 'due',
  receivedCents: 'received',
  letDays: 'occupancy',
  vacantDays: 'occupancy',
  vacancyCostCents: 'vacancyCost',
};

/** Behind the tile of a name, else behind all of them. */
function insertTile(text: string, behind: string | undefined, tile: string): string {
  const end = '\n    },\n';
  const last = '\n  };\n  return <Tiles tiles=';
  if (behind === undefined) return insertBefore(text, last, `\n${tile.trimEnd()}`);
  // Found first, so that a file that changed says so.
  const found = insertBefore(text, `    ${behind}: {\n      says:`, '');
  const at = found.indexOf(end, found.indexOf(`    ${behind}: {\n      says:`)) + end.length;
  return found.slice(0, at) + tile + found.slice(at);
}

const grouped = (value: number) => String(value).replace(/(\d)(?=(\d{3})+$)/g, '$1_');
const inWords = ({ isMoney, plain }: Part, value: number) =>
  isMoney ? `${(value / 100).toLocaleString('en')} €` : `${value} ${plain}`;
