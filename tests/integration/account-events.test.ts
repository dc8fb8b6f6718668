import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '@/auth/server/token';
import { type Database, openDatabase } from '@/db/client';
import { enterRequest } from '@/db/scope';
import { forgetEvents, type Place, recordChange, recordSignIn } from '@/features/account/event-commands';
import { findFormerEmail, getRecoveryCodes } from '@/features/account/event-queries';
import { accountEventDays } from '@/features/account/event-rules';
import { ownCodes } from '@/features/account/recovery-code-commands';
import { makeCodes, recoverWithCode, replaceOwnCodes } from '@/features/account/recovery-code-steps';
import { forgetOldEvents } from '@/jobs/account-events';
import { DomainError } from '@/lib/errors';
import { failureOf } from '../factories/failure.ts';
import { asAdmin } from '../factories/records.ts';
import { addressOf, closeTestCallers, createTestCaller, signInAs } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let pool: ReturnType<typeof openDatabase>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openDatabase(database.appUrl);
  db = pool.db;
});
afterAll(async () => {
  await closeTestCallers();
  await pool.close();
  await database.drop();
});

const laptop: Place = { browser: 'Firefox', system: 'Linux', isPhone: false, deviceHash: 'a'.repeat(64) };
const phone: Place = { browser: 'Safari', system: 'iPhone', isPhone: true, deviceHash: 'b'.repeat(64) };

async function person(): Promise<Session> {
  const userId = randomUUID();
  const email = addressOf(userId);
  const sessionId = await signInAs(database.appUrl, userId, email);
  return { userId, sessionId, aal: 'aal1', email, displayName: '', amr: [] };
}

const enter = <T>(session: Session, work: Parameters<typeof enterRequest<T>>[2]) =>
  enterRequest(db, { userId: session.userId, sessionId: session.sessionId, portfolioId: null }, work);

const signIn = (session: Session, place: Place, at = new Date()) =>
  enter(session, ({ tx }) => recordSignIn(tx, session, { ...place, way: 'password', hasFactor: false }, at));

type Recovery = Parameters<typeof recoverWithCode>;
const recover = (admin: Recovery[1]['admin'], me: Session, brought: Recovery[2]) =>
  recoverWithCode(ownCodes(me, db), { admin, secret: 'key' }, brought);

const addFactor = ({ userId }: Session) =>
  asAdmin(
    database,
    (
      sql,
    ) => sql`insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
      values (${randomUUID()}, ${userId}, 'totp', 'verified', 'App', now(), now())`,
  );

describe('sign-ins', () => {
  test('stand there once per session, and a device is new until it has signed in', async () => {
    const first = await person();
    const again = { ...first, sessionId: randomUUID() };
    expect(await signIn(first, laptop)).toEqual({ isNewDevice: true });
    expect(await signIn(first, laptop), 'sent twice').toBeNull();
    expect(await signIn(again, laptop)).toEqual({ isNewDevice: false });
    expect(await signIn({ ...first, sessionId: randomUUID() }, phone)).toEqual({ isNewDevice: true });
    // Somebody else on the same device.
    expect(await signIn(await person(), laptop)).toEqual({ isNewDevice: true });
  });

  test('are shown to whose they are, the present one marked, without the mark of the device', async () => {
    const me = await person();
    const caller = await createTestCaller({ appUrl: database.appUrl, userId: me.userId });
    await signIn(me, phone, new Date(Date.now() - 60_000));
    await enter(me, ({ tx }) => recordChange(tx, me, 'password_changed', laptop, new Date()));
    const asked = { ...laptop, formerEmail: 'old@example.com' };
    await enter(me, ({ tx }) => recordChange(tx, me, 'email_change_asked', asked, new Date()));
    const events = await caller.account.listEvents();
    expect(events.map(({ kind, browser, way }) => ({ kind, browser, way }))).toEqual([
      { kind: 'password_changed', browser: 'Firefox', way: null },
      { kind: 'sign_in', browser: 'Safari', way: 'password' },
    ]);
    expect(JSON.stringify(events)).not.toContain(phone.deviceHash);
    const stranger = await createTestCaller({ appUrl: database.appUrl, userId: randomUUID() });
    expect(await stranger.account.listEvents()).toEqual([]);
    expect(await enter(me, ({ tx }) => findFormerEmail(tx, me.userId, new Date()))).toBe('old@example.com');
    const tomorrow = new Date(Date.now() + 86_400_001);
    expect(await enter(me, ({ tx }) => findFormerEmail(tx, me.userId, tomorrow))).toBeNull();
  });

  test('are gone after their days, and the device is new again', async () => {
    const me = await person();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await signIn(me, laptop, daysAgo(accountEventDays + 1));
    await signIn({ ...me, sessionId: randomUUID() }, phone, daysAgo(accountEventDays - 1));
    const later = { ...me, sessionId: randomUUID() };
    expect(await forgetEvents(db, daysAgo(accountEventDays))).toBe(1);
    expect(await forgetEvents(db, daysAgo(accountEventDays))).toBe(0);
    expect(await signIn(later, laptop)).toEqual({ isNewDevice: true });
    expect(await signIn({ ...me, sessionId: randomUUID() }, phone)).toEqual({ isNewDevice: false });
  });

  test('take along what was kept of invitations to limit them, once it is a day old', async () => {
    const kept = () =>
      asAdmin(database, async (sql) => {
        const rows = await sql<{ hash: string }[]>`select recipient_hash as hash from hausbuch.mail_sent`;
        return rows.map(({ hash }) => hash);
      });
    await asAdmin(
      database,
      (sql) => sql`insert into hausbuch.mail_sent (kind, sent_at, sender_user_id, recipient_hash) values
        ('letter', now() - interval '25 hours', ${randomUUID()}, 'old'),
        ('letter', now() - interval '23 hours', ${randomUUID()}, 'new')`,
    );
    await forgetOldEvents(db);
    expect(await kept()).toEqual(['new']);
  });
});

