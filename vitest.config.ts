import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/setup/longest-first.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const unitTests = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/unit/**/*.test.{ts,tsx}'];
/** Those that put another module in the place of one, or ask for a fresh one: the rest share a process. */
const replacing = fs
  .globSync(unitTests, { cwd: here('.') })
  .filter((file) => /\bvi\.(mock|doMock|resetModules)\(/.test(fs.readFileSync(here(file), 'utf8')))
  .map((file) => file.replace(/[[\](){}]/g, '\\$&'));

const unit = {
  // Property-based tests on a busy machine.
  testTimeout: 60_000,
  // The one that browsers have: streams are tried with it.
  execArgv: ['--experimental-eventsource'],
  // Far from Berlin and off the full hour, so that a day computed in local time shows.
  env: { TZ: 'Asia/Kathmandu' },
};

/** On a crowded machine a test with servers and clocks may come late once; what was repeated is printed as flaky. */
const retry = process.env.CI ? 1 : 0;

export default defineConfig({
  resolve: {
    alias: {
      '@': here('./src'),
      // The package throws on import outside a server component.
      'server-only': here('./node_modules/server-only/empty.js'),
    },
  },
  test: {
    // Left to itself it takes one processor less; a test that waits for Postgres needs none.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // next-intl imports next/* without extensions, which Node's own resolver refuses.
    server: { deps: { inline: ['next-intl'] } },
    projects: [
      './supabase/embedded/vitest.config.ts',
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: unitTests,
          exclude: replacing,
          // Loading the same modules for each file costs three times what the tests themselves do.
          isolate: false,
          setupFiles: ['tests/setup/shared-process.ts'],
        },
      },
      { extends: true, test: { ...unit, name: 'unit-isolated', include: replacing } },
      {
        extends: true,
        // The whole product, built and started; nothing else runs beside it.
        test: {
          name: 'proof',
          include: ['tests/proof/**/*.test.ts'],
          testTimeout: 400_000,
          // Images and processes are cleared away, too.
          hookTimeout: 120_000,
          retry,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts', 'tests/security/**/*.test.ts'],
          globalSetup: ['tests/setup/global.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // What entries are sealed with, here as in the template of the databases (tests/setup/global.ts).
          env: { SUPABASE_SECRET_KEY: 'sb_secret_test' },
          expect: { poll: { timeout: 10_000 } },
          retry,
        },
      },
    ],
  },
});
