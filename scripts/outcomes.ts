import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/**
 * What a run is remembered by: its failures (a test's file and full name, or whatever else ended the run; and what was
 * said), and the tests that passed only when they ran again.
 */
export const outcomeOfRun = z.object({
  failures: z.array(z.object({ file: z.string(), title: z.string(), error: z.string() })),
  again: z.array(z.string()),
});
export type Outcome = z.infer<typeof outcomeOfRun>;

const longest = 300;
const most = 20;

/** How an error begins, in one line: without colours, the log of the browser’s calls, the source and the stack. */
function inOneLine(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n');
  const end = lines.findIndex((line) => /^ +at |^Call log:|^>? +\d+ \| /.test(line));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const cut = (text: string) => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);

/** A line each, of at most 300 characters, and how many more there are than twenty. */
function listed(lines: readonly string[]): string[] {
  const rest = lines.length - most;
  return [...lines.slice(0, most).map(cut), ...(rest > 0 ? [`… and ${rest} more of these`] : [])];
}

/** What a run says at its end, for whoever kept only that: every failure by its name, then what was repeated. */
export function linesOfOutcomes(outcomes: readonly (Outcome & { suite: string })[]): string[] {
  return [
    ...listed(
      outcomes.flatMap(({ suite, again }) =>
        again.map((test) => `passed only when run again: ${suite}: ${test}`),
      ),
    ),
    ...listed(
      outcomes.flatMap(({ suite, failures }) =>
        failures.map(({ file, title, error }) =>
          [`FAILED ${suite}:`, file, title, error && `– ${inOneLine(error)}`].filter(Boolean).join(' '),
        ),
      ),
    ),
  ];
}

interface Suite {
  title: string;
  specs: z.infer<typeof spec>[];
  suites?: Suite[] | undefined;
}
const error = z.object({ message: z.string().optional(), value: z.string().optional() });
const spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ errors: z.array(error) })) })),
});
const suite: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(spec),
  suites: z.lazy(() => z.array(suite)).optional(),
});
const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  errors: z.array(error),
  suites: z.array(suite),
});

const said = (errors: z.infer<typeof error>[]) => errors[0]?.message ?? errors[0]?.value ?? '';

/** @param report what Playwright's JSON reporter wrote; files below the root, with the line of the test */
export function outcomeOfPlaywright(report: unknown, root: string): Outcome {
  const { config, errors, suites } = playwrightReport.parse(report);
  const outcome: Outcome = { failures: [], again: [] };
  const walk = ({ specs, suites: inner = [] }: Suite, above: string[]) => {
    for (const { title, file, line, tests } of specs) {
      const place = path.relative(root, path.resolve(config.rootDir, file)).replaceAll(path.sep, '/');
      const test = { file: `${place}:${line}`, title: [...above, title].join(' › ') };
      for (const { status, results } of tests) {
        if (status === 'unexpected')
          outcome.failures.push({ ...test, error: said(results.flatMap((result) => result.errors)) });
        if (status === 'flaky') {
          const why = inOneLine(said(results.flatMap((result) => result.errors)));
          outcome.again.push(`${test.file} ${test.title} – ${why}`);
        }
      }
    }
    for (const one of inner) walk(one, [...above, one.title]);
  };
  // The outermost are the files, which the place names already.
  for (const one of suites) walk(one, []);
  for (const one of errors) outcome.failures.push({ file: '', title: 'outside a test', error: said([one]) });
  return outcome;
}
