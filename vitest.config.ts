import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      '@': here('./src'),
      // The package throws on import outside a server component.
      'server-only': here('./node_modules/server-only/empty.js'),
    },
  },
  test: {
    // next-intl imports next/* without extensions, which Node's own resolver refuses.
    server: { deps: { inline: ['next-intl'] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/unit/**/*.test.{ts,tsx}'],
          // Property-based tests on a busy machine.
          testTimeout: 60_000,
          // Far from Berlin and off the full hour, so that a day computed in local time shows.
          env: { TZ: 'Asia/Kathmandu' },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [
            'tests/integration/**/*.test.ts',
            'tests/security/**/*.test.ts',
            'supabase/embedded/**/*.test.ts',
          ],
          globalSetup: ['tests/setup/global.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
