import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Tx } from '@/db/client';
import { member, portfolio } from '@/db/schema';
import { createCallerFactory, router } from '@/trpc/init';
import {
  eraseProcedure,
  managerProcedure,
  memberProcedure,
  ownerProcedure,
  publicProcedure,
  signedInProcedure,
  verifiedProcedure,
} from '@/trpc/procedures';
import {
  closeTestCallers,
  createTestContext,
  createTestToken,
  makeSigningKey,
  type TestCallerOptions,
} from '../factories/session';
import { createTestDatabase, type TestDatabase } from '../setup/database';

/** What the database knows of the caller. */
async function seen(tx: Tx) {
  const [row] = await tx.execute<{ role: string; user_id: string; portfolio_id: string }>(
    sql`select current_user as role, current_setting('app.user_id') as user_id,
      current_setting('app.portfolio_id') as portfolio_id`,
  );
  return row;
}

/** One procedure per rung, and some that fail. */
const testRouter = router({
  open: publicProcedure.query(() => 'open'),
  verified: verifiedProcedure.query(({ ctx }) => ctx.verifiedSession.userId),
  signedIn: signedInProcedure.query(({ ctx }) => seen(ctx.tx)),
  read: memberProcedure.query(({ ctx }) => seen(ctx.tx)),
  scope: memberProcedure.query(({ ctx }) => ctx.scope),
  write: managerProcedure.mutation(({ ctx }) => seen(ctx.tx)),
  own: ownerProcedure.mutation(({ ctx }) => seen(ctx.tx)),
  erase: eraseProcedure.mutation(({ ctx }) => seen(ctx.tx)),
  rename: managerProcedure
    .input(z.strictObject({ name: z.string().min(1), thenFail: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      await ctx.tx.update(portfolio).set({ name: input.name });
      if (input.thenFail) throw new Error('after the write');
      return 'renamed';
    }),
  violate: managerProcedure.mutation(({ ctx }) =>
    ctx.tx.insert(member).values({ portfolioId: ctx.scope.portfolioId, role: 'viewer' }),
  ),
});
const createLadderCaller = createCallerFactory(testRouter);

let database: TestDatabase;
let admin: postgres.Sql;
const users = { owner: randomUUID(), manager: randomUUID(), viewer: randomUUID(), stranger: randomUUID() };
const first = randomUUID();
const second = randomUUID();
const foreign = randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  for (const [id, name] of [
    [first, 'First'],
    [second, 'Second'],
    [foreign, 'Foreign'],
  ] as const) {
    await admin`insert into hausbuch.portfolio (id, name, jurisdiction, currency, time_zone)
      values (${id}, ${name}, 'DE', 'EUR', 'Europe/Berlin')`;
  }
  const join = (portfolioId: string, userId: string, memberRole: string) =>
    admin`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
      values (${portfolioId}, ${userId}, ${memberRole}, now())`;
  await join(first, users.owner, 'owner');
  await join(second, users.owner, 'viewer');
  await join(first, users.manager, 'manager');
  await join(first, users.viewer, 'viewer');
  await join(foreign, users.stranger, 'owner');
});

afterAll(async () => {
  await closeTestCallers();
  await admin.end();
  await database.drop();
});

async function callerFor(userId: string | null, options: Partial<TestCallerOptions> = {}) {
  const context = await createTestContext({
    appUrl: database.appUrl,
    userId,
    portfolioId: first,
    ...options,
  });
  return createLadderCaller(context);
}

/** The code a call fails with: the domain's, else tRPC's. */
async function failure(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => 'no failure',
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCError)) return String(error);
  const { cause } = error;
  return cause && 'code' in cause ? `${error.code} ${String(cause.code)}` : error.code;
}

describe('the ladder', () => {
  it('lets everybody up to their rung and nobody further', async () => {
    const outcome = async (userId: string | null) => {
      const caller = await callerFor(userId);
      const rungs = ['open', 'verified', 'signedIn', 'read', 'write', 'own', 'erase'] as const;
      const passed: string[] = [];
      for (const rung of rungs) {
        if ((await failure(caller[rung]())) === 'no failure') passed.push(rung);
      }
      return passed;
    };
    expect(await outcome(null)).toEqual(['open']);
    expect(await outcome(users.viewer)).toEqual(['open', 'verified', 'signedIn', 'read']);
    expect(await outcome(users.manager)).toEqual(['open', 'verified', 'signedIn', 'read', 'write']);
    expect(await outcome(users.owner)).toEqual([
      'open',
      'verified',
      'signedIn',
      'read',
      'write',
      'own',
      'erase',
    ]);
  });

  it('says which rung is missing', async () => {
    expect(await failure((await callerFor(null)).read())).toBe('UNAUTHORIZED auth.signed_out');
    expect(await failure((await callerFor(users.viewer)).write())).toBe('FORBIDDEN forbidden');
    expect(await failure((await callerFor(users.manager)).own())).toBe('FORBIDDEN forbidden');
    expect(await failure((await callerFor(randomUUID(), { portfolioId: null })).read())).toBe(
      'NOT_FOUND portfolio.none',
    );
  });

  it('runs as the app, for the user, in the portfolio; only the danger zone may erase', async () => {
    const caller = await callerFor(users.owner);
    const asApp = { role: 'hausbuch_app', user_id: users.owner, portfolio_id: first };
    expect(await caller.read()).toEqual(asApp);
    expect(await caller.own()).toEqual(asApp);
    expect(await caller.erase()).toEqual({ ...asApp, role: 'hausbuch_erase' });
    expect(await caller.signedIn()).toEqual({ ...asApp, portfolio_id: '' });
  });

  it('refuses expired and forged tokens on every rung', async () => {
    const expired = await createTestToken(users.owner, { exp: Math.floor(Date.now() / 1000) - 60 });
    const forged = await createTestToken(users.owner, {}, await makeSigningKey());
    for (const accessToken of [expired, forged]) {
      const caller = await callerFor(users.owner, { accessToken });
      for (const rung of ['verified', 'signedIn', 'read', 'write', 'own', 'erase'] as const) {
        expect(await failure(caller[rung]())).toBe('UNAUTHORIZED auth.token_invalid');
      }
    }
  });
});

