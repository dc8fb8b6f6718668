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

export const figureUsage = `Of what: share|average <part>:cents|count/<whole>:cents|count
For example: share directDebits:cents/paidIn:cents, average costs:cents/flats:count, average days:count/leases:count`;

function readPart(given: string): Part {
  const [, name = '', kind] = /^(\w+):(cents|count)$/.exec(given) ?? [];
  if (kind === undefined) throw new Error(`"${given}" is nothing to compute with.\n${figureUsage}`);
  const isMoney = kind === 'cents';
  const asked = namesOf(isMoney ? name.replace(/Cents$/, '') : name);
  const word = namesOf((isMoney && alsoCalled[asked.camel]) || asked.camel);
  const called = isMoney ? `${word.camel}Cents` : word.camel;
  return { name: called, input: word.snake, plain: word.plain, isMoney, isKnown: isOfMonths(called) };
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
  const source = sourceOf(names, parts);
  const example = arithmetic.example(part);
  const literal = (partValue: number, wholeValue: number) =>
    `{ ${part.name}: ${grouped(partValue)}, ${whole.name}: ${grouped(wholeValue)} }`;
  const current = `figures.${camel}.result`;
  const before = `before.${camel}.result`;
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
          tileOf[whole.name] ?? tileOf[part.name],
          `    ${camel}: {
      says: (${current} ?? 0) !== 0 || (${before} ?? 0) !== 0,
      label: rules('${snake}.title'),
      value: ${arithmetic.shown(current)},
      hint: t('yearBefore', { value: ${arithmetic.written(before)} }),
    },\n`,
        ),
    },
    words: {
      [`Explain.rules.${snake}.title`]: title,
      [`Explain.rules.${snake}.text`]: `${title}: ${part.plain} divided by ${whole.plain}.`,
      ...Object.fromEntries(newInputs.map(({ input, plain }) => [`Explain.inputs.${input}`, plain])),
    },
    toDo: [
      ...source.toDo,
      `${folder}/${kebab}-rules.ts: its source or its reason, and arithmetic that is more than a division`,
      `${folder}/components/report-tiles.tsx: where it stands among the tiles, in the order of their keys (${[whole, part].some(({ name }) => tileOf[name]) ? 'beside what it is of' : 'last'} so far), and what its hint says`,
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
