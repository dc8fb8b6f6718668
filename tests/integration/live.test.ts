import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTrackedEnvelope } from '@trpc/server';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { LiveFeed } from '@/db/live-feed';
import { asAdmin, createPortfolio, createProperty } from '../factories/records.ts';
import { addressOf, closeTestCallers, createTestCaller } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
/** Two processes of the app on one database. */
let feeds: [LiveFeed, LiveFeed];
let streams: AsyncIterator<unknown>[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  feeds = [new LiveFeed(database.appUrl), new LiveFeed(database.appUrl)];
});
afterEach(async () => {
  for (const stream of streams) await stream.return?.();
  streams = [];
});
afterAll(async () => {
  await Promise.all(feeds.map((feed) => feed.close()));
  await closeTestCallers();
  await database.drop();
});

type Watch = {
  userId: string;
  /** What the cookie says. */
  portfolioId: string;
  /** What the page shows. */
  shownId?: string;
  liveFeed?: LiveFeed;
  lastEventId?: string | null;
};

/** Opens a stream as a browser does and waits until changes follow; `next` reads one message. */
async function watch({ lastEventId = null, liveFeed = feeds[0], shownId, ...who }: Watch) {
  const caller = await createTestCaller({ appUrl: database.appUrl, liveFeed, ...who });
  // On a cluster what a commit tells may come a moment after its answer: here it is of what was prepared.
  if (inject('testDatabase').servers.length > 1) await sleep(100);
  const stream = (await caller.live.changes({ lastEventId, portfolioId: shownId }))[Symbol.asyncIterator]();
  streams.push(stream);
  const next = async () => {
    const { value } = await stream.next();
    return isTrackedEnvelope(value) ? { id: value[0], ...Object(value[1]) } : value;
  };
  expect(await next()).toMatchObject({ kind: 'ready' });
  return next;
}

/** The next change of that kind: what the founding of a portfolio said may come after the stream has begun. */
async function nextOf(entity: string, next: () => Promise<{ entity?: string }>) {
  let change = await next();
  while (change && change.entity !== entity) change = await next();
  return change;
}

const quiet = (waiting: Promise<unknown>, ms = 300) =>
  Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, ms, 'nothing'))]);

test('of one person so many streams are open at a time, and others have theirs', async () => {
  const books = await createPortfolio(database);
  const viewer = await books.join('viewer');
  const own = { userId: books.ownerId, portfolioId: books.id };
  for (let count = 0; count < 20; count += 1) await watch(own);
  await expect(watch(own)).rejects.toMatchObject({ code: 'rate_limited' });
  await watch({ userId: viewer.userId, portfolioId: books.id });
  await streams.shift()?.return?.();
  await watch(own);
});

describe('a change', () => {
  test('reaches the other members within a second, in every process of the app', async () => {
    const books = await createPortfolio(database);
    const viewer = await books.join('viewer');
    const here = await watch({ userId: viewer.userId, portfolioId: books.id, liveFeed: feeds[0] });
    const there = await watch({ userId: books.ownerId, portfolioId: books.id, liveFeed: feeds[1] });
    const before = performance.now();
    const house = await createProperty(books.owner);
    const expected = { kind: 'change', entity: 'property', entityId: house.id, origin: null };
    expect(await here()).toMatchObject(expected);
    expect(await there()).toMatchObject(expected);
    expect(performance.now() - before).toBeLessThan(1_000);
  });

  test('names the tab it was made in, so that this one need not fetch again', async () => {
    const books = await createPortfolio(database);
    const next = await watch({ userId: books.ownerId, portfolioId: books.id });
    const tab = randomUUID();
    const caller = await createTestCaller({
      appUrl: database.appUrl,
      userId: books.ownerId,
      portfolioId: books.id,
      tab,
    });
    const house = await createProperty(caller);
    // What the founding of the portfolio said may come after the stream has begun.
    let change = await next();
    while (change.entityId !== house.id) change = await next();
    expect(change).toMatchObject({ origin: tab });
  });

  test('of another portfolio is not told', async () => {
    const [mine, theirs] = [await createPortfolio(database), await createPortfolio(database)];
    const next = await watch({ userId: mine.ownerId, portfolioId: mine.id });
    await createProperty(theirs.owner);
    const house = await createProperty(mine.owner);
    expect(await nextOf('property', next)).toMatchObject({ entityId: house.id });
  });

  test('is told of what the page shows, whichever another window has turned to since', async () => {
    const [mine, other] = [await createPortfolio(database), await createPortfolio(database)];
    await asAdmin(
      database,
      (sql) => sql`insert into hausbuch.member (portfolio_id, user_id, role, accepted_at)
        values (${other.id}, ${mine.ownerId}, 'manager', now())`,
    );
    const next = await watch({ userId: mine.ownerId, portfolioId: other.id, shownId: mine.id });
    await createProperty(other.owner);
    const house = await createProperty(mine.owner);
    expect(await nextOf('property', next)).toMatchObject({ entityId: house.id });
    // Whoever left what it shows hears of no other one in its place.
    const theirs = await createPortfolio(database);
    const gone = watch({ userId: mine.ownerId, portfolioId: other.id, shownId: theirs.id });
    await expect(gone).rejects.toThrow('portfolio.gone');
  });

  test('that is rolled back is not told', async () => {
    const books = await createPortfolio(database);
    const next = await watch({ userId: books.ownerId, portfolioId: books.id });
    const waiting = next();
    const house = { id: randomUUID(), name: '', kind: 'house' };
    await expect(books.owner.property.create(house as never)).rejects.toThrow();
    expect(await quiet(waiting)).toBe('nothing');
    await createProperty(books.owner);
    expect(await waiting).toMatchObject({ entity: 'property' });
  });
});

