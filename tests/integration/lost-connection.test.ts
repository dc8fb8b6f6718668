import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Tx } from '@/db/client';
import { startFaultyProxy } from '../factories/faulty-proxy.ts';
import { brokenLaws } from '../factories/ledger-laws.ts';
import {
  type Caller,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  today,
} from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let admin: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 2, onnotice: () => {} });
  await admin`create table public.mark (entry text not null)`;
  await admin`grant all on public.mark to public`;
});
afterAll(async () => {
  await admin.end();
  await closeTestCallers();
  await database.drop();
});

const pidOf = async (tx: { execute: (query: ReturnType<typeof sql>) => PromiseLike<unknown> }) => {
  const rows = (await tx.execute(sql`select pg_backend_pid() as pid`)) as { pid: number }[];
  return rows[0]?.pid ?? 0;
};
const marks = async () =>
  (await admin<{ entry: string }[]>`select entry from public.mark order by 1`).map((row) => row.entry);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (reason: unknown) => reason,
  );
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

describe('a transaction whose connection is lost', () => {
  test.each(['terminated', 'idle for too long'] as const)(
    '%s while it waits: nothing more of it runs, least of all in the transaction that comes next',
    async (how) => {
      await admin`truncate public.mark`;
      const { db, close } = openDatabase(database.appUrl, {
        max: 1,
        idleMs: how === 'terminated' ? 30_000 : 150,
      });
      const [hasBegun, isLost] = [gate(), gate()];
      const first = db.transaction(async (tx) => {
        const pid = await pidOf(tx);
        hasBegun.open();
        if (how === 'terminated') await admin`select pg_terminate_backend(${pid})`;
        await isLost.opened;
        for (const entry of ['first 1', 'first 2', 'first 3']) {
          await tx.execute(sql`insert into public.mark values (${entry})`).catch(() => {});
        }
      });
      const firstFailure = failureOf(first);
      await hasBegun.opened;
      const second = db.transaction(async (tx) => {
        await tx.execute(sql`insert into public.mark values ('second')`);
        isLost.open();
        await new Promise((resolve) => setTimeout(resolve, 100));
        throw new Error('changed my mind');
      });
      expect(await failureOf(second)).toMatchObject({ message: 'changed my mind' });
      expect(await firstFailure).toBeTruthy();
      expect(await marks()).toEqual([]);
      expect(await db.transaction((tx) => tx.execute(sql`select 1 as one`))).toEqual([{ one: 1 }]);
      await close();
    },
  );

  test('a statement that was started and not awaited does not run after its transaction', async () => {
    await admin`truncate public.mark`;
    const { db, close } = openDatabase(database.appUrl, { max: 1 });
    let late: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() =>
        tx.execute(sql`insert into public.mark values ('late')`),
      );
      late.catch(() => {});
    });
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into public.mark values ('in time')`);
      await failureOf(late);
    });
    expect(await marks()).toEqual(['in time']);
    await close();
  });

  test('of statements sent together the first to fail is told, whichever is heard of first', async () => {
    const { db, close } = openDatabase(database.appUrl, { max: 1 });
    const because = async (tx: Pick<Tx, 'execute'>) => {
      const first = tx.execute(sql`select 1 / 0`);
      first.catch(() => {});
      await tx.execute(sql`select 1`);
    };
    const divided = { cause: { code: '22012' } };
    const told = (error: unknown) => ({ cause: error instanceof Error && error.cause ? error.cause : error });
    expect(told(await failureOf(db.transaction(because)))).toMatchObject(divided);
    const part = failureOf(db.transaction((tx) => tx.transaction(because)));
    expect(told(await part)).toMatchObject(divided);
    await close();
  });

  test('a failure that was caught inside is none the less a failure: nothing is committed', async () => {
    await admin`truncate public.mark`;
    const { db, close } = openDatabase(database.appUrl, { max: 1 });
    const caught = db.transaction(async (tx) => {
      await tx.execute(sql`insert into public.mark values ('before')`);
      await tx.execute(sql`select 1 / 0`).catch(() => {});
    });
    expect(await failureOf(caught)).toBeTruthy();
    // After a savepoint it is given up alone.
    await db.transaction(async (tx) => {
      await tx.execute(sql`insert into public.mark values ('kept')`);
      await tx.transaction((part) => part.execute(sql`select 1 / 0`)).catch(() => {});
    });
    expect(await marks()).toEqual(['kept']);
    await close();
  });
});

describe('a pool', () => {
  test('of one busy connection says so within its time, and serves again afterwards', async () => {
    const { db, close } = openDatabase(database.appUrl, { max: 1, waitMs: 200 });
    const done = gate();
    const busy = db.transaction(() => done.opened);
    const began = performance.now();
    expect(await failureOf(db.transaction(async () => {}))).toMatchObject({ code: 'POOL_EXHAUSTED' });
    expect(performance.now() - began).toBeLessThan(2_000);
    done.open();
    await busy;
    await db.transaction(async () => {});
    await close();
  });

  test('ends a statement that takes too long, by Postgres where it answers and by itself where it is silent', async () => {
    const proxy = await startFaultyProxy(database.appUrl);
    const { db, close } = openDatabase(proxy.url, { max: 1, statementMs: 200 });
    const slow = await failureOf(db.transaction((tx) => tx.execute(sql`select pg_sleep(5)`)));
    expect(slow).toMatchObject({ cause: { code: '57014' } });
    const mute = db.transaction(async (tx) => {
      proxy.state.isSilent = true;
      await tx.execute(sql`select 1`);
    });
    expect(await failureOf(mute)).toBeTruthy();
    proxy.state.isSilent = false;
    await db.transaction(async () => {});
    await close();
    await proxy.close();
  });

  test('takes a connection back from who waits for something else on a line that is gone', async () => {
    const proxy = await startFaultyProxy(database.appUrl);
    const { db, close } = openDatabase(proxy.url, { max: 1, idleMs: 200, waitMs: 10_000 });
    let forgotten: Promise<unknown> = Promise.resolve();
    const hasBegun = gate();
    const never = gate();
    forgotten = failureOf(
      db.transaction(async () => {
        // Postgres ends the session, and nobody here is told.
        proxy.state.isSilent = true;
        hasBegun.open();
        await never.opened;
      }),
    );
    await hasBegun.opened;
    const next = db.transaction(async () => 'served');
    setTimeout(() => {
      proxy.state.isSilent = false;
    }, 1_000);
    expect(await next).toBe('served');
    never.open();
    expect(await forgotten).toMatchObject({ code: 'CONNECTION_CLOSED' });
    await close();
    await proxy.close();
  });

  // A rejection that nobody handles would fail the run: one of the driver's own did.
  test('whose connections end as they begin answers again, and nothing fails outside of a call', async () => {
    const { db, close } = openDatabase(database.appUrl, { max: 10 });
    const ask = () => db.transaction((tx) => tx.execute(sql`select array['a', 'b'] as list`));
    await ask();
    const until = Date.now() + 3_000;
    const askers = Array.from({ length: 12 }, async () => {
      while (Date.now() < until) await ask().catch(() => {});
    });
    while (Date.now() < until) {
      await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'hausbuch'`;
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await Promise.all(askers);
    expect([...(await ask())]).toEqual([{ list: ['a', 'b'] }]);
    await close();
  });

  test('opens again after Postgres was not there', async () => {
    const proxy = await startFaultyProxy(database.appUrl);
    const { db, close } = openDatabase(proxy.url, { max: 2 });
    await db.transaction(async () => {});
    await proxy.close();
    for (let time = 0; time < 4; time += 1)
      expect(await failureOf(db.transaction(async () => {}))).toBeTruthy();
    await close();
  });
});