describe('an account that the sign-in server no longer has', () => {
  const rowsOf = ({ userId }: Session) =>
    asAdmin(database, async (sql) => {
      const counts: Record<string, number> = {};
      for (const name of ['account_event', 'recovery_code', 'recovery_attempt', 'profile', 'member']) {
        const [row] = await sql<{ rows: number }[]>`
          select count(*)::int as rows from ${sql(`hausbuch.${name}`)} where user_id = ${userId}`;
        counts[name] = row?.rows ?? 0;
      }
      const [mails] = await sql<{ rows: number }[]>`
        select count(*)::int as rows from hausbuch.mail_sent where sender_user_id = ${userId}`;
      return { ...counts, mail_sent: mails?.rows ?? 0 };
    });
  const leave = { account_event: 1, recovery_code: 10, recovery_attempt: 1, profile: 1, mail_sent: 1 };
  const nothing = { account_event: 0, recovery_code: 0, recovery_attempt: 0, profile: 0, mail_sent: 0 };

  async function withRows() {
    const me = await person();
    const caller = await createTestCaller({ appUrl: database.appUrl, userId: me.userId });
    const id = randomUUID();
    const place = { jurisdiction: 'DE', currency: 'EUR', timeZone: 'Europe/Berlin' } as const;
    await caller.portfolio.create({ id, name: 'Left', ...place });
    await caller.account.dismissSetup();
    await signIn(me, laptop);
    await replaceOwnCodes(ownCodes(me, db));
    await asAdmin(database, async (sql) => {
      await sql`insert into hausbuch.recovery_attempt (user_id, source, tries, since)
        values (${me.userId}, '', 1, now())`;
      await sql`insert into hausbuch.mail_sent (kind, sent_at, sender_user_id, recipient_hash)
        values ('letter', now(), ${me.userId}, 'hash')`;
    });
    expect(await rowsOf(me)).toEqual({ ...leave, member: 1 });
    return { me, id };
  }
  const endAtServer = ({ userId }: Session) =>
    asAdmin(database, (sql) => sql`delete from auth.users where id = ${userId}`);

  test('is in none of their own rows the next day; what it owned goes where its owner said so', async () => {
    const [lives, gone, said, soft] = [
      await withRows(),
      await withRows(),
      await withRows(),
      await withRows(),
    ];
    await asAdmin(database, async (sql) => {
      await sql`insert into hausbuch.erasure (kind, user_id, row_count) values ('account', ${said.me.userId}, 0)`;
      await sql`update auth.users set deleted_at = now() where id = ${soft.me.userId}`;
    });
    await endAtServer(gone.me);
    await endAtServer(said.me);
    await forgetOldEvents(db);
    expect(await rowsOf(lives.me)).toEqual({ ...leave, member: 1 });
    // Somebody removed the account at the server itself: nobody asked for the end of the books.
    expect(await rowsOf(gone.me)).toEqual({ ...nothing, member: 1 });
    expect(await rowsOf(soft.me)).toEqual({ ...nothing, member: 1 });
    expect(await rowsOf(said.me)).toEqual({ ...nothing, member: 0 });
    const books = await asAdmin(
      database,
      (sql) => sql<{ id: string }[]>`
        select id from hausbuch.portfolio where id in ${sql([lives.id, gone.id, said.id, soft.id])}`,
    );
    expect(books.map(({ id }) => id).sort()).toEqual([lives.id, gone.id, soft.id].sort());
    await forgetOldEvents(db);
  });

  test('leaves its books where its owner said so once and went on: the note is spent', async () => {
    const day = 86_400_000;
    const cases = {
      signedIn: await withRows(),
      founded: await withRows(),
      worked: await withRows(),
      saidAgain: await withRows(),
      atOnce: await withRows(),
    };
    const { signedIn, founded, worked, saidAgain, atOnce } = cases;
    await asAdmin(database, async (sql) => {
      const note = ({ me }: typeof founded, at: Date) =>
        sql`insert into hausbuch.erasure (kind, user_id, row_count, at) values ('account', ${me.userId}, 1, ${at})`;
      const age = async ({ me, id }: typeof founded) => {
        const before = new Date(Date.now() - 400 * day);
        await sql`update hausbuch.portfolio set created_at = ${before} where id = ${id}`;
        await sql`update hausbuch.member set created_at = ${before}, accepted_at = ${before} where user_id = ${me.userId}`;
        await sql`update hausbuch.profile set created_at = ${before} where user_id = ${me.userId}`;
        await sql`delete from hausbuch.account_event where user_id = ${me.userId}`;
        await sql`update hausbuch.audit_event set at = ${before} where portfolio_id = ${id}`;
      };
      const longAgo = new Date(Date.now() - 400 * day - 3_600_000);
      for (const one of Object.values(cases)) await note(one, longAgo);
      for (const one of [signedIn, worked, atOnce]) await age(one);
      await note(saidAgain, new Date());
      await sql`insert into hausbuch.account_event (user_id, session_id, kind, at, way, has_factor, is_phone)
        values (${signedIn.me.userId}, ${randomUUID()}, 'sign_in', now() - interval '5 days', 'password', false, false)`;
      await sql`insert into hausbuch.audit_event (portfolio_id, actor_kind, user_id, action, entity, entity_id)
        values (${worked.id}, 'user', ${worked.me.userId}, 'portfolio.update', 'portfolio', ${worked.id})`;
    });
    for (const { me } of Object.values(cases)) await endAtServer(me);
    await forgetOldEvents(db);
    for (const one of [signedIn, founded, worked])
      expect(await rowsOf(one.me)).toEqual({ ...nothing, member: 1 });
    for (const one of [saidAgain, atOnce]) expect(await rowsOf(one.me)).toEqual({ ...nothing, member: 0 });
    const books = await asAdmin(
      database,
      (sql) => sql<{ id: string }[]>`
        select id from hausbuch.portfolio where id in ${sql(Object.values(cases).map(({ id }) => id))}`,
    );
    expect(books.map(({ id }) => id).sort()).toEqual([signedIn.id, founded.id, worked.id].sort());
  });

  test('is nobody’s where more than half are gone at once: only a part of the sign-in server was brought back', async () => {
    const [one, said] = [await withRows(), await withRows()];
    const count = (await asAdmin(database, (sql) => sql`select user_id from hausbuch.profile`)).length;
    const strangers = Array.from({ length: Math.max(21, count + 20) }, () => randomUUID());
    await asAdmin(database, async (sql) => {
      await sql`insert into hausbuch.erasure (kind, user_id, row_count) values ('account', ${said.me.userId}, 0)`;
      await sql`insert into hausbuch.profile ${sql(strangers.map((user_id) => ({ user_id })))}`;
    });
    await endAtServer(one.me);
    await endAtServer(said.me);
    await forgetOldEvents(db);
    for (const { me } of [one, said]) expect(await rowsOf(me)).toEqual({ ...leave, member: 1 });
    // Twenty of them at most go at any time, so that a small installation forgets as a large one does.
    await asAdmin(
      database,
      (sql) => sql`delete from hausbuch.profile where user_id in ${sql(strangers.slice(18))}`,
    );
    await forgetOldEvents(db);
    expect(await rowsOf(one.me)).toEqual({ ...nothing, member: 1 });
    expect(await rowsOf(said.me)).toEqual({ ...nothing, member: 0 });
  });

  test('is not every account where the sign-in server has none at all: its database is being brought back', async () => {
    const [one, said] = [await withRows(), await withRows()];
    const users = await asAdmin(database, async (sql) => {
      await sql`insert into hausbuch.erasure (kind, user_id, row_count) values ('account', ${said.me.userId}, 0)`;
      // Few enough for a night.
      await sql`delete from hausbuch.profile where user_id not in ${sql([one.me.userId, said.me.userId])}`;
      return sql`delete from auth.users returning id`;
    });
    expect(users.length).toBeGreaterThan(1);
    await forgetOldEvents(db);
    for (const { me } of [one, said]) expect(await rowsOf(me)).toEqual({ ...leave, member: 1 });
  });
});

