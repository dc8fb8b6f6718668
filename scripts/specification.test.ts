import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  judgedOfPart,
  judgedWithoutBrowser,
  namedTests,
  rowsOf,
  testsOfPlaywright,
  testsOfVitest,
  unproven,
} from './specification.ts';
import { root } from './surroundings.ts';

const page = readFileSync(path.join(root, 'docs', 'specification.md'), 'utf8');
const rows = rowsOf(page);
const paths = (text: string) =>
  [...text.matchAll(/`((?:src|scripts|supabase|tests|messages|docs)\/[^`]+|next\.config\.ts)`/g)].map(
    ([, name = '']) => name,
  );

test('every row of the specification names where it lives and a test that proves it', () => {
  expect(rows.length).toBeGreaterThan(90);
  const proven = new Set(namedTests(page).map(({ row }) => row));
  for (const [row = '', where, , ...more] of rows) {
    expect([row, more]).toEqual([row, []]);
    expect(where, row).toBeTruthy();
    expect(proven, 'rows with a test').toContain(row);
  }
});

test('what it names is there', () => {
  expect(paths(page).filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});

test('without a browser it says how many rows were not judged and why, and judges the rest', () => {
  const named = namedTests(`| Row | Where | Proof |
| a | x | \`tests/e2e/b.spec.ts\` “opens”, \`tests/e2e/c.spec.ts\` |
| b | x | \`src/a.test.ts\`, \`tests/e2e/b.spec.ts\` “closes” |
| c | x | \`src/a.test.ts\` “narrow” |`);
  const { judged, words } = judgedWithoutBrowser(named);
  expect(judged.map(({ row, title }) => [row, title])).toEqual([
    ['b', null],
    ['c', 'narrow'],
  ]);
  expect(words).toMatch(/^not judged: the browser tests named by 2 rows, because no Chromium was found/);
  expect(words).not.toContain('\n');
});

test('of a part only what is about it is judged: of a file all, where a name chose among its tests the chosen one', () => {
  const named = namedTests(`| Row | Where | Proof |
| a | x | \`src/a.test.ts\` “wide”, \`src/a.test.ts\` “narrow” |
| b | x | \`src/b.test.ts\` |`);
  const ran = [
    { file: 'src/a.test.ts', title: 'page is wide', outcome: 'passed' },
    { file: 'src/a.test.ts', title: 'page is narrow', outcome: 'skipped' },
  ] as const;
  const titles = (isChosen: boolean) => judgedOfPart(named, ran, isChosen).map(({ title }) => title);
  expect(titles(false)).toEqual(['wide', 'narrow']);
  expect(titles(true)).toEqual(['wide']);
});

test('a row is proven by tests that ran and passed, by file or by title', () => {
  const named = namedTests(`| Row | Where | Proof |
| a | x | \`src/a.test.ts\` |
| b | x | \`src/a.test.ts\` “wide”, \`tests/e2e/b.spec.ts\` “opens” |
| c | x | \`src/a.test.ts\` “narrow” |`);
  const assertions = [
    { fullName: 'page is wide', status: 'passed' },
    { fullName: 'page is narrow', status: 'skipped' },
  ];
  const ran = testsOfVitest(
    { testResults: [{ name: '/r/src/a.test.ts', assertionResults: assertions }] },
    '/r',
  );
  const opens = (status: string) =>
    testsOfPlaywright(
      {
        config: { rootDir: '/r/tests/e2e' },
        suites: [
          {
            title: 'b.spec.ts',
            specs: [],
            suites: [{ title: 'de', specs: [{ title: 'opens', file: 'b.spec.ts', tests: [{ status }] }] }],
          },
        ],
      },
      '/r',
    );
  const narrow = 'c: src/a.test.ts “narrow” did not run';
  expect(unproven(named, [...ran, ...opens('flaky')])).toEqual([narrow]);
  expect(unproven(named, [...ran, ...opens('unexpected')])).toEqual([
    'b: tests/e2e/b.spec.ts “opens” failed',
    narrow,
  ]);
  expect(unproven(named, ran)).toEqual(['b: tests/e2e/b.spec.ts “opens” did not run', narrow]);
});
