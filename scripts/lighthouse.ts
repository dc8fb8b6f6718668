import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig, type Result } from 'lighthouse';
import { defaultLanguage } from '../src/lib/languages.ts';
import type { PlaceIds } from '../tests/setup/page-list.ts';
import { maxInteractionMs, measureInteractions } from './interactions.ts';
import { onStage, type Stage } from './picture/stage.ts';
import { anyFreePort } from './ports.ts';
import { root } from './surroundings.ts';

const usage = `npm run lighthouse                  five runs of each page, the medians in a table
  --runs N      fewer or more runs
  --only name   one page: home, sign-in, today, rent, property or tenant
  --inp         instead of pages, how long "received" and opening a dialog leave one without an answer
  --write       puts the table into docs/speed.md`;

const options = {
  runs: { type: 'string', default: '5' },
  only: { type: 'string' },
  inp: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

interface Subject {
  name: string;
  path: (ids: PlaceIds) => string;
  isPublic: boolean;
}

const subjects: readonly Subject[] = [
  { name: 'home', path: () => '/', isPublic: true },
  { name: 'sign-in', path: () => '/auth/login', isPublic: true },
  { name: 'today', path: () => '/dashboard', isPublic: false },
  { name: 'rent', path: () => '/dashboard/rent', isPublic: false },
  { name: 'property', path: ({ propertyId }) => `/property/${propertyId}`, isPublic: false },
  { name: 'tenant', path: ({ tenantId }) => `/tenant/${tenantId}`, isPublic: false },
];
const forms = ['mobile', 'desktop'] as const;
type Form = (typeof forms)[number];

/** Of 100. A page that asks search engines to stay away has no marks for being found. */
const marks = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Mark = (typeof marks)[number];
const wantedMarks: Record<Mark, number> = {
  performance: 98,
  accessibility: 95,
  'best-practices': 95,
  seo: 95,
};
const marksOf = ({ isPublic }: Subject): Mark[] => marks.filter((mark) => isPublic || mark !== 'seo');
const maxShift = 0.005;

const timings = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
} as const;

