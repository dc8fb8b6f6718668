import { describe, expect, test } from 'vitest';
import { findProblems, type Inspected } from './checks.ts';
import { ClusterRefused, type NodeFacts, readAddresses } from './nodes.ts';

const facts: NodeFacts = {
  version: 180_006,
  database: 'postgres',
  login: 'postgres',
  isSuperuser: true,
  preload: 'citus, pg_stat_statements',
  walLevel: 'logical',
  preparedTransactions: 200,
  lockRoom: 100_000,
  availableCitus: '14.0-1',
  installedCitus: null,
  canCompareRanges: true,
  tables: 0,
  known: [],
};

const node = (host: string, own: Partial<NodeFacts> | string = {}): Inspected => ({
  address: { host, port: 5432 },
  facts: typeof own === 'string' ? own : { ...facts, ...own },
});
const plan = { tables: [{ name: 'property', kind: 'spread' as const }], unlisted: [] as string[] };
const problems = (coordinator: Inspected, workers: Inspected[], wanted = { plan, shards: 32 }) =>
  findProblems(coordinator, workers, wanted);

describe('nothing is said', () => {
  test('of two workers as they should be', () => {
    expect(problems(node('a', { tables: 70 }), [node('b'), node('c')])).toEqual([]);
  });
  test('of those that are in the cluster already, with their tables', () => {
    const known = [{ host: 'b', port: 5432 }];
    expect(problems(node('a', { known }), [node('b', { tables: 900, known })])).toEqual([]);
  });
});

test.each<[string, Inspected, Inspected[], RegExp]>([
  [
    'a node that cannot be reached',
    node('a'),
    [node('b', 'b:5432 cannot be reached.')],
    /^b:5432 cannot be reached/,
  ],
  [
    'an older Postgres',
    node('a'),
    [node('b', { version: 140_011 })],
    /^b:5432 runs Postgres 14; at least 15/,
  ],
  [
    'another Postgres than the coordinator’s',
    node('a'),
    [node('b', { version: 170_002 })],
    /17, the coordinator 18/,
  ],
  ['no Citus', node('a'), [node('b', { availableCitus: null })], /^b:5432 has no Citus/],
  [
    'an older Citus',
    node('a', { availableCitus: '12.1-1' }),
    [node('b', { availableCitus: '12.1-1' })],
    /at least 13/,
  ],
  [
    'two versions of Citus',
    node('a'),
    [node('b', { availableCitus: '13.2-1' })],
    /13.2-1, the coordinator 14.0-1/,
  ],
  [
    'one that is not loaded',
    node('a'),
    [node('b', { preload: 'auto_explain' })],
    /^b:5432 does not load Citus/,
  ],
  ['no logical WAL', node('a', { walLevel: 'replica' }), [node('b')], /^a:5432 has wal_level = replica/],
  [
    'no prepared transactions',
    node('a'),
    [node('b', { preparedTransactions: 0 })],
    /max_prepared_transactions = 0/,
  ],
  ['a login with fewer rights', node('a'), [node('b', { isSuperuser: false })], /no superuser/],
  ['no room for the locks', node('a'), [node('b', { lockRoom: 100 })], /room for 100 locks/],
  ['btree_gist missing', node('a'), [node('b', { canCompareRanges: false })], /btree_gist/],
  ['the coordinator as its own worker', node('a'), [node('a')], /^a:5432 is the coordinator itself/],
  ['a worker with a Hausbuch of its own', node('a'), [node('b', { tables: 70 })], /^b:5432 holds a Hausbuch/],
  [
    'a worker of another cluster',
    node('a'),
    [node('b', { known: [{ host: 'z', port: 1 }] })],
    /^b:5432 belongs to another cluster \(z:1\)/,
  ],
  [
    'a worker left out',
    node('a', { known: [{ host: 'c', port: 5432 }] }),
    [node('b')],
    /^c:5432 belongs to the cluster and is not named/,
  ],
])('%s is a sentence', (_, coordinator, workers, sentence) => {
  const said = problems(coordinator, workers);
  expect(said).toContainEqual(expect.stringMatching(sentence));
  for (const one of said) expect(one).toMatch(/\.$/);
});

test('everything in the way is said at once, and a table nobody listed by its name', () => {
  const said = problems(node('a'), [node('b', { walLevel: 'replica', isSuperuser: false })], {
    plan: { tables: plan.tables, unlisted: ['stray'] },
    shards: 32,
  });
  expect(said).toHaveLength(3);
  expect(said.at(-1)).toMatch(/^The table stray is neither/);
});

describe('addresses of workers', () => {
  test('have a port of their own or Postgres’', () => {
    expect(readAddresses('db-1.lan:5433, db-2.lan,[::1]:55401')).toEqual([
      { host: 'db-1.lan', port: 5433 },
      { host: 'db-2.lan', port: 5432 },
      { host: '[::1]', port: 55_401 },
    ]);
  });
  test.each(['', 'a:b', 'a:0', 'a:70000', 'postgres://a', 'a,,b', 'a b'])('"%s" is none', (text) => {
    expect(() => readAddresses(text)).toThrow(ClusterRefused);
  });
  test('the same twice is refused', () => {
    expect(() => readAddresses('a:5432,b,a')).toThrow('a:5432 is named twice');
  });
});
