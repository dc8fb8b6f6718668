import type { Config } from 'drizzle-kit';

/**
 * Where the schema and its migrations lie: for `npm run generate`, which adds what drizzle-kit does not
 * know of (forced row-level security, grants, spreading), and for its own `studio` and `check`.
 */
const config = {
  dialect: 'postgresql',
  schema: './src/db/schema/index.ts',
  out: './drizzle',
  casing: 'snake_case',
  schemaFilter: ['hausbuch'],
  dbCredentials: { url: process.env.DATABASE_DIRECT_URL ?? process.env.DATABASE_URL ?? '' },
} satisfies Config;

export default config;
