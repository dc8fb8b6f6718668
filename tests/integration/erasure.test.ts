import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '@/db/client';
import { keepChange, keepSignIn } from '@/features/account/event-commands';
import { ownCodes } from '@/features/account/recovery-code-commands';
import { replaceOwnCodes } from '@/features/account/recovery-code-steps';
import { DomainError } from '@/lib/errors';
import { failureOf } from '../factories/failure.ts';
import { createOneOfEach } from '../factories/one-of-each.ts';
import {
  asAdmin,
  createDocument,
  createPortfolio,
  createProperty,
  type Records,
} from '../factories/records.ts';
import {
  addressOf,
  closeTestCallers,
  createTestCaller,
  deletedUsers,
  signInAs,
} from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let pool: ReturnType<typeof openDatabase>;
let books: Records;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openDatabase(database.appUrl);
});
beforeEach(async () => {
  books = await createPortfolio(database, { name: 'Müllerstraße' });
  deletedUsers.length = 0;
});
afterAll(async () => {
  await closeTestCallers();
  await pool.close();
  await database.drop();
});

const code = (failure: string) => failure.replace(/ @.*/, '');

/** Tables that hold a row of the portfolio. */
const tablesWith = (portfolioId: string) =>
  asAdmin(database, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'hausbuch' and column_name = 'portfolio_id' order by 1`;
    const found: string[] = [];
    for (const { name } of tables) {
      const rows =
        await sql`select 1 from ${sql(`hausbuch.${name}`)} where portfolio_id = ${portfolioId} limit 1`;
      if (rows.length > 0) found.push(name);
    }
    return found;
  });

const erasures = (userId: string) =>
  asAdmin(
    database,
    (sql) => sql<{ kind: string; portfolio: string | null; rows: number }[]>`
      select kind, erased_portfolio_id as portfolio, row_count as rows from hausbuch.erasure
      where user_id = ${userId} order by id`,
  );

describe('a portfolio', () => {
  test('goes with a row in every table; only the list of files to remove and a note of it stay', async () => {
    const rows = await createOneOfEach(database);
    const { id, owner, ownerId } = rows.books;
    expect((await tablesWith(id)).length).toBeGreaterThan(25);
    const { counts, otherMembers } = await owner.erasure.previewPortfolio({ id });
    expect(counts).toMatchObject({ properties: 1, tenants: 2, leases: expect.any(Number), documents: 2 });
    // The second owner, and somebody invited who has not accepted, is none of them.
    expect(otherMembers).toBe(1);
    await owner.erasure.erasePortfolio({ id, typedName: ` ${rows.portfolioName} ` });
    expect(await tablesWith(id)).toEqual(['file_removal']);
    expect(await owner.portfolio.list()).toEqual([]);
    const [note] = await erasures(ownerId);
    expect(note).toMatchObject({ kind: 'portfolio', portfolio: id });
    expect(note?.rows).toBeGreaterThan(50);
  });

  test('stays when the name is another, and nobody but an owner is asked', async () => {
    const erase = (caller: Records['owner'], typedName: string) =>
      failureOf(caller.erasure.erasePortfolio({ id: books.id, typedName })).then(code);
    expect(await failureOf(books.owner.erasure.erasePortfolio({ id: books.id, typedName: 'x' }))).toContain(
      'portfolio.name_mismatch',
    );
    expect(await erase((await books.join('manager')).caller, 'Müllerstraße')).toBe('forbidden');
    const other = await createPortfolio(database);
    expect(await erase(other.owner, 'Müllerstraße')).toBe('not_found');
    expect((await books.owner.portfolio.get()).name).toBe('Müllerstraße');
  });

  test('another one of the same owner is not touched', async () => {
    const other = await createTestCaller({ appUrl: database.appUrl, userId: books.ownerId });
    const id = randomUUID();
    await other.portfolio.create({
      id,
      name: 'Zweites',
      jurisdiction: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
    });
    const before = await tablesWith(id);
    await books.owner.erasure.erasePortfolio({ id: books.id, typedName: 'Müllerstraße' });
    expect(await tablesWith(id)).toEqual(before);
    expect(await other.portfolio.list()).toMatchObject([{ id }]);
  });
});

describe('an account', () => {
  const end = (userId: string) =>
    createTestCaller({ appUrl: database.appUrl, userId }).then((caller) =>
      caller.erasure.eraseAccount({ typedName: addressOf(userId) }),
    );

  test('takes what it owns alone, leaves the rest, and is told beforehand', async () => {
    const house = await createProperty(books.owner);
    await createDocument(books.owner, [{ kind: 'property', id: house.id }]);
    const shared = await createPortfolio(database, { name: 'Gemeinsam' });
    const guest = await createPortfolio(database, { name: 'Zu Gast' });
    await asAdmin(database, async (sql) => {
      for (const [portfolioId, role] of [
        [shared.id, 'owner'],
        [guest.id, 'manager'],
      ] as const) {
        await sql`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
          values (${portfolioId}, ${books.ownerId}, ${role}, now())`;
      }
    });
    await books.join('viewer');
    const preview = await books.owner.erasure.previewAccount();
    expect(preview.name).toBe(addressOf(books.ownerId));
    expect(preview.erased).toMatchObject([
      { id: books.id, name: 'Müllerstraße', counts: { properties: 1, documents: 1 }, otherMembers: 1 },
    ]);
    expect(preview.left.map((one) => one.name).sort()).toEqual(['Gemeinsam', 'Zu Gast']);

    await end(books.ownerId);
    expect(await tablesWith(books.id)).toEqual(['file_removal']);
    expect(deletedUsers).toEqual([books.ownerId]);
    for (const other of [shared, guest]) {
      const { members } = await other.owner.member.list();
      expect(members).toHaveLength(1);
      const [left] = await asAdmin(
        database,
        (sql) => sql`select action, before from hausbuch.audit_event
          where portfolio_id = ${other.id} and user_id = ${books.ownerId}`,
      );
      expect(left).toMatchObject({ action: 'member.leave' });
    }
    expect((await erasures(books.ownerId)).map((one) => one.kind).sort()).toEqual(['account', 'portfolio']);
    const [row] = await asAdmin(
      database,
      (sql) => sql`select count(*)::int as rows from hausbuch.profile where user_id = ${books.ownerId}`,
    );
    expect(row?.rows).toBe(0);
  });

  test('stays when another address is typed', async () => {
    expect(await failureOf(books.owner.erasure.eraseAccount({ typedName: 'other@example.com' }))).toContain(
      'account.name_mismatch',
    );
    expect(deletedUsers).toEqual([]);
    expect(await books.owner.portfolio.list()).toHaveLength(1);
  });

  test('two owners who end their accounts at once leave no portfolio without an owner', async () => {
    const { userId } = await books.join('owner');
    await Promise.all([end(books.ownerId), end(userId)]);
    expect(await tablesWith(books.id)).toEqual([]);
  });

  test('takes what another window founds before the sign-in server has heard of it', async () => {
    const userId = books.ownerId;
    const elsewhere = await createTestCaller({ appUrl: database.appUrl, userId });
    const id = randomUUID();
    const place = { jurisdiction: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' } as const;
    const here = await createTestCaller({
      appUrl: database.appUrl,
      userId,
      accountAdmin: {
        async deleteUser() {
          await elsewhere.portfolio.create({ id, name: 'In between', ...place });
          await asAdmin(database, (sql) => sql`delete from auth.users where id = ${userId}`);
        },
        async removeFactors() {},
      },
    });
    await here.erasure.eraseAccount({ typedName: addressOf(userId) });
    expect(await tablesWith(id)).toEqual([]);
    const left = await asAdmin(database, async (sql) => [
      ...(await sql`select 1 from hausbuch.member where user_id = ${userId}`),
      ...(await sql`select 1 from hausbuch.profile where user_id = ${userId}`),
    ]);
    expect(left).toEqual([]);
  });

  test('leaves no sign-in and no recovery code that came between its rows and the sign-in server’s', async () => {
    const userId = randomUUID();
    const email = addressOf(userId);
    const [first, elsewhere] = [
      await signInAs(database.appUrl, userId, email),
      await signInAs(database.appUrl, userId, email),
    ];
    const place = { browser: null, system: null, isPhone: false, deviceHash: null };
    const signIn = { ...place, way: 'password', hasFactor: false } as const;
    const here = await createTestCaller({
      appUrl: database.appUrl,
      userId,
      accountAdmin: {
        async deleteUser() {
          await keepSignIn({ userId, sessionId: first }, signIn, new Date(), pool.db);
          const session = {
            userId,
            sessionId: elsewhere,
            aal: 'aal1',
            email,
            displayName: '',
            amr: [],
          } as const;
          await replaceOwnCodes(ownCodes({ ...session, amr: [] }, pool.db));
          await asAdmin(database, (sql) => sql`delete from auth.users where id = ${userId}`);
        },
        async removeFactors() {},
      },
    });
    await here.erasure.eraseAccount({ typedName: email });
    const left = () =>
      asAdmin(database, async (sql) => [
        ...(await sql`select kind from hausbuch.account_event where user_id = ${userId}`),
        ...(await sql`select code_hash from hausbuch.recovery_code where user_id = ${userId}`),
      ]);
    expect(await left()).toEqual([]);
    expect(await erasures(userId)).toHaveLength(1);
    // What was under way when the account ended is written for nobody.
    const who = { userId, sessionId: elsewhere };
    expect((await keepSignIn(who, signIn, new Date(), pool.db)).recorded).toBeNull();
    await keepChange(
      who,
      'password_changed',
      { ...place, isRecorded: false, formerEmail: null },
      new Date(),
      pool.db,
    );
    expect(await left()).toEqual([]);
  });

  test('waits for what another window has begun, and takes that, too', async () => {
    const userId = randomUUID();
    const accountAdmin = {
      deleteUser: (id: string) =>
        asAdmin(database, async (sql) => {
          await sql`delete from auth.users where id = ${id}`;
        }),
      async removeFactors() {},
    };
    const window = () => createTestCaller({ appUrl: database.appUrl, userId, accountAdmin });
    const [here, elsewhere] = [await window(), await window()];
    const id = randomUUID();
    const place = { jurisdiction: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' } as const;
    const begun = await asAdmin(database, (sql) =>
      sql.begin(async (tx) => {
        // What is founded has its categories, which wait until this ends.
        await tx`lock table hausbuch.category in share mode`;
        const founded = elsewhere.portfolio.create({ id, name: 'Begun before', ...place });
        await vi.waitFor(async () => {
          const waiting =
            await tx`select 1 from pg_locks where relation = 'hausbuch.category'::regclass and not granted`;
          expect(waiting).toHaveLength(1);
        });
        const erased = here.erasure.eraseAccount({ typedName: addressOf(userId) });
        await Promise.race([erased, sleep(2000)]);
        // In an object: of a list the transaction waits for each.
        return { both: [founded, erased].map((one) => one.catch((error: unknown) => error)) };
      }),
    );
    expect(await Promise.all(begun.both)).toEqual([expect.objectContaining({ id }), { isErased: true }]);
    expect(await tablesWith(id)).toEqual([]);
  });

  test('may be ended again where the sign-in server was not there the first time', async () => {
    const caller = (isDown: boolean) =>
      createTestCaller({
        appUrl: database.appUrl,
        userId: books.ownerId,
        accountAdmin: {
          async deleteUser(userId) {
            if (isDown) throw new DomainError('auth.unavailable');
            deletedUsers.push(userId);
          },
          async removeFactors() {},
        },
      });
    const typed = { typedName: addressOf(books.ownerId) };
    expect(code(await failureOf((await caller(true)).erasure.eraseAccount(typed)))).toBe('auth.unavailable');
    await (await caller(false)).erasure.eraseAccount(typed);
    expect(deletedUsers).toEqual([books.ownerId]);
  });

  test('the token that is left of one founds and writes nothing, also not from another device', async () => {
    const accountAdmin = {
      deleteUser: (userId: string) =>
        asAdmin(database, async (sql) => {
          await sql`delete from auth.users where id = ${userId}`;
        }),
      async removeFactors() {},
    };
    const userId = books.ownerId;
    const device = () => createTestCaller({ appUrl: database.appUrl, userId, accountAdmin });
    const [here, elsewhere] = [await device(), await device()];
    await here.erasure.eraseAccount({ typedName: addressOf(userId) });
    const place = { jurisdiction: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' } as const;
    for (const caller of [here, elsewhere]) {
      const founded = caller.portfolio.create({ id: randomUUID(), name: 'Nobody’s', ...place });
      expect(await failureOf(founded)).toBe('auth.signed_out');
      const demo = caller.demo.create({ id: randomUUID(), language: 'de', ...place });
      expect(await failureOf(demo)).toBe('auth.signed_out');
      expect(await failureOf(caller.account.dismissSetup())).toBe('auth.signed_out');
    }
    const left = await asAdmin(database, async (sql) => [
      ...(await sql`select 1 from hausbuch.member where user_id = ${userId}`),
      ...(await sql`select 1 from hausbuch.profile where user_id = ${userId}`),
    ]);
    expect(left).toEqual([]);
  });

  test('a session ended elsewhere ends nothing', async () => {
    await asAdmin(database, (sql) => sql`delete from auth.sessions where user_id = ${books.ownerId}`);
    const typed = { typedName: addressOf(books.ownerId) };
    expect(code(await failureOf(books.owner.erasure.eraseAccount(typed)))).toBe('auth.signed_out');
    expect(await books.owner.portfolio.list()).toHaveLength(1);
  });
});
