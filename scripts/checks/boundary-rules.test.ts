import { expect, test } from 'vitest';
import { checkBoundaries } from './boundary-rules.ts';
import { parseSource } from './source.ts';

const check = (files: Record<string, string>) =>
  checkBoundaries(Object.entries(files).map(([file, text]) => parseSource(file, text))).map(
    ({ path }) => path,
  );

const client = (text: string) => `'use client';\n${text}`;
const page = { 'src/app/page.tsx': "import { List } from '@/features/rent/list';" };

test('"use client" stands where the server first meets it, also behind others of the server or lazily loaded', () => {
  const rest = {
    'src/features/rent/list.tsx': "export { Row } from './row';\nconst later = () => import('./later');",
    'src/features/rent/row.tsx': client(''),
    'src/features/rent/later.tsx': client(''),
    'src/app/error.tsx': client(''),
  };
  expect(check({ ...page, ...rest })).toEqual([]);
});

test('below it, nothing says so again; what is new and used by nobody may', () => {
  const rest = {
    'src/features/rent/list.tsx': client("import { Row } from './row';"),
    'src/features/rent/row.tsx': client("import type { Cell } from './cell';"),
    'src/features/rent/cell.tsx': client(''),
  };
  expect(check({ ...page, ...rest })).toEqual(['src/features/rent/row.tsx']);
});

test('what a page imports as a type only is not met by it', () => {
  const files = {
    'src/app/page.tsx': "import type { Row } from '@/features/rent/row';\nimport '@/features/rent/list';",
    'src/features/rent/list.tsx': client("import { Row } from './row';"),
    'src/features/rent/row.tsx': client(''),
  };
  expect(check(files)).toEqual(['src/features/rent/row.tsx']);
});
