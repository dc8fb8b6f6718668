import { randomUUID } from 'node:crypto';
import type { AnyProcedure } from '@trpc/server';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '@/trpc/root';
import { failureOf } from '../factories/failure.ts';
import {
  createOneOfEach,
  type OneOfEach,
  type ProcedureCase,
  procedureCases,
  type Rung,
} from '../factories/procedure-cases.ts';
import { asAdmin, type Caller } from '../factories/records.ts';
import { closeTestCallers, createTestCaller, createTestToken, makeSigningKey } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

// tRPC types them nested by router; at run time they are one list by path.
const byPath: unknown = appRouter._def.procedures;
const procedures = Object.entries(byPath as Record<string, AnyProcedure>);
const ladder: Rung[] = ['verified', 'signedIn', 'member', 'manager', 'owner'];

/** Every procedure with its case; one that has none fails in a test of its own. */
const cases = procedures.flatMap(([path]): [string, ProcedureCase][] => {
  const found = procedureCases[path];
  return found ? [[path, found]] : [];
});

let database: TestDatabase;
let own: OneOfEach;
let foreign: OneOfEach;
let viewer: Caller;
let manager: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  [own, foreign] = [await createOneOfEach(database), await createOneOfEach(database)];
  viewer = (await own.books.join('viewer')).caller;
  manager = (await own.books.join('manager')).caller;
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

function call(caller: Caller, path: string, input: unknown): Promise<unknown> {
  const procedure = path.split('.').reduce<unknown>((node, key) => Reflect.get(Object(node), key), caller);
  if (typeof procedure !== 'function') throw new Error(`No procedure ${path}.`);
  return Promise.resolve(procedure(input));
}

const inputFor = ({ input }: ProcedureCase, rows: OneOfEach) => input?.(rows.ids, rows);

/** Everything that is written down in the database, as one value: equal means that nothing has changed. */
async function fingerprint(): Promise<Record<string, string>> {
  return asAdmin(database, async (sql: postgres.Sql) => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'hausbuch'::regnamespace and relkind = 'r'`;
    const prints: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await sql<{ print: string }[]>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
        from ${sql(`hausbuch.${name}`)} t`;
      prints[name] = row?.print ?? '';
    }
    return prints;
  });
}

test('every procedure of the router has a case, and every case a procedure', () => {
  expect(procedures.map(([path]) => path).sort()).toEqual(Object.keys(procedureCases).sort());
  for (const [path, procedure] of procedures) {
    const takesInput = procedure._def.inputs.length > 0;
    expect(procedureCases[path]?.input !== undefined, `${path} takes input`).toBe(takesInput);
  }
});

describe('signed out or with a spoiled token', () => {
  const spoiled: [string, () => Promise<Partial<{ accessToken: string }>>, string][] = [
    ['without a token', async () => ({}), 'auth.signed_out'],
    [
      'expired',
      async () => ({
        accessToken: await createTestToken(own.books.ownerId, { exp: Math.floor(Date.now() / 1000) - 60 }),
      }),
      'auth.token_invalid',
    ],
    [
      'signed by another key',
      async () => ({ accessToken: await createTestToken(own.books.ownerId, {}, await makeSigningKey()) }),
      'auth.token_invalid',
    ],
    [
      'of another project',
      async () => ({
        accessToken: await createTestToken(own.books.ownerId, { iss: 'https://elsewhere.example/auth/v1' }),
      }),
      'auth.token_invalid',
    ],
  ];

  test.each(spoiled)('%s, no procedure answers or writes', async (_name, token, expected) => {
    const caller = await createTestCaller({
      appUrl: database.appUrl,
      userId: null,
      portfolioId: own.books.id,
      ...(await token()),
    });
    const before = await fingerprint();
    const outcomes: Record<string, string> = {};
    for (const [path, one] of cases) outcomes[path] = await failureOf(call(caller, path, inputFor(one, own)));
    expect(outcomes).toEqual(Object.fromEntries(cases.map(([path]) => [path, expected])));
    expect(await fingerprint()).toEqual(before);
  });
});

