import superjson from 'superjson';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import type { Entity } from '@/domain/entities';
import { type Answer, freshness, isStale } from '@/trpc/freshness';
import { createCaller } from '@/trpc/root';
import { failureOf } from '../factories/failure.ts';
import { createFilled } from '../factories/filled.ts';
import { call, cases, inputFor, procedures } from '../factories/procedure-calls.ts';
import { asAdmin } from '../factories/records.ts';
import { closeTestCallers, createTestContext } from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { unshown } from '../setup/freshness-reasons.ts';

/** Every mutation of the cases on rows of which each answer has some, each undone before the next. */

const table = 'src/trpc/freshness.ts';
/** What has nothing to change where everything is filled, or changes only what is not asked for here. */
const without: Record<string, string> = {
  'demo.addDocuments': 'this portfolio is no demo of ours to add to',
  'demo.create': 'there is a demo already',
  'document.cancelUpload': 'what its signature may still bring stays taken from the quota',
  'legal.askNewest': 'it asks outside and stores nothing',
  'outbox.testMail': 'it asks a mail server and stores nothing',
};

/** What falls due, and when, must not depend on the day the test runs; rows are stamped by the database's own clock. */
function nextJune(): Date {
  const now = new Date();
  const june = (year: number) => new Date(`${year}-06-16T09:00:00Z`);
  return june(now < june(now.getFullYear()) ? now.getFullYear() : now.getFullYear() + 1);
}

type Question = { path: Answer; input: unknown };

let database: TestDatabase;
let filled: Awaited<ReturnType<typeof createFilled>>;
let undone: Awaited<ReturnType<typeof openUndoneDatabase>>;
let ask: (origin?: { tab: null; changed: Set<Entity> }) => ReturnType<typeof createCaller>;
let questions: Question[];
let before: Given[];
let tables: ReadonlySet<string>;
/** Which answers each entity was seen to alter. */
const seen = new Map<string, Set<string>>();

const typeOf = new Map(procedures.map(([path, { _def }]) => [path, _def.type]));
const mutations = cases.flatMap(([path]) => (typeOf.get(path) === 'mutation' ? [path] : []));
// The one that asks as the owner of the tables: a cluster lets nobody else look at what a transaction has written.
const isCluster = inject('testDatabase').servers.length > 1;
/** Two roles write in their transaction, which a cluster takes only where nothing was written there before. */
const byTwoRoles = new Set([
  'property.delete',
  'tenant.delete',
  'demo.remove',
  'erasure.erasePortfolio',
  'erasure.eraseAccount',
]);
const tried = (path: string) => !isCluster || !byTwoRoles.has(path);
if (isCluster)
  console.log(
    `portfolio.locate, which no change alters, is not asked after writes; ${[...byTwoRoles].join(', ')} are not tried.`,
  );
const isAnswer = (path: string): path is Answer => typeOf.get(path) === 'query';
const parsers = new Map(
  procedures.map(([path, { _def }]) => [path, z.instanceof(z.ZodType).safeParse(_def.inputs[0]).data]),
);

/** A valid input without what may be left out of it: a list then shows more, a question is put more generally. */
function widened(path: string, input: Record<string, unknown> | undefined) {
  let wide = input;
  for (const key of Object.keys(input ?? {})) {
    const { [key]: _, ...rest } = { ...wide };
    if (parsers.get(path)?.safeParse(rest).success) wide = rest;
  }
  return wide;
}

type Given = { text: string; reads: ReadonlySet<string> };

async function answerTo({ path, input }: Question): Promise<Given> {
  undone.statements.length = 0;
  const text = await call(ask(), path, input).then(
    (answer) => superjson.stringify(answer),
    async (error) => `refused: ${await failureOf(Promise.reject(error))}`,
  );
  return { text, reads: namesIn(undone.statements) };
}