describe('the current portfolio', () => {
  it('is the one of the cookie, with the role held there', async () => {
    const scope = await (await callerFor(users.owner, { portfolioId: second })).scope();
    expect(scope).toMatchObject({ portfolioId: second, role: 'viewer', timeZone: 'Europe/Berlin' });
    expect(await failure((await callerFor(users.owner, { portfolioId: second })).write())).toBe(
      'FORBIDDEN forbidden',
    );
  });

  it.each([
    ['no cookie', null],
    ['a cookie of a portfolio one is no member of', foreign],
    ['a cookie of a portfolio that does not exist', randomUUID()],
    ['a cookie that is no id', "' or true --"],
  ])('is the first joined with %s', async (_name, portfolioId) => {
    expect(await (await callerFor(users.owner, { portfolioId })).scope()).toMatchObject({
      portfolioId: first,
      role: 'owner',
    });
  });

  it('is the one a tab names', async () => {
    const caller = await callerFor(users.owner, { portfolioId: second, isPortfolioNamed: true });
    expect(await caller.scope()).toMatchObject({ portfolioId: second });
  });

  it.each([
    ['one is no member of', foreign],
    ['that does not exist', randomUUID()],
    ['by no id', "' or true --"],
  ])('is no other one where a tab names one %s', async (_name, portfolioId) => {
    const caller = await callerFor(users.owner, { portfolioId, isPortfolioNamed: true });
    expect(await failure(caller.scope())).toBe('NOT_FOUND portfolio.gone');
  });
});

describe('the second factor', () => {
  it('is demanded on every rung that reads data, once one is verified', async () => {
    const userId = randomUUID();
    await admin`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
      values (${first}, ${userId}, 'owner', now())`;
    const [table] = await admin`select to_regclass('auth.mfa_factors') is not null as present`;
    if (!table?.present) throw new Error('The template has no auth.mfa_factors.');
    await admin`insert into auth.users (id, email) values (${userId}, ${`${userId}@example.com`})`;
    await admin`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (${randomUUID()}, ${userId}, 'totp', 'verified', now(), now())`;

    const half = await callerFor(userId);
    for (const rung of ['signedIn', 'read', 'write', 'own', 'erase'] as const) {
      expect(await failure(half[rung]())).toBe('FORBIDDEN auth.second_factor_required');
    }
    const full = await callerFor(userId, { aal: 'aal2' });
    expect(await failure(full.own())).toBe('no failure');
  });
});

describe('the transaction', () => {
  const nameOfFirst = async () => {
    const [row] = await admin`select name from hausbuch.portfolio where id = ${first}`;
    return row?.name;
  };

  it('commits what succeeded', async () => {
    const caller = await callerFor(users.manager);
    expect(await caller.rename({ name: 'Renamed', thenFail: false })).toBe('renamed');
    expect(await nameOfFirst()).toBe('Renamed');
    const [untouched] = await admin`select name from hausbuch.portfolio where id = ${foreign}`;
    expect(untouched?.name).toBe('Foreign');
  });

  it('rolls back what failed, and conceals why', async () => {
    const before = await nameOfFirst();
    const caller = await callerFor(users.manager);
    const call = caller.rename({ name: 'Half done', thenFail: true });
    await expect(call).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: 'unexpected' });
    expect(await nameOfFirst()).toBe(before);
  });

  it('turns a refusal of the database into a code, without its words', async () => {
    const error: unknown = await (await callerFor(users.manager))
      .violate()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'BAD_REQUEST', message: 'invalid' });
  });

  it('refuses bad input before the resolver runs', async () => {
    const caller = await callerFor(users.manager);
    expect(await failure(caller.rename({ name: '', thenFail: false }))).toBe('BAD_REQUEST');
  });
});

describe('verification', () => {
  it('happens once per request, however many procedures a batch calls', async () => {
    const context = await createTestContext({ appUrl: database.appUrl, userId: users.owner });
    const session = vi.spyOn(context, 'session');
    const caller = createLadderCaller(context);
    await Promise.all([caller.read(), caller.write(), caller.own(), caller.verified()]);
    expect(session.mock.calls.length).toBeGreaterThanOrEqual(4);
    const sessions = await Promise.all(session.mock.results.map((result) => result.value));
    expect(new Set(sessions).size).toBe(1);
  });
});
