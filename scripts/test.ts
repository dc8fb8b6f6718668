import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { findChromium } from '../tests/setup/chromium.ts';
import { ensureBuild } from './build.ts';
import { placeCommitHook } from './commit-hook.ts';
import { linesOfOutcomes, type Outcome, outcomeOfPlaywright, outcomeOfRun } from './outcomes.ts';
import {
  judgedOfPart,
  judgedWithoutBrowser,
  namedTests,
  type Ran,
  testsOfPlaywright,
  testsOfVitest,
  unproven,
} from './specification.ts';
import { root } from './surroundings.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const suites = ['unit', 'embedded', 'integration', 'proof', 'e2e'] as const;
type Suite = (typeof suites)[number];
const isSuite = (word: string): word is Suite => suites.some((suite) => suite === word);

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/** Every test of this run, for the comparison with docs/specification.md. */
const ran: Ran[] = [];

/** What failed in this run and what passed only when it ran again, by suite. */
const outcomes: (Outcome & { suite: Suite })[] = [];

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-report-'));

function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: [args[0] === 'watch' ? 'inherit' : 'ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Keeps what failed by name, for the last lines. A run that failed without any failed test (a broken set-up, an
 * unhandled rejection) counts as one failure.
 */
function recorded(suite: Suite, code: number, outcome: Outcome | null, counts: Counts): Counts {
  const { failures, again } = outcome ?? { failures: [], again: [] };
  const unnamed = { file: '', title: `left with ${code} and named no test`, error: '' };
  outcomes.push({ suite, again, failures: code !== 0 && failures.length === 0 ? [unnamed] : failures });
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

async function runVitest(project: Suite, filters: string[]): Promise<Counts> {
  const file = path.join(reports, `${project}.json`);
  const outcomeFile = path.join(reports, `${project}-outcome.json`);
  const code = await run(
    'vitest',
    [
      ...['run', '--reporter=default', '--reporter=./scripts/vitest-outcome.ts'],
      ...['--reporter=json', `--outputFile.json=${file}`, '--passWithNoTests'],
      ...['--project', `${project}*`],
      ...filters,
    ],
    { OUTCOME: outcomeFile },
  );
  const outcome = outcomeOfRun.safeParse(readReport(outcomeFile)).data ?? null;
  const written = readReport(file);
  const report = vitestReport.safeParse(written).data;
  if (!report) return recorded(project, code, outcome, { passed: 0, failed: 0, skipped: 0 });
  ran.push(...testsOfVitest(written, root));
  // A file that cannot be loaded has no test that could fail.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  return recorded(project, code, outcome, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

async function runPlaywright(args: string[]): Promise<Counts> {
  const file = path.join(reports, 'playwright.json');
  const code = await run('playwright', ['test', '--reporter=list,json', '--pass-with-no-tests', ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const written = readReport(file);
  const report = playwrightReport.safeParse(written).data;
  if (!report) return recorded('e2e', code, null, { passed: 0, failed: 0, skipped: 0 });
  ran.push(...testsOfPlaywright(written, root));
  const { expected, flaky, unexpected, skipped } = report.stats;
  const counts = { passed: expected + flaky, failed: unexpected, skipped };
  return recorded('e2e', code, outcomeOfPlaywright(written, root), counts);
}

/** How many browser tests there are, without running one. */
function countBrowserTests(filters: string[]): number {
  const listed = spawnSync(
    'playwright',
    ['test', '--list', '--reporter=json', '--pass-with-no-tests', ...filters],
    {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  if (listed.status !== 0)
    throw new Error(`The browser tests cannot be listed:\n${listed.stdout}${listed.stderr}`);
  const { stats } = playwrightReport.parse(JSON.parse(listed.stdout));
  return stats.expected + stats.unexpected + stats.flaky + stats.skipped;
}

async function runBrowserTests(filters: string[]): Promise<Counts> {
  const count = countBrowserTests(filters);
  if (count === 0) return { passed: 0, failed: 0, skipped: 0 };
  if (!findChromium()) {
    console.log(`No Chromium found (CHROMIUM_PATH or the usual places): ${count} browser tests are skipped.`);
    return { passed: 0, failed: 0, skipped: count };
  }
  await ensureBuild();
  return runPlaywright(filters);
}

const inWords = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * Compares the tests docs/specification.md names with those that ran. Of a part of the tests (`filters`, null where all ran)
 * it judges only what ran;
 * where browser tests were wanted and there is no browser it says so, and judges the rest.
 * @returns how many rows were not proven
 */
function judgeSpecification(
  filters: readonly string[] | null,
  lacksBrowser: boolean,
): { count: number; words: string } {
  const all = namedTests(fs.readFileSync(path.join(root, 'docs', 'specification.md'), 'utf8'));
  const without = judgedWithoutBrowser(all);
  const named = lacksBrowser ? without.judged : all;
  const isChosen = filters?.some((one) => /^(?:-[tg]|--testNamePattern|--grep)(?:=|$)/.test(one)) ?? false;
  const judged = filters === null ? named : judgedOfPart(named, ran, isChosen);
  const faults = unproven(judged, ran);
  const part =
    filters === null ? '' : ` (a part: ${judged.length} of ${named.length} named tests are in what was run)`;
  return {
    count: faults.length,
    words: [
      `specification: ${judged.length - faults.length} proofs passed${part}`,
      ...(lacksBrowser ? [without.words] : []),
      ...faults,
    ].join('\n  '),
  };
}

/** `npm test -- watch unit money`: runs what a change concerns, again and again. */
async function watch(words: string[]): Promise<void> {
  const projects = words.filter(isSuite).flatMap((suite) => ['--project', `${suite}*`]);
  const filters = words.filter((word) => !isSuite(word));
  process.exitCode = await run('vitest', [
    'watch',
    ...(projects.length > 0 ? projects : ['--project', 'unit*']),
    ...filters,
  ]);
}

/**
 * `npm test`, `npm test -- unit`, `npm test -- e2e sign-up`: suites, then parts of file names; `every-form` walks each walk in
 * all its forms (tests/setup/forms.ts).
 */
async function main(given: string[]): Promise<void> {
  if (given[0] === 'watch') return watch(given.slice(1));
  const words = given.filter((word) => word !== 'every-form');
  if (words.length < given.length) process.env.EVERY_FORM = '1';
  const named = words.filter(isSuite);
  const filters = words.filter((word) => !isSuite(word));
  const wanted = named.length > 0 ? named : [...suites];
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const lines: string[] = [];
  let current: Suite = 'unit';
  try {
    for (const suite of wanted) {
      current = suite;
      const began = performance.now();
      const counts = await (suite === 'e2e' ? runBrowserTests(filters) : runVitest(suite, filters));
      lines.push(`${suite}: ${inWords(counts)} (${Math.round((performance.now() - began) / 1000)} s)`);
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.skipped += counts.skipped;
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    console.error(words);
    outcomes.push({
      suite: current,
      again: [],
      failures: [{ file: '', title: 'did not run', error: words }],
    });
    total.failed += 1;
  } finally {
    fs.rmSync(reports, { recursive: true, force: true });
  }
  const isWhole = named.length === 0 && filters.length === 0;
  const specification = judgeSpecification(
    isWhole ? null : filters,
    wanted.includes('e2e') && findChromium() === null,
  );
  process.exitCode = total.failed + specification.count > 0 ? 1 : 0;
  // Whoever kept only the end of the output (a build server's record) has the names there.
  console.log(['', specification.words, ...linesOfOutcomes(outcomes), ...lines, inWords(total)].join('\n'));
}

placeCommitHook(root);
await main(process.argv.slice(2));