/** The tables and functions of ours that statements name. */
const namesIn = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(
    statements
      .flatMap((text) => [...text.matchAll(/\bhausbuch"?\."?(\w+)/g)])
      .flatMap(([, name]) => (name && name !== 'enter_request' ? [name] : [])),
  );

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: nextJune() });
  database = await createTestDatabase();
  filled = await createFilled(database);
  tables = new Set(
    await asAdmin(database, async (sql) => {
      const rows = await sql<{ name: string }[]>`
        select relname as name from pg_class where relnamespace = 'hausbuch'::regnamespace and relkind = 'r'`;
      return rows.map((row) => row.name);
    }),
  );
  const { books } = filled.rows;
  undone = await openUndoneDatabase(database.appUrl);
  const context = await createTestContext({
    appUrl: database.appUrl,
    userId: books.ownerId,
    portfolioId: books.id,
  });
  ask = (origin = { tab: null, changed: new Set() }) =>
    createCaller({ ...context, origin, database: () => undone.database });
  questions = [
    ...cases.flatMap(([path, one]) =>
      isAnswer(path) ? [{ path, input: widened(path, inputFor(one, filled.rows)) }] : [],
    ),
    ...filled.questions.flatMap(([path, input]) => (isAnswer(path) ? [{ path, input }] : [])),
  ].filter(({ path }) => !(isCluster && path === 'portfolio.locate'));
  before = [];
  for (const question of questions) before.push(await answerTo(question));
});
afterAll(async () => {
  await undone?.close();
  await closeTestCallers();
  await database?.drop();
  vi.useRealTimers();
});

test('asked twice, every question has the same answer', async () => {
  for (const [i, question] of questions.entries()) {
    expect((await answerTo(question)).text, question.path).toBe(before[i]?.text);
  }
});

/**
 * Whether a question can have another answer after these statements: it reads a table they write. What a function of
 * the database reads or writes does not show.
 */
function mayDiffer({ reads }: Given, statements: readonly string[]): boolean {
  const written = namesIn(statements.filter((text) => /\b(insert into|update|delete from)\b/i.test(text)));
  const isHidden = [...reads, ...namesIn(statements)].some((name) => !tables.has(name));
  return isHidden || !reads.isDisjointFrom(written);
}

/** Carries out a call, says which entities it names and which answers are others, and undoes it. */
async function attempt(path: string, input: unknown) {
  return undone.attempt(async () => {
    const origin = { tab: null, changed: new Set<Entity>() };
    undone.statements.length = 0;
    await call(ask(origin), path, input);
    const statements = [...undone.statements];
    const altered = new Set<Answer>();
    const isEverything = [...origin.changed].some((entity) => freshness[entity].alters === 'everything');
    for (const [i, question] of questions.entries()) {
      const old = before[i];
      if (isEverything && altered.size > 0) break; // it may be any, and one is
      if (!old || altered.has(question.path) || !mayDiffer(old, statements)) continue;
      if ((await answerTo(question)).text !== old.text) altered.add(question.path);
    }
    return { changed: origin.changed, altered };
  });
}

function check(path: string, { changed, altered }: Awaited<ReturnType<typeof attempt>>) {
  for (const entity of changed) {
    const others = seen.get(entity) ?? new Set();
    seen.set(entity, others.union(altered));
  }
  const rows = [...changed].map((entity) => `"${entity}"`).join(' or ');
  const unnamed = [...altered].filter((answer) => !isStale(answer, changed));
  expect(
    unnamed,
    rows === ''
      ? `${path} tells of no change: its command must call recordAudit or announceChange, its router \`changes\``
      : `${path} alters answers that are not named: edit the row ${rows} in ${table}`,
  ).toEqual([]);
}

// All share one transaction: one that is given up while it asks takes those after it along.
test.each(mutations.filter(tried))(
  '%s alters no answer that its row does not name',
  { timeout: 600_000 },
  async (path) => {
    const [, one] = cases.find(([name]) => name === path) ?? [];
    const inputs = [
      one && inputFor(one, filled.rows),
      ...filled.calls.flatMap(([name, input]) => (name === path ? [input] : [])),
    ];
    let alters = 0;
    for (const input of inputs) {
      const found = await attempt(path, input);
      alters += found.altered.size;
      check(path, found);
    }
    if (!(path in without)) {
      expect(
        alters,
        `${path} alters nothing: give tests/factories/filled.ts something for it to change`,
      ).not.toBe(0);
    }
  },
);

test.each(Object.keys(freshness).filter((name): name is Entity => name in freshness))(
  'every answer that the row "%s" names was altered by some call, or it says why not',
  (entity) => {
    const reasons = unshown[entity];
    if (typeof reasons === 'string') return;
    const named = [...typeOf.keys()].filter((path) => isAnswer(path) && isStale(path, [entity]));
    const unseen = named.filter((path) => !seen.get(entity)?.has(path));
    expect(
      unseen.sort(),
      `no call alters these: take them out of the row "${entity}" in ${table}, or say in tests/setup/freshness-reasons.ts why they stay`,
    ).toEqual(Object.keys(reasons ?? {}).sort());
  },
);
