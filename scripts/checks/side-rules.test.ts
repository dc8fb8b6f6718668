import { expect, test } from 'vitest';
import { checkSides, sideOf } from './side-rules.ts';
import { parseSource } from './source.ts';

const check = (files: Record<string, string>) =>
  checkSides(Object.entries(files).map(([file, text]) => parseSource(file, text)));

const settings = { 'src/lib/server/env.ts': 'export const env = 1;' };
const storage = { 'src/lib/browser/kept.ts': 'export const kept = 1;' };

test.each([
  ['src/lib/server/env.ts', 'server'],
  ['src/auth/browser/supabase-browser.ts', 'browser'],
  ['src/lib/money.ts', null],
  ['src/trpc/server.tsx', null],
])('%s is of the %s', (file, side) => {
  expect(sideOf(file)).toBe(side);
});

test('neither side imports the other, and what both load neither; types do no harm', () => {
  const broken = {
    'src/auth/server/session.ts': "import { kept } from '@/lib/browser/kept';",
    'src/auth/browser/client.ts': "import { env } from '../../lib/server/env.ts';",
    'src/lib/money.ts': "\nexport { env } from './server/env';",
  };
  const found = check({ ...settings, ...storage, ...broken });
  expect(found.map(({ path, line }) => `${path}:${line}`)).toEqual([
    'src/auth/server/session.ts:1',
    'src/auth/browser/client.ts:1',
    'src/lib/money.ts:2',
  ]);
  expect(
    check({
      ...settings,
      ...storage,
      'src/auth/server/session.ts':
        "import { env } from '@/lib/server/env'; import type { A } from '@/lib/browser/kept';",
      'src/lib/money.ts': "import type { Env } from './server/env';",
      'src/db/client.ts': "import { env } from '@/lib/server/env';",
      'src/components/lazy.ts': "import { kept } from '@/lib/browser/kept';",
    }),
  ).toEqual([]);
});

test('no way leads from a client component to what only a server loads', () => {
  const page = {
    'src/components/form.tsx': "'use client';\nimport { words } from '../features/rent/words';",
  };
  const over = (text: string) => ({ ...settings, ...page, 'src/features/rent/words.ts': text });
  const found = check(over("import { env } from '@/lib/server/env';"));
  expect(found).toHaveLength(1);
  expect(found[0]?.message.split('\n').slice(1)).toEqual([
    '    src/components/form.tsx',
    '    src/features/rent/words.ts',
    '    src/lib/server/env.ts',
  ]);
  expect(check(over("import 'server-only';"))[0]?.path).toBe('src/features/rent/words.ts');
  expect(check(over("const fs = await import('node:fs');"))[0]?.path).toBe('src/features/rent/words.ts');
  expect(check(over("import type { Env } from '@/lib/server/env';"))).toEqual([]);
  expect(check(over("'use server';\nimport { env } from '@/lib/server/env';"))).toEqual([]);
});
