import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished, test } from 'vitest';
import { linesOfOutcomes, type Outcome, outcomeOfPlaywright, outcomeOfRun } from './outcomes.ts';
import { root } from './surroundings.ts';

/** A folder with these files that finds the product's packages. */
function folderWith(files: Record<string, string>): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hausbuch-outcomes-')));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

function runIn(folder: string, script: string, args: string[], env: Record<string, string>): string {
  const { VITEST, VITEST_WORKER_ID, CI, ...rest } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...rest, FORCE_COLOR: '1', ...env },
  });
  return stdout + stderr;
}

/** Each starts a test runner of its own, which takes as long as the machine is busy. */
const patience = { timeout: 600_000 };

const twice = 'let tries = 0;\n';

test(
  'vitest: each failure by file, name and error, whatever it was; what was repeated by its name',
  patience,
  ({ expect }) => {
    const folder = folderWith({
      'rent.test.js': `${twice}describe('rent', () => {
      test('is owed', () => { expect(70_000, 'cents').toBe(80_000); });
      test('is paid', () => { if (tries++ === 0) throw new Error('late'); });
      test('is fine', () => {});
    });`,
      'hooks.test.js': `describe('flat', () => {
      beforeAll(() => { throw new Error('no database\\nat all'); });
      test('is let', () => {});
    });`,
      'broken.test.js': "throw new TypeError('cannot be loaded');",
      'loose.test.js': `test('leaves something behind', async () => {
      Promise.reject(new Error('nobody waits for it'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });`,
    });
    const file = path.join(folder, 'outcome.json');
    const args = ['run', '--globals', '--retry=1', '--no-file-parallelism', '--root', folder];
    const reporters = ['--reporter=dot', `--reporter=${path.join(root, 'scripts/vitest-outcome.ts')}`];
    const output = runIn(folder, 'vitest/vitest.mjs', [...args, ...reporters], { OUTCOME: file });
    expect(fs.existsSync(file), output).toBe(true);
    const outcome = outcomeOfRun.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    expect(linesOfOutcomes([{ suite: 'unit', ...outcome }]).sort()).toEqual([
      'FAILED unit: broken.test.js – cannot be loaded',
      'FAILED unit: hooks.test.js set-up of flat – no database at all',
      'FAILED unit: outside a test – nobody waits for it',
      'FAILED unit: rent.test.js rent > is owed – cents: expected 70000 to be 80000 // Object.is equality',
      'passed only when run again: unit: rent.test.js rent > is paid',
    ]);
  },
);

test('Playwright: the same, with the line of the test and why it was repeated', patience, ({ expect }) => {
  const folder = folderWith({
    'playwright.config.js': "module.exports = { testDir: '.', retries: 1 };",
    'rent.spec.js': `const { expect, test } = require('@playwright/test');
test.describe('de', () => {
  test('rent is owed', () => { expect(70_000, 'cents').toBe(80_000); });
  test('rent is paid', ({}, { retry }) => { if (retry === 0) throw new Error('late'); });
  test('rent is fine', () => {});
});`,
    'broken.spec.js': "throw new TypeError('cannot be loaded');",
  });
  const file = path.join(folder, 'report.json');
  const run = (name: string) => {
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file };
    const output = runIn(folder, '@playwright/test/cli.js', ['test', '--reporter=json', name], env);
    expect(fs.existsSync(file), output).toBe(true);
    const report = JSON.parse(fs.readFileSync(file, 'utf8'));
    return linesOfOutcomes([{ suite: 'e2e', ...outcomeOfPlaywright(report, folder) }]);
  };
  expect(run('rent')).toEqual([
    'passed only when run again: e2e: rent.spec.js:4 de › rent is paid – Error: late',
    'FAILED e2e: rent.spec.js:3 de › rent is owed – Error: cents expect(received).toBe(expected) // Object.is equality Expected: 80000 Received: 70000',
  ]);
  expect(run('broken')).toContain('FAILED e2e: outside a test – TypeError: cannot be loaded');
});

test('the last lines stay few and short, and say what they leave out', ({ expect }) => {
  const failures = Array.from({ length: 23 }, (_, number) => ({
    file: 'a.test.ts',
    title: `${number}`,
    error: 'x'.repeat(1_000),
  }));
  const lines = linesOfOutcomes([
    { suite: 'unit', again: [], failures } satisfies Outcome & { suite: string },
  ]);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('… and 3 more of these');
  expect(new Set(lines.slice(0, 20).map((line) => line.length))).toEqual(new Set([300]));
});
