import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './tests/setup/chromium.ts';

const executablePath = findChromium() ?? undefined;

export default defineConfig({
  testDir: './tests/e2e',
  globalSetup: './tests/setup/product.ts',
  outputDir: './test-results',
  // What hangs ends; a machine with two cores and other work takes twice as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // On a crowded machine a browser may come late once; what was repeated is printed as flaky.
  retries: process.env.CI ? 1 : 0,
  // Two browsers beside the product's own processes are what two cores carry.
  workers: 2,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath },
    screenshot: 'only-on-failure',
    // A recording costs each step of each test: where what failed runs again, that is time enough to make one.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
});
