import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { MemberRole } from '@/domain/vocabulary';
import { type SettingsPart, settingsFor } from '@/i18n/settings-pages';
import { createCaller } from '@/trpc/root';
import type { Rung } from '../factories/cases/procedure-case.ts';
import { failureOf } from '../factories/failure.ts';
import { createOneOfEach, type OneOfEach } from '../factories/one-of-each.ts';
import {
  call,
  cases,
  fingerprint,
  fingerprintBy,
  inputFor,
  inputsWithForeignId,
  procedures,
} from '../factories/procedure-calls.ts';
import { procedureCases } from '../factories/procedure-cases.ts';
import { asAdmin, type Caller } from '../factories/records.ts';
import {
  closeTestCallers,
  createTestCaller,
  createTestContext,
  createTestToken,
  makeSigningKey,
} from '../factories/session.ts';
import { openUndoneDatabase } from '../factories/undone-database.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

const ladder: Rung[] = ['verified', 'signedIn', 'member', 'manager', 'owner'];

/** An upload is no document before it is complete, which is traced. */
const untraced = ['document.requestUpload', 'document.requestVersion', 'document.cancelUpload'];
/** Whether a call makes a row under an id that its client has made. */
function isCreate(path: string, input: Record<string, unknown> | undefined, { ids }: OneOfEach): boolean {
  const isVerb = /\.(create|record|add|post|agree|found|open|request)\w*$/i.test(path);
  const id = input?.versionId ?? input?.id;
  return isVerb && typeof id === 'string' && !Object.values(ids).includes(id);
}

/** What the pages send again by themselves where the connection was lost. */
const sentAgain = new Set(
  fs.globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    fs
      .readFileSync(file, 'utf8')
      .matchAll(/trpc\s*\.([\w.]+)\.useMutation\(\{\s*retry: retryTransient\b/g)
      .map(([, path = '']) => path)
      .toArray(),
  ),
);

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

test('every procedure of the router has a case, and every case a procedure', () => {
  expect(
    procedures.map(([path]) => path).sort(),
    'a case of each procedure and no other, see tests/factories/cases/',
  ).toEqual(Object.keys(procedureCases).sort());
  for (const [path, procedure] of procedures) {
    const takesInput = procedure._def.inputs.length > 0;
    expect(procedureCases[path]?.input !== undefined, `${path} takes input`).toBe(takesInput);
  }
});

test('what cannot be read is refused before a connection is taken, by every procedure that takes input', async () => {
  const context = await createTestContext({
    appUrl: database.appUrl,
    userId: own.books.ownerId,
    portfolioId: own.books.id,
  });
  const asked: string[] = [];
  const outcomes: Record<string, string> = {};
  const taking = procedures.flatMap(([path, { _def }]) => (_def.inputs.length > 0 ? [path] : []));
  for (const path of taking) {
    const database = () => {
      asked.push(path);
      throw new Error('The database was asked.');
    };
    const failure = await failureOf(call(createCaller({ ...context, database }), path, 'no input of any'));
    outcomes[path] = failure.split(' ')[0] ?? '';
  }
  expect(asked).toEqual([]);
  expect(outcomes).toEqual(Object.fromEntries(taking.map((path) => [path, 'BAD_REQUEST'])));
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
    const before = await fingerprint(database);
    const outcomes: Record<string, string> = {};
    for (const [path, one] of cases) outcomes[path] = await failureOf(call(caller, path, inputFor(one, own)));
    expect(outcomes).toEqual(Object.fromEntries(cases.map(([path]) => [path, expected])));
    expect(await fingerprint(database)).toEqual(before);
  });
});

test('with the token of a session that was ended, nothing can be written, and no portfolio founded', async () => {
  const caller = await createTestCaller({
    appUrl: database.appUrl,
    userId: own.books.ownerId,
    portfolioId: own.books.id,
  });
  // The callers of the tests below go on with sessions of their own, whatever became of this one.
  onTestFinished(async () => {
    own.books.owner = await createTestCaller({
      appUrl: database.appUrl,
      userId: own.books.ownerId,
      portfolioId: own.books.id,
    });
  });
  await asAdmin(database, (sql) => sql`delete from auth.sessions where user_id = ${own.books.ownerId}`);
  const writing = new Set(procedures.flatMap(([path, { _def }]) => (_def.type === 'mutation' ? [path] : [])));
  const before = await fingerprint(database);
  const outcomes: Record<string, string> = {};
  for (const [path, one] of cases) {
    if (writing.has(path)) outcomes[path] = await failureOf(call(caller, path, inputFor(one, own)));
  }
  expect(outcomes).toEqual(Object.fromEntries([...writing].map((path) => [path, 'auth.signed_out'])));
  expect(await fingerprint(database)).toEqual(before);
});