describe('a stranger’s rows', () => {
  /** The input with one of one's own ids replaced by the stranger's, for each id it names. */
  const withForeignId = (one: ProcedureCase) => {
    const input = inputFor(one, own);
    if (!input) return [];
    const text = JSON.stringify(input);
    return Object.entries(own.ids)
      .filter(([, id]) => text.includes(id))
      .map(([key, id]) => {
        const strangers = foreign.ids[key as keyof typeof foreign.ids];
        return { key, input: JSON.parse(text.replaceAll(id, strangers)) as unknown };
      });
  };

  test.each(cases)('%s: each id of a stranger is not found, and nothing changes', async (path, one) => {
    const before = await fingerprint();
    const outcomes: Record<string, string> = {};
    for (const { key, input } of withForeignId(one)) {
      const failure = await failureOf(call(own.books.owner, path, input));
      outcomes[key] = failure.replace(/ @.*/, '');
    }
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((key) => [key, 'not_found'])));
    if (Object.keys(outcomes).length > 0) expect(await fingerprint()).toEqual(before);
  });

  test('the cookie of a stranger’s portfolio opens nothing in it', async () => {
    const caller = await createTestCaller({
      appUrl: database.appUrl,
      userId: own.books.ownerId,
      portfolioId: foreign.books.id,
    });
    const before = await fingerprint();
    for (const [path, one] of cases) {
      if (withForeignId(one).length === 0) continue;
      const failure = await failureOf(call(caller, path, inputFor(one, foreign)));
      expect(failure.replace(/ @.*/, ''), path).toBe('not_found');
    }
    expect(await fingerprint()).toEqual(before);
  });

  test('who is in no portfolio is told so and gets nothing', async () => {
    const caller = await createTestCaller({
      appUrl: database.appUrl,
      userId: randomUUID(),
      portfolioId: own.books.id,
    });
    const before = await fingerprint();
    for (const [path, one] of cases) {
      if (ladder.indexOf(one.rung) < ladder.indexOf('member')) continue;
      expect(await failureOf(call(caller, path, inputFor(one, own))), path).toBe('portfolio.none');
    }
    expect(await fingerprint()).toEqual(before);
  });
});

describe('roles', () => {
  const above = (rung: Rung) => cases.filter(([, one]) => ladder.indexOf(one.rung) > ladder.indexOf(rung));

  test('a viewer writes nothing', async () => {
    const before = await fingerprint();
    for (const [path, one] of above('member')) {
      expect(await failureOf(call(viewer, path, inputFor(one, own))), path).toBe('forbidden');
    }
    expect(await fingerprint()).toEqual(before);
  });

  test('a manager leaves alone what is the owner’s', async () => {
    const before = await fingerprint();
    for (const [path, one] of above('manager')) {
      expect(await failureOf(call(manager, path, inputFor(one, own))), path).toBe('forbidden');
    }
    expect(await fingerprint()).toEqual(before);
  });

  test('a mutation inside a portfolio is for managers at least; reading changes nothing', async () => {
    const before = await fingerprint();
    for (const [path, procedure] of procedures) {
      const one = procedureCases[path];
      if (!one) continue;
      if (procedure._def.type === 'mutation') expect(one.rung, path).not.toBe('member');
      else await call(own.books.owner, path, inputFor(one, own)).catch(() => {});
    }
    expect(await fingerprint()).toEqual(before);
  });

  test('a viewer reads what members read', async () => {
    for (const [path, one] of cases.filter(([, { rung }]) => rung === 'member')) {
      expect(await failureOf(call(viewer, path, inputFor(one, own))), path).not.toBe('forbidden');
    }
  });
});

describe('bad input', () => {
  const withInput = cases.filter(([, one]) => one.input !== undefined);

  test.each(withInput)('%s names each wrong field and every unknown one', async (path, one) => {
    const valid = inputFor(one, own) ?? {};
    const before = await fingerprint();
    for (const key of Object.keys(valid)) {
      const failure = await failureOf(call(own.books.owner, path, { ...valid, [key]: { not: 'this' } }));
      expect(failure, key).toMatch(new RegExp(`^BAD_REQUEST (.*, )?${key}: [a-z_]+`));
    }
    expect(await failureOf(call(own.books.owner, path, { ...valid, surplus: 1 }))).toBe(
      'BAD_REQUEST surplus: unknown_field',
    );
    for (const nothing of ['text', 7, []]) {
      expect(await failureOf(call(own.books.owner, path, nothing))).toMatch(/^BAD_REQUEST/);
    }
    expect(await fingerprint()).toEqual(before);
  });
});

describe('the valid call', () => {
  test.each(cases)('%s answers the least who may call it', async (path, one) => {
    const rows = await createOneOfEach(database);
    const role = one.rung === 'manager' ? 'manager' : one.rung === 'member' ? 'viewer' : null;
    const caller = role ? (await rows.books.join(role)).caller : rows.books.owner;
    await call(caller, path, inputFor(one, rows));
  });
});