describe('whoever looks at a portfolio', () => {
  test.each(['an account', 'a portfolio'])(
    'hears that %s was erased, and the stream of who was in it ends',
    async (what) => {
      const books = await createPortfolio(database);
      const [leaving, staying] = [await books.join('owner'), await books.join('owner')];
      const theirs = await watch({ userId: leaving.userId, portfolioId: books.id });
      const ours = await watch({ userId: staying.userId, portfolioId: books.id });
      const [tab, { userId }] = [randomUUID(), leaving];
      const caller = await createTestCaller({ appUrl: database.appUrl, userId, portfolioId: books.id, tab });
      if (what === 'an account') await caller.erasure.eraseAccount({ typedName: addressOf(userId) });
      else {
        const { name } = await books.owner.portfolio.get();
        await caller.erasure.erasePortfolio({ id: books.id, typedName: name });
      }
      for (const next of [theirs, ours]) {
        expect(await nextOf('member', next)).toMatchObject({ kind: 'change', origin: tab });
        expect(await next()).toBeUndefined();
      }
    },
  );
});

describe('a page that begins to listen', () => {
  test('is told what changed since its data were read, by its own stream and beside that of another tab', async () => {
    const books = await createPortfolio(database);
    const theirs = await createPortfolio(database);
    await feeds[0].listen();
    await createProperty(books.owner);
    const heard = await watch({ userId: books.ownerId, portfolioId: books.id });
    await createProperty(books.owner);
    await heard();
    const position = feeds[0].position();
    const missed = await createProperty(books.owner);
    await createProperty(theirs.owner);
    await heard();
    const expected = { kind: 'change', entity: 'property', entityId: missed.id, origin: null };
    const who = { userId: books.ownerId, portfolioId: books.id };
    for (const liveFeed of feeds) {
      const next = await watch({ ...who, liveFeed, lastEventId: position });
      expect(await next()).toMatchObject(expected);
      const caller = await createTestCaller({ appUrl: database.appUrl, liveFeed, ...who });
      expect(await caller.live.missed({ after: position })).toEqual([expected]);
      expect(await caller.live.missed({ after: randomUUID() })).toEqual([{ kind: 'gap' }]);
    }
  });

  test('that has missed more than a hundred is told to ask for everything', async () => {
    const books = await createPortfolio(database);
    await feeds[0].listen();
    const admin = postgres(database.adminUrl, { max: 1 });
    const change = { portfolioId: books.id, entity: 'unit', entityId: books.id, origin: null };
    const announce = (...ids: string[]) =>
      admin`select pg_notify('hausbuch_change', (${JSON.stringify(change)}::text::jsonb || jsonb_build_object('id', id))::text)
        from unnest(${ids}::uuid[]) as id`;
    // Announcements come in the order of commits: behind this one nothing of what made the portfolio is on its way.
    const position = randomUUID();
    await announce(position);
    await expect.poll(() => feeds[0].position()).toBe(position);
    await announce(...Array.from({ length: 100 }, () => randomUUID()));
    await expect.poll(() => feeds[0].since(books.id, position)).toHaveLength(100);
    await announce(randomUUID());
    await expect.poll(() => feeds[0].since(books.id, position)).toEqual([{ kind: 'gap' }]);
    await admin.end();
  });
});