describe('recovery codes', () => {
  /** The sign-in server's part, as its database has it. */
  const removing = {
    async removeFactors(userId: string) {
      await asAdmin(database, (sql) => sql`delete from auth.mfa_factors where user_id = ${userId}`);
    },
  };
  const brought = (code: string, address = '203.0.113.7', now = new Date()) => ({
    ...{ code, address, now },
    place: laptop,
  });
  const left = async (me: Session) => (await enter(me, ({ tx }) => getRecoveryCodes(tx, me.userId))).left;
  const stored = (me: Session) =>
    asAdmin(
      database,
      (sql) => sql<{ hash: string }[]>`
        select code_hash as hash from hausbuch.recovery_code where user_id = ${me.userId}`,
    );

  test('are ten, kept as hashes, and new ones end the old', async () => {
    const me = await person();
    const first = await replaceOwnCodes(ownCodes(me, db));
    expect(new Set(first).size).toBe(10);
    const text = JSON.stringify(await stored(me));
    for (const code of first) expect(text).not.toContain(code.replaceAll('-', ''));
    const second = await replaceOwnCodes(ownCodes(me, db));
    await addFactor(me);
    expect(await left(me)).toBe(10);
    expect(await recover(removing, me, brought(first[0] ?? ''))).toBe('wrong');
    expect(await recover(removing, me, brought(second[0] ?? ''))).toBe('recovered');
  });

  test('are salted: nobody else’s code is any good, the same one neither', async () => {
    const [one, other] = [await makeCodes(), await makeCodes()];
    expect(one.hashed.salt).not.toBe(other.hashed.salt);
    const [me, stranger] = [await person(), await person()];
    const codes = await replaceOwnCodes(ownCodes(me, db));
    await replaceOwnCodes(ownCodes(stranger, db));
    await addFactor(stranger);
    expect(await recover(removing, stranger, brought(codes[0] ?? ''))).toBe('wrong');
    expect(await left(me)).toBe(10);
  });

  test('need the second factor to be made where there is one', async () => {
    const me = await person();
    await addFactor(me);
    expect(await failureOf(replaceOwnCodes(ownCodes(me, db)))).toContain('auth.second_factor_required');
    expect(await left(me)).toBe(0);
    expect(await replaceOwnCodes(ownCodes({ ...me, aal: 'aal2' }, db))).toHaveLength(10);
    await asAdmin(database, (sql) => sql`delete from auth.sessions where user_id = ${me.userId}`);
    expect(await failureOf(replaceOwnCodes(ownCodes({ ...me, aal: 'aal2' }, db)))).toContain(
      'auth.signed_out',
    );
  });

  test('one removes the factors, once, and that is written down', async () => {
    const me = await person();
    const [code = '', next = ''] = await replaceOwnCodes(ownCodes(me, db));
    expect(await recover(removing, me, brought(code)), 'nothing to remove').toBe('needless');
    await addFactor(me);
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const outcomes = await Promise.all([1, 2, 3].map(() => recover(removing, me, brought(typed))));
    expect(outcomes.filter((outcome) => outcome === 'recovered')).toHaveLength(1);
    expect(await left(me)).toBe(9);
    const caller = await createTestCaller({ appUrl: database.appUrl, userId: me.userId });
    expect(await caller.account.assurance()).toMatchObject({ hasFactor: false });
    expect((await caller.account.listEvents()).map(({ kind }) => kind)).toEqual(['recovery_code_used']);
    await addFactor(me);
    expect(await recover(removing, me, brought(code))).toBe('wrong');
    expect(await recover(removing, me, brought(next))).toBe('recovered');
  });

  test('a code is given back where the sign-in server cannot be asked', async () => {
    const me = await person();
    const [code = ''] = await replaceOwnCodes(ownCodes(me, db));
    await addFactor(me);
    const down = { removeFactors: () => Promise.reject(new DomainError('auth.unavailable')) };
    expect(await failureOf(recover(down, me, brought(code)))).toContain('auth.unavailable');
    expect(await left(me)).toBe(10);
    expect(await recover(removing, me, brought(code))).toBe('recovered');
  });

  test('a session that was ended recovers nothing', async () => {
    const me = await person();
    const [code = ''] = await replaceOwnCodes(ownCodes(me, db));
    await addFactor(me);
    await asAdmin(database, (sql) => sql`delete from auth.sessions where user_id = ${me.userId}`);
    expect(await recover(removing, me, brought(code))).toBe('signed_out');
    expect(await left(me)).toBe(10);
  });

  test('of forty guesses at one moment five are looked at; another address has its own, thirty in all', async () => {
    const me = await person();
    const [code = ''] = await replaceOwnCodes(ownCodes(me, db));
    await addFactor(me);
    const now = new Date();
    const guess = (address: string) => recover(removing, me, brought('0000-0000-0000', address, now));
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => guess('203.0.113.7')));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
    const rightHere = brought(code, '203.0.113.7', now);
    expect(await recover(removing, me, rightHere), 'the right one waits').toBe('too_many');
    for (const address of ['1', '2', '3', '4', '5'].map((end) => `198.51.100.${end}`)) {
      const there = await Promise.all(Array.from({ length: 5 }, () => guess(address)));
      expect(new Set(there)).toEqual(new Set(['wrong']));
    }
    expect(await guess('198.51.100.9'), 'thirty from everywhere').toBe('too_many');
    const inAnHour = new Date(now.getTime() + 3_600_000);
    expect(await recover(removing, me, brought(code, '203.0.113.7', inAnHour))).toBe('recovered');
  });

  test('whoever has a whole network of IPv6 addresses guesses no more than one, and leaves the owner theirs', async () => {
    const me = await person();
    const [code = ''] = await replaceOwnCodes(ownCodes(me, db));
    await addFactor(me);
    const now = new Date();
    const guess = (end: number) => recover(removing, me, brought('0000-0000-0000', `2001:db8::${end}`, now));
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, end) => guess(end)));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5);
    expect(await recover(removing, me, brought(code, '203.0.113.7', now))).toBe('recovered');
  });
});

test('all of it goes with the account', async () => {
  const me = await person();
  await signIn(me, laptop);
  await replaceOwnCodes(ownCodes(me, db));
  await addFactor(me);
  const admin = { removeFactors: () => Promise.resolve() };
  const guess = { code: 'no code', address: null, place: laptop, now: new Date() };
  await recover(admin, me, guess);
  await asAdmin(database, (sql) => sql`delete from auth.mfa_factors where user_id = ${me.userId}`);
  const rowsLeft = () =>
    asAdmin(database, async (sql) => {
      const tables = ['account_event', 'recovery_code', 'recovery_attempt'];
      const counts = tables.map(async (name) => {
        const [row] = await sql<{ rows: number }[]>`
          select count(*)::int as rows from ${sql(`hausbuch.${name}`)} where user_id = ${me.userId}`;
        return row?.rows ?? 0;
      });
      return Promise.all(counts);
    });
  expect(await rowsLeft()).toEqual([1, 10, 2]);
  const caller = await createTestCaller({ appUrl: database.appUrl, userId: me.userId });
  await caller.erasure.eraseAccount({ typedName: addressOf(me.userId) });
  expect(await rowsLeft()).toEqual([0, 0, 0]);
});