describe('a stranger’s rows', () => {
  test.each(cases)('%s: each id of a stranger is not found, and nothing changes', async (path, one) => {
    const before = await fingerprint(database);
    const outcomes: Record<string, string> = {};
    for (const { key, input } of inputsWithForeignId(one, own, foreign)) {
      const failure = await failureOf(call(own.books.owner, path, input));
      outcomes[key] = failure.replace(/ @.*/, '');
    }
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((key) => [key, 'not_found'])));
    if (Object.keys(outcomes).length > 0) expect(await fingerprint(database)).toEqual(before);
  });

  test('the cookie of a stranger’s portfolio opens nothing in it', async () => {
    const caller = await createTestCaller({
      appUrl: database.appUrl,
      userId: own.books.ownerId,
      portfolioId: foreign.books.id,
    });
    const before = await fingerprint(database);
    for (const [path, one] of cases) {
      if (inputsWithForeignId(one, own, foreign).length === 0) continue;
      const failure = await failureOf(call(caller, path, inputFor(one, foreign)));
      expect(failure.replace(/ @.*/, ''), path).toBe('not_found');
    }
    expect(await fingerprint(database)).toEqual(before);
  });

  test('who is in no portfolio is told so and gets nothing', async () => {
    const caller = await createTestCaller({
      appUrl: database.appUrl,
      userId: randomUUID(),
      portfolioId: own.books.id,
    });
    const before = await fingerprint(database);
    for (const [path, one] of cases) {
      if (ladder.indexOf(one.rung) < ladder.indexOf('member')) continue;
      expect(await failureOf(call(caller, path, inputFor(one, own))), path).toBe('portfolio.none');
    }
    expect(await fingerprint(database)).toEqual(before);
  });
});

describe('roles', () => {
  const above = (rung: Rung) => cases.filter(([, one]) => ladder.indexOf(one.rung) > ladder.indexOf(rung));

  test('a viewer writes nothing', async () => {
    const before = await fingerprint(database);
    for (const [path, one] of above('member')) {
      expect(await failureOf(call(viewer, path, inputFor(one, own))), path).toBe('forbidden');
    }
    expect(await fingerprint(database)).toEqual(before);
  });

  test('a manager leaves alone what is the owner’s', async () => {
    const before = await fingerprint(database);
    for (const [path, one] of above('manager')) {
      expect(await failureOf(call(manager, path, inputFor(one, own))), path).toBe('forbidden');
    }
    expect(await fingerprint(database)).toEqual(before);
  });

  test('a mutation inside a portfolio is for managers at least; reading changes nothing', async () => {
    const before = await fingerprint(database);
    for (const [path, procedure] of procedures) {
      const one = procedureCases[path];
      if (!one) continue;
      // Whoever is in a portfolio may leave it, and changes nothing else by that.
      if (path === 'member.leave') continue;
      if (procedure._def.type === 'mutation') expect(one.rung, path).not.toBe('member');
      else await call(own.books.owner, path, inputFor(one, own)).catch(() => {});
    }
    expect(await fingerprint(database)).toEqual(before);
  });

  test('a viewer reads what members read', async () => {
    for (const [path, one] of cases.filter(([, { rung }]) => rung === 'member')) {
      expect(await failureOf(call(viewer, path, inputFor(one, own))), path).not.toBe('forbidden');
    }
  });
});