describe('who reads nothing of an open stream', () => {
  const announcing = (admin: postgres.Sql, portfolioId: string) => (entity: string, times: number) =>
    admin`select pg_notify('hausbuch_change', jsonb_build_object('id', gen_random_uuid(), 'portfolioId', ${portfolioId}::text,
      'entity', ${entity}::text, 'entityId', ${portfolioId}::text, 'origin', null)::text) from generate_series(1, ${times}::int)`;
  /** All that is still to be read; that the members changed ends it. */
  const rest = async (next: () => Promise<unknown>) => {
    const held: unknown[] = [];
    for (let message = await next(); message !== undefined; message = await next()) held.push(message);
    return held;
  };

  test.each([
    ['after', ['unit', 'member']],
    ['among', ['member', 'unit']],
  ])(
    'has it held up to a thousand changes, and then asks for everything; members changed %s them',
    async (_, said) => {
      const books = await createPortfolio(database);
      const next = await watch({ userId: books.ownerId, portfolioId: books.id });
      const admin = postgres(database.adminUrl, { max: 1 });
      const announce = announcing(admin, books.id);
      for (const entity of said) await announce(entity, entity === 'unit' ? 3_000 : 1);
      const last = randomUUID();
      const change = { id: last, portfolioId: randomUUID(), entity: 'unit', entityId: last, origin: null };
      await admin`select pg_notify('hausbuch_change', ${JSON.stringify(change)})`;
      await expect.poll(() => feeds[0].position()).toBe(last);
      const held = await rest(next);
      expect(held.length).toBeLessThanOrEqual(1_000);
      expect(held).toContainEqual({ kind: 'gap' });
      await admin.end();
    },
  );
});

describe('a stream that was broken off', () => {
  test('goes on after the last change it has seen', async () => {
    const books = await createPortfolio(database);
    const other = await watch({ userId: books.ownerId, portfolioId: books.id });
    await createProperty(books.owner);
    const seen = await other();
    const missed = await createProperty(books.owner);
    await other();
    const next = await watch({
      userId: books.ownerId,
      portfolioId: books.id,
      lastEventId: (seen as { id: string }).id,
    });
    expect(await next()).toMatchObject({ entityId: missed.id });
  });

  test('says that there is a gap when its last change is not remembered', async () => {
    const books = await createPortfolio(database);
    const next = await watch({ userId: books.ownerId, portfolioId: books.id, lastEventId: randomUUID() });
    expect(await next()).toEqual({ kind: 'gap' });
  });

  test('says so, too, when the database has cut the connection it listens by', async () => {
    const feed = new LiveFeed(database.appUrl);
    try {
      const books = await createPortfolio(database);
      const next = await watch({ userId: books.ownerId, portfolioId: books.id, liveFeed: feed });
      const admin = postgres(database.adminUrl, { max: 1 });
      await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'hausbuch live' and datname = current_database()`;
      await admin.end();
      expect(await next()).toEqual({ kind: 'gap' });
      await createProperty(books.owner);
      expect(await next()).toMatchObject({ entity: 'property' });
    } finally {
      await feed.close();
    }
  });
});

test('a stream on which nothing happens says every 25 seconds how far it has heard', async () => {
  const books = await createPortfolio(database);
  const next = await watch({ userId: books.ownerId, portfolioId: books.id });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = next();
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(25_000);
  vi.useRealTimers();
  expect(await waiting).toEqual({ kind: 'heartbeat', id: feeds[0].position() });
});

test('without a listening connection the stream says so and ends', async () => {
  const books = await createPortfolio(database);
  const deaf = new LiveFeed('postgres://nobody@127.0.0.1:1/none');
  const caller = await createTestCaller({
    appUrl: database.appUrl,
    userId: books.ownerId,
    portfolioId: books.id,
    liveFeed: deaf,
  });
  const stream = (await caller.live.changes({ lastEventId: null }))[Symbol.asyncIterator]();
  expect((await stream.next()).value).toEqual({ kind: 'unavailable' });
  expect((await stream.next()).done).toBe(true);
  expect(await caller.live.missed({ after: randomUUID() })).toEqual([]);
});
