import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    name: 'embedded',
    include: ['**/*.test.ts'],
    globalSetup: ['testing/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As in the configuration of the whole.
    retry: process.env.CI ? 1 : 0,
  },
});
