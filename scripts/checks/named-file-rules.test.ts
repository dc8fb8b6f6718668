import { expect, test } from 'vitest';
import { findUnknownFiles } from './named-file-rules.ts';

const files = [
  'docs/a.md',
  'src/db/scope.ts',
  'src/db/erase-lease.ts',
  'src/features/rent/rules.ts',
  'src/app/[id]/page.tsx',
];
const found = (path: string, text: string) =>
  findUnknownFiles([{ path, text }], files).map(({ line, message }) => `${line}: ${message}`);

test.each([
  ['from the root', '// See src/db/scope.ts.'],
  ['from its own folder', '/** `./rules.ts` and ../../db/scope.ts */'],
  ['by its end', '// rules.ts of each feature; [id]/page.tsx, db/scope.ts:12'],
  ['with something in between', '// src/db/erase-*.ts, src/features/<noun>/rules.ts, features/*/rules.ts'],
  ['a folder', '// in src/features/ and docs/'],
  [
    'none at all',
    "// Next.js and postgres.js, 1/2, https://example.com/a.md, @/db/scope.ts\nconst a = './gone.ts';",
  ],
  ['made while something runs', '// .data/postgres.json, <data>/keys.json, node_modules/x/y.json'],
])('a name is known: %s', (_, text) => {
  expect(found('src/features/rent/queries.ts', text)).toEqual([]);
});

test('what is not there is named with its line, in comments and in pages', () => {
  expect(found('src/db/a.ts', 'const a = 1; // gone.ts\n/**\n * src/db/scop.ts\n */')).toEqual([
    '1: there is no gone.ts',
    '3: there is no src/db/scop.ts',
  ]);
  expect(found('docs/b.md', 'gone.ts, but `src/db/gone.ts`\n[A](a.md) [C](c.md) `src/domain/`')).toEqual([
    '1: there is no src/db/gone.ts',
    '2: there is no c.md',
    '2: there is no src/domain/',
  ]);
  expect(found('compose.yaml', 'a: 1 # see scripts/b.ts')).toEqual(['1: there is no scripts/b.ts']);
});