test('a page of the settings is listed for whoever may call what it is for', () => {
  const lives: Record<SettingsPart, string> = {
    profile: 'account.updateProfile',
    access: 'account.listSessions',
    portfolio: 'portfolio.create',
    landlords: 'landlord.list',
    members: 'member.list',
    categories: 'category.list',
    reminders: 'reminderRule.get',
    letters: 'letterTemplate.list',
    legal: 'legal.list',
    // The archive of everything is no procedure: for whom it is, tests/integration/export.test.ts says.
    data: 'erasure.previewPortfolio',
    danger: 'erasure.previewAccount',
  };
  const reached: [MemberRole | null, Rung][] = [
    [null, 'signedIn'],
    ['viewer', 'member'],
    ['manager', 'manager'],
    ['owner', 'owner'],
  ];
  for (const [role, rung] of reached) {
    const may = Object.entries(lives).filter(
      ([, path]) => ladder.indexOf(procedureCases[path]?.rung ?? 'owner') <= ladder.indexOf(rung),
    );
    expect([...settingsFor(role)].sort(), role ?? 'nobody').toEqual(may.map(([part]) => part).sort());
  }
});

describe('bad input', () => {
  const withInput = cases.filter(([, one]) => one.input !== undefined);

  test.each(withInput)('%s names each wrong field and every unknown one', async (path, one) => {
    const valid = inputFor(one, own) ?? {};
    const before = await fingerprint(database);
    for (const key of Object.keys(valid)) {
      const failure = await failureOf(call(own.books.owner, path, { ...valid, [key]: { not: 'this' } }));
      expect(failure, key).toMatch(new RegExp(`^BAD_REQUEST (.*, )?${key}(\\.[a-z.]+)?: [a-z_]+`, 'i'));
    }
    expect(await failureOf(call(own.books.owner, path, { ...valid, surplus: 1 }))).toBe(
      'BAD_REQUEST surplus: unknown_field',
    );
    for (const nothing of ['text', 7, []]) {
      expect(await failureOf(call(own.books.owner, path, nothing))).toMatch(/^BAD_REQUEST/);
    }
    expect(await fingerprint(database)).toEqual(before);
  });
});

describe('the valid call', () => {
  const isMutation = (path: string) =>
    procedures.some(([name, { _def }]) => name === path && _def.type === 'mutation');

  /** Each is tried on the same rows, and undone. */
  let undone: Awaited<ReturnType<typeof openUndoneDatabase>>;
  let rows: OneOfEach;
  let callers: Record<'owner' | 'manager' | 'viewer', Caller>;
  // A cluster lets only the role that has written look on in the same transaction: there the calls alone are tried.
  const standing = async () =>
    inject('testDatabase').servers.length > 1 ? ({} as Record<string, string>) : fingerprintBy(undone.behind);
  beforeAll(async () => {
    rows = await createOneOfEach(database);
    undone = await openUndoneDatabase(database.adminUrl);
    const { books } = rows;
    const as = (userId: string) =>
      createTestCaller({
        appUrl: database.appUrl,
        userId,
        portfolioId: books.id,
        database: undone.database,
      });
    callers = {
      owner: await as(books.ownerId),
      manager: await as((await books.join('manager')).userId),
      viewer: await as((await books.join('viewer')).userId),
    };
  });
  afterAll(() => undone?.close());

  test.each(cases)('%s answers the least who may call it, and leaves a trace of a change', (path, one) =>
    undone.attempt(async () => {
      const role = one.rung === 'manager' ? 'manager' : one.rung === 'member' ? 'viewer' : 'owner';
      const caller = callers[role];
      const input = inputFor(one, rows);
      const before = await standing();
      const answer = await call(caller, path, input);
      const after = await standing();

      const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
      const isTraced = ladder.indexOf(one.rung) >= ladder.indexOf('member');
      if (isMutation(path) && isTraced && changed.length > 0 && !untraced.includes(path)) {
        expect(changed, `${path} changes ${changed} and calls no recordAudit (src/db/audit.ts)`).toContain(
          'audit_event',
        );
      }
      // A client that never got the answer sends the same again.
      if (!isCreate(path, input, rows) && !sentAgain.has(path)) return;
      const again = await call(caller, path, input).catch((error: unknown) =>
        failureOf(Promise.reject(error)),
      );
      expect(
        again,
        `${path}, sent again: see sameRequestOnly, of an update isChangedSo (src/db/versioned.ts)`,
      ).toEqual(answer);
      expect(await standing(), `${path}, sent again, writes again`).toEqual(after);
    }),
  );
});
