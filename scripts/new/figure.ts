import { insertBefore, insertSorted } from './insert.ts';
import type { Names, Plan } from './plan.ts';

/** A figure with its explanation: a share of a whole, until its own arithmetic stands there. */
export function planFigure({ kebab, camel, plain, snake, title }: Names): Plan {
  const file = `src/features/statistics/${kebab}-rules.ts`;
  return {
    files: {
      [file]: `import { type Explained, inputs, money, percent } from '../../domain/trace.ts';
import { ratioBp } from './cash-rules.ts';

/** In hundredths of a per cent, half up; null without a whole. */
export function ${camel}(of: { amountCents: number; totalCents: number }): Explained<number | null> {
  const result = ratioBp(of.amountCents, of.totalCents);
  return {
    result,
    trace: {
      rule: '${snake}',
      formula: '{amount} ÷ {total}',
      sources: [],
      inputs: inputs({ amount: money(of.amountCents), total: money(of.totalCents) }),
      steps: [],
      result: percent(result),
    },
  };
}
`,
      [`src/features/statistics/${kebab}-rules.test.ts`]: `import { expect, test } from 'vitest';
import { ${camel} } from './${kebab}-rules';

test('250 € of 1,000 € are 25 %', () => {
  expect(${camel}({ amountCents: 25_000, totalCents: 100_000 }).result).toBe(2_500);
});

test('of nothing there is none', () => {
  expect(${camel}({ amountCents: 0, totalCents: 0 }).result).toBeNull();
});
`,
    },
    edits: {
      'src/domain/trace-names.ts': (text) =>
        insertSorted(text, `  '${snake}',`, ['ruleNames = [\n', '] as const']),
      'src/explain/figure-rules.ts': (text) =>
        insertBefore(
          insertBefore(
            text,
            "import { outlook } from '../features/statistics/outlook-rules.ts';",
            `import { ${camel} } from '../features/statistics/${kebab}-rules.ts';\n`,
          ),
          '\n} satisfies Partial<Record<RuleName, RegisteredRule>>;',
          `\n  ${snake}: rule(
    z.strictObject({ amountCents: cents, totalCents: cents }),
    { amountCents: 25_000, totalCents: 100_000 },
    ${camel},
  ),`,
        ),
    },
    words: {
      [`Explain.rules.${snake}.title`]: title,
      [`Explain.rules.${snake}.text`]: `The ${plain} as a share of the whole.`,
    },
    toDo: [
      `${file} and its test: the arithmetic (it is written as a share in per cent; for an amount see src/features/statistics/yield-rules.ts); names of inputs that are new go, in alphabetical order, into src/domain/trace-names.ts and Explain.inputs`,
      'src/explain/figure-rules.ts: the shape of its input and an example',
      'src/features/statistics/report-queries.ts and report-rules.ts: where its data are read, and its line in reportFigures',
      'src/features/statistics/components/report-tiles.tsx: its tile, and says: whether it says anything',
      `npm test -- unit explain formulas report-rules ${kebab}, npm test -- integration statistics-report`,
    ],
  };
}