describe('a payment whose connection is lost at each of its statements', () => {
  const writers = 12;

  async function createBooks() {
    const books = await createPortfolio(database);
    const house = await createProperty(books.owner);
    const tenant = await createTenant(books.owner);
    const lease = await createLease(books.owner, { unitIds: [house.unitId], tenantIds: [tenant.id] });
    return { portfolioId: books.id, userId: books.ownerId, leaseId: lease.id };
  }
  type Books = Awaited<ReturnType<typeof createBooks>>;

  async function pay(caller: Caller, { leaseId }: Books, id: string) {
    await caller.payment.record({ id, leaseId, paidOn: today(), amountCents: 1_234 });
  }

  /** Sends it again, as a browser does, until it is acknowledged. */
  async function insist(caller: Caller, books: Books, id: string) {
    const refusals: string[] = [];
    for (let time = 0; time < 10; time += 1) {
      const failure = await pay(caller, books, id).then(
        () => null,
        (error: unknown) => error,
      );
      if (!failure) return refusals;
      refusals.push(failure instanceof Error ? failure.message : String(failure));
    }
    throw new Error(`never acknowledged: ${refusals.join(', ')}`);
  }

  test('is booked once, whole and under its own entry, by twelve writers at every statement', async () => {
    const all = await Promise.all(Array.from({ length: writers }, createBooks));
    const proxy = await startFaultyProxy(database.appUrl);
    const { db, close } = openDatabase(proxy.url, { max: 4 });
    const callers = await Promise.all(
      all.map(({ userId, portfolioId }) =>
        createTestCaller({ appUrl: database.appUrl, userId, portfolioId, database: db }),
      ),
    );
    const acknowledged: { id: string; books: Books }[] = [];
    const refusals = new Set<string>();
    const round = async () => {
      await Promise.all(
        all.map(async (books, at) => {
          const id = randomUUID();
          const caller = callers[at];
          if (!caller) throw new Error('no caller');
          for (const refusal of await insist(caller, books, id)) refusals.add(refusal);
          acknowledged.push({ id, books });
        }),
      );
    };
    await round();
    proxy.state.seen = 0;
    await round();
    const statements = Math.ceil(proxy.state.seen / writers);
    expect(statements).toBeGreaterThan(5);
    for (const when of ['unheard', 'unanswered'] as const) {
      // Every statement of one payment, while eleven others are somewhere in theirs.
      for (let at = 1; at <= statements; at += 1) {
        proxy.state.seen = 0;
        proxy.state.cut = { at: at * writers - (at % writers), when };
        await round();
      }
    }
    proxy.state.cut = null;
    for (let time = 0; time < 5; time += 1) {
      const going = round();
      await new Promise((resolve) => setTimeout(resolve, 3 * time));
      if (time % 2 === 0) proxy.failOver();
      else
        await admin`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'hausbuch'`;
      await going;
    }
    // A person is told to try again, and nothing of a server or its words.
    expect([...refusals]).toEqual(['unavailable']);

    // Answered at once afterwards.
    const began = performance.now();
    await Promise.all(callers.map((caller) => caller.portfolio.get()));
    expect(performance.now() - began).toBeLessThan(2_000);

    type Booked = { id: string; portfolioId: string; userId: string; times: number; parts: number };
    const bookedIn = (portfolioId: string) => admin<Booked[]>`
      select p.id, p.portfolio_id as "portfolioId", p.recorded_by as "userId", count(*)::int as times,
        count(distinct w.by)::int as parts
      from hausbuch.payment p
      left join lateral (
        select p.xmin::text as by
        union all select a.xmin::text from hausbuch.allocation a
          where a.portfolio_id = ${portfolioId} and a.payment_id = p.id and a.allocated_at = p.recorded_at
        union all select e.xmin::text from hausbuch.audit_event e
          where e.portfolio_id = ${portfolioId} and e.entity_id = p.id
      ) w on true
      where p.portfolio_id = ${portfolioId}
      group by p.portfolio_id, p.id, p.recorded_by`;
    const booked = (await Promise.all(all.map((books) => bookedIn(books.portfolioId)))).flat();
    expect(new Set(booked.map(({ id }) => id))).toEqual(new Set(acknowledged.map(({ id }) => id)));
    for (const { id, books } of acknowledged) {
      const row = booked.find((one) => one.id === id);
      expect(row).toMatchObject({ portfolioId: books.portfolioId, userId: books.userId, parts: 1 });
    }
    for (const { portfolioId } of all) expect([...(await brokenLaws({ admin, portfolioId }))]).toEqual([]);
    const strangers = await admin`
      select 1 from hausbuch.audit_event e left join hausbuch.member own
        on own.portfolio_id = e.portfolio_id and own.user_id = e.user_id
      where e.user_id is not null and own.user_id is null
        and e.portfolio_id in (select portfolio_id from hausbuch.member)`;
    expect([...strangers]).toEqual([]);
    await close();
    await proxy.close();
  });
});
