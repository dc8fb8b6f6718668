import { defineConfig } from '@playwright/test';
import usual from '../../playwright.config.ts';

/** `npm run pseudo`: the walk through a language nobody speaks, in a copy of the sources that has it. */
export default defineConfig({
  ...usual,
  testDir: '.',
  globalSetup: '../setup/product.ts',
  outputDir: '../../test-results',
  timeout: 15 * 60_000,
  workers: 1,
});
