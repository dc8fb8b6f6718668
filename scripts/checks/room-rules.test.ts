import { describe, expect, test } from 'vitest';
import { checkRooms, findEmptyPlaces } from './room-rules.ts';
import { roomOf } from './rooms.ts';
import { parseSource } from './source.ts';

const order = [
  ['app', 'top'],
  ['features/lease', 'above rent'],
  ['features/deposit', 'between'],
  ['features/rent', 'below'],
  ['trpc', 'under features'],
  ['lib', 'ground'],
] as const;

/** Files by path, each with what it says. */
const check = (files: Record<string, string>) =>
  checkRooms(
    Object.entries(files).map(([file, text]) => parseSource(file, text)),
    order,
  );

test('imports down the order, within a room and of packages are kept', () => {
  expect(
    check({
      'src/app/page.tsx': "import { a } from '@/features/lease/rules'; import { b } from '@/lib/money';",
      'src/features/lease/rules.ts': "import { a } from '../rent/rules.ts'; import { b } from './schema';",
      'src/features/rent/rules.ts': "import { z } from 'zod'; import { b } from '../../lib/money.ts';",
    }),
  ).toEqual([]);
});

describe('an import up the order', () => {
  test('is found, types and lazy ones too, relative or not', () => {
    const up = [
      "import { a } from '@/features/lease/rules';",
      "import type { A } from '../lease/rules.ts';",
      "export { a } from '../lease/rules';",
      "const late = () => import('@/features/lease/rules');",
    ];
    for (const text of up) {
      const found = check({ 'src/features/rent/rules.ts': text });
      expect(found).toHaveLength(1);
      expect(found[0]?.message).toMatch(/features\/lease stands above features\/rent$/);
    }
  });

  test('is told with the path of the circle it closes, file by file', () => {
    const found = check({
      'src/features/rent/queries.ts': "import { x } from 'zod';\nimport { a } from '../lease/rules';",
      'src/features/lease/rules.ts': "import { d } from '../deposit/rules';",
      'src/features/deposit/rules.ts': "\nimport { r } from '../rent/rules';",
    });
    expect(found.map(({ path, line }) => `${path}:${line}`)).toEqual(['src/features/rent/queries.ts:2']);
    expect(found[0]?.message.split('\n').slice(1)).toEqual([
      '    features/rent → features/lease  src/features/rent/queries.ts:2',
      '    features/lease → features/deposit  src/features/lease/rules.ts:1',
      '    features/deposit → features/rent  src/features/deposit/rules.ts:2',
    ]);
  });

  test('from a room at the ground into a feature is one, too', () => {
    expect(check({ 'src/lib/money.ts': "import { r } from '@/features/rent/rules';" })).toHaveLength(1);
  });
});

test('tests look anywhere, and root.ts at the routers, at nothing else', () => {
  const router = "import { leaseRouter } from '@/features/lease/router';";
  expect(
    check({
      'src/features/rent/rules.test.ts': "import { a } from '../lease/rules';",
      'src/trpc/root.ts': router,
    }),
  ).toEqual([]);
  expect(check({ 'src/trpc/init.ts': router })).toHaveLength(1);
  expect(check({ 'src/trpc/root.ts': "import { a } from '@/features/lease/rules';" })).toHaveLength(1);
});

test('a room without a place is named once, and a place without a room', () => {
  const sources = ['src/features/bank/rules.ts', 'src/features/bank/schema.ts', 'src/lib/money.ts'].map(
    (file) => parseSource(file, ''),
  );
  expect(checkRooms(sources, order).map(({ path }) => path)).toEqual(['src/features/bank/rules.ts']);
  expect(findEmptyPlaces(sources, order)).toHaveLength(order.length - 1);
});

test.each([
  ['src/features/rent-account/components/list.tsx', 'features/rent-account'],
  ['src/app/[locale]/(app)/page.tsx', 'app'],
  ['src/proxy.ts', 'proxy'],
  ['src/instrumentation-node.ts', 'instrumentation'],
  ['scripts/verify.ts', null],
])('%s is in %s', (file, room) => {
  expect(roomOf(file)).toBe(room);
});
