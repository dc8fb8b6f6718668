import path from 'node:path';
import { z } from 'zod';

/** A test that docs/specification.md names: a file, or those tests of it whose title holds some words. */
export interface Named {
  row: string;
  file: string;
  title: string | null;
}

/** What became of a test; a file that could not be loaded has none. */
export interface Ran {
  file: string;
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
}

/** The rows of the page: what, where, proof. */
export const rowsOf = (page: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Row '))
    .map((line) => line.slice(2, -2).split(' | '));

/** `` `tests/e2e/platform.spec.ts` “unknown path” ``: the title, or a part of it, is optional. */
export function namedTests(page: string): Named[] {
  return rowsOf(page).flatMap(([row = '', , proof = '']) =>
    [...proof.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`(?: “([^”]+)”)?/g)].map(
      ([, file = '', title = null]): Named => ({ row, file, title }),
    ),
  );
}

const isBrowserTest = ({ file }: Named): boolean => file.startsWith('tests/e2e/');

/** Without a browser: the tests that can be judged all the same, and a line about the rows that cannot. */
export function judgedWithoutBrowser(named: readonly Named[]): { judged: Named[]; words: string } {
  const rows = new Set(named.filter(isBrowserTest).map(({ row }) => row));
  return {
    judged: named.filter((one) => !isBrowserTest(one)),
    words: `not judged: the browser tests named by ${rows.size} rows, because no Chromium was found (CHROMIUM_PATH or the usual places)`,
  };
}

const isMeant = ({ file, title }: Named, test: Ran): boolean =>
  test.file === file && (title === null || test.title.includes(title));

/** Of a part of the tests those it is about: of its files, or where a name (`-t`) chose among their tests, the chosen ones. */
export function judgedOfPart(named: readonly Named[], ran: readonly Ran[], isChosen: boolean): Named[] {
  return named.filter((one) =>
    ran.some((test) =>
      isChosen ? test.outcome !== 'skipped' && isMeant(one, test) : test.file === one.file,
    ),
  );
}

/** What stands in the page and was not shown by a test that ran and passed. */
export function unproven(named: readonly Named[], ran: readonly Ran[]): string[] {
  return named.flatMap((one) => {
    const { row, file, title } = one;
    const tests = ran.filter((test) => isMeant(one, test));
    const what = title === null ? file : `${file} “${title}”`;
    if (tests.some(({ outcome }) => outcome === 'failed')) return [`${row}: ${what} failed`];
    if (!tests.some(({ outcome }) => outcome === 'passed')) return [`${row}: ${what} did not run`];
    return [];
  });
}

const vitestTests = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** The tests of a JSON report of vitest; files below the root. */
export function testsOfVitest(report: unknown, root: string): Ran[] {
  return vitestTests.parse(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(
      ({ fullName, status }): Ran => ({
        file: path.relative(root, name).replaceAll(path.sep, '/'),
        title: fullName,
        outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
      }),
    ),
  );
}

interface PlaywrightSuite {
  title: string;
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[] | undefined;
}
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  title: z.string(),
  specs: z.array(
    z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) }),
  ),
  suites: z.lazy(() => z.array(playwrightSuite)).optional(),
});
const playwrightTests = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(playwrightSuite),
});

/** The tests of a JSON report of Playwright; one that passed at the second try has passed. */
export function testsOfPlaywright(report: unknown, root: string): Ran[] {
  const { config, suites } = playwrightTests.parse(report);
  const outcomes: Record<string, Ran['outcome']> = {
    expected: 'passed',
    flaky: 'passed',
    skipped: 'skipped',
  };
  const walk = (suite: PlaywrightSuite, above: string): Ran[] => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.map(
        ({ status }): Ran => ({
          file: path.relative(root, path.resolve(config.rootDir, file)).replaceAll(path.sep, '/'),
          title: `${above} ${title}`.trim(),
          outcome: outcomes[status] ?? 'failed',
        }),
      ),
    ),
    ...(suite.suites ?? []).flatMap((one) => walk(one, `${above} ${one.title}`)),
  ];
  return suites.flatMap((suite) => walk(suite, ''));
}