/** The value in the middle; of an even number the worse of the two, by a comparison that puts the better first. */
function median(values: readonly number[], better: (a: number, b: number) => number): number {
  const sorted = values.toSorted(better);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Now and then the browser hands over a trace without a beginning; that run says nothing about the page. */
async function runOnce(stage: Stage, subject: Subject, form: Form, triesLeft = 2): Promise<Result> {
  const port = await anyFreePort();
  const browser = await chromium.launch({
    executablePath: stage.executablePath,
    args: [`--remote-debugging-port=${port}`],
  });
  try {
    const { cookies, ids } = stage.viewsIn(defaultLanguage).full;
    if (!subject.isPublic) {
      // In the browser's own store: a header of ours would go once a page keeps a cookie of its own.
      const devTools = await browser.newBrowserCDPSession();
      const { url } = stage.installation;
      await devTools.send('Storage.setCookies', {
        cookies: cookies().map(({ name, value }) => ({ name, value, url })),
      });
    }
    const run = await lighthouse(
      stage.installation.url + subject.path(ids),
      {
        port,
        logLevel: 'error',
        onlyCategories: marksOf(subject),
      },
      form === 'desktop' ? desktopConfig : undefined,
    );
    if (!run) throw new Error(`Lighthouse has no answer for ${subject.name}.`);
    if (!run.lhr.runtimeError) return run.lhr;
    if (triesLeft === 0) throw new Error(`${subject.name}: ${run.lhr.runtimeError.message}`);
  } finally {
    await browser.close();
  }
  return runOnce(stage, subject, form, triesLeft - 1);
}

interface Row {
  cells: string[];
  misses: string[];
}

/** What pulls a mark down, so that it can be mended. */
function causes(result: Result, mark: Mark): string[] {
  const audits = result.categories[mark]?.auditRefs ?? [];
  return audits
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
    .map(({ id }) => `${id} (${result.audits[id]?.displayValue ?? result.audits[id]?.title ?? ''})`);
}

function judge(subject: Subject, form: Form, results: readonly Result[]): Row {
  const misses: string[] = [];
  const scores = marks.map((mark) => {
    if (!marksOf(subject).includes(mark)) return '–';
    const values = results.map((result) => Math.round((result.categories[mark]?.score ?? 0) * 100));
    const value = median(values, (a, b) => b - a);
    const worst = results[values.indexOf(Math.min(...values))];
    if (value < wantedMarks[mark] && worst)
      misses.push(`${mark} ${value}: ${causes(worst, mark).join(', ')}`);
    return String(value);
  });
  const figureOf = (audit: string) =>
    median(
      results.map((result) => result.audits[audit]?.numericValue ?? Number.NaN),
      (a, b) => a - b,
    );
  const shift = figureOf('cumulative-layout-shift');
  if (shift > maxShift) misses.push(`layout shift ${shift.toFixed(3)}`);
  const times = Object.keys(timings).map((audit) => `${(figureOf(audit) / 1000).toFixed(2)} s`);
  return {
    cells: [subject.name, form, ...scores, ...times, shift.toFixed(3)],
    misses: misses.map((miss) => `${subject.name}, ${form}: ${miss}`),
  };
}

const pageHeads = ['page', 'device', ...marks, ...Object.values(timings), 'shift'];

function tableOf(heads: readonly string[], rows: readonly Row[]): string {
  const lines = [
    heads,
    heads.map((_, index) => (index < 2 ? '---' : '--:')),
    ...rows.map(({ cells }) => cells),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const speedPage = path.join(root, 'docs', 'speed.md');
/** Between these the page holds what was measured last; what is said around it stays. */
const places = {
  pages: /(?<=<!-- measured -->\n)[\s\S]*(?=<!-- end of measured -->)/,
  presses: /(?<=<!-- pressed -->\n)[\s\S]*(?=<!-- end of pressed -->)/,
};

function writeDown(place: RegExp, table: string, how: string) {
  const page = fs.readFileSync(speedPage, 'utf8');
  if (!place.test(page)) throw new Error('docs/speed.md has no place for what was measured.');
  const processors = os.cpus();
  const machine = `${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${Math.round(os.totalmem() / 2 ** 30)} GB`;
  const when = new Date().toISOString().slice(0, 10);
  fs.writeFileSync(
    speedPage,
    page.replace(
      place,
      () => `\nMedians of ${how}, ${when}, ${machine}, Chromium of the system.\n\n${table}\n\n`,
    ),
  );
}

/** Tells what was measured, and leaves with 1 where something wanted is missed. */
function report(table: string, misses: readonly string[]) {
  console.log(`\n${table}\n\n${misses.length === 0 ? 'Everything wanted is reached.' : misses.join('\n')}`);
  process.exitCode = misses.length === 0 ? 0 : 1;
}

async function measurePresses(stage: Stage, runs: number, write: boolean) {
  const rows = (await measureInteractions(stage, runs)).map(({ name, device, times }): Row => {
    const middle = median(times, (a, b) => a - b);
    return {
      cells: [name, device, `${middle} ms`, `${Math.max(...times)} ms`],
      misses: middle > maxInteractionMs ? [`${name}, ${device}: ${middle} ms`] : [],
    };
  });
  const table = tableOf(['press', 'device', 'next paint', 'slowest'], rows);
  report(
    table,
    rows.flatMap((row) => row.misses),
  );
  if (write) writeDown(places.presses, table, `${runs} runs`);
}

async function measurePages(stage: Stage, wanted: readonly Subject[], runs: number, write: boolean) {
  const rows: Row[] = [];
  let version = '';
  for (const subject of wanted) {
    for (const form of forms) {
      const results: Result[] = [];
      for (let run = 0; run < runs; run += 1) results.push(await runOnce(stage, subject, form));
      version = results[0]?.lighthouseVersion ?? version;
      const row = judge(subject, form, results);
      rows.push(row);
      console.log(row.cells.join('  '));
    }
  }
  const table = tableOf(pageHeads, rows);
  report(
    table,
    rows.flatMap((row) => row.misses),
  );
  if (write) writeDown(places.pages, table, `${runs} runs of Lighthouse ${version}`);
}

async function main() {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(usage);
    return;
  }
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`--runs is "${values.runs}"; it takes a whole number.`);
  const wanted = subjects.filter(({ name }) => values.only === undefined || name === values.only);
  if (wanted.length === 0)
    throw new Error(`--only is "${values.only}"; there are ${subjects.map((one) => one.name).join(', ')}.`);
  await onStage((stage) =>
    values.inp ? measurePresses(stage, runs, values.write) : measurePages(stage, wanted, runs, values.write),
  );
}

await main();
