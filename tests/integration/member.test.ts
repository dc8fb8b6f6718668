import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '@/db/client';
import { findInvitation } from '@/features/member/queries';
import { forgetInvitationsEverywhere } from '@/jobs/invitations';
import { failureOf } from '../factories/failure.ts';
import { asAdmin, createPortfolio, createProperty, type Records } from '../factories/records.ts';
import { addressOf, closeTestCallers, createTestCaller, testMails } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Records;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await createPortfolio(database, { name: 'Hinterhaus & Söhne <b>' });
  testMails.length = 0;
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

/** A person of the sign-in server who is in no portfolio yet. */
async function stranger(email?: string) {
  const userId = randomUUID();
  const address = email ?? addressOf(userId);
  const caller = await createTestCaller({ appUrl: database.appUrl, userId, email: address });
  return { userId, email: address, caller };
}

const tokenOf = (text: string) => /invitation\?token=([\w-]+)/.exec(text)?.[1] ?? '';
const lastToken = () => tokenOf(testMails.at(-1)?.text ?? '');
const code = (failure: string) => failure.replace(/ @.*/, '');

async function invite(email: string, role: 'manager' | 'viewer' = 'manager', language: 'en' | 'de' = 'en') {
  const id = randomUUID();
  await books.owner.member.invite({ id, email, role, language });
  return { id, token: lastToken() };
}

/** As if the clock had gone on for the invitations of this portfolio. */
const letTimePass = (interval: string) =>
  asAdmin(
    database,
    // Read and written back: a cluster asks nothing about a column while it changes rows that a setting could answer.
    async (sql) => {
      const rows = await sql`select id, invited_at - ${interval}::interval as at,
        invitation_expires_at - ${interval}::interval as until from hausbuch.member where portfolio_id = ${books.id}`;
      for (const { id, at, until } of rows)
        await sql`update hausbuch.member set invited_at = ${at}, invitation_expires_at = ${until}
          where portfolio_id = ${books.id} and id = ${id}`;
    },
  );

const inPortfolio = (userId: string) =>
  createTestCaller({ appUrl: database.appUrl, userId, portfolioId: books.id });

describe('an invitation', () => {
  test('carries no link but its own, whatever the portfolio is called', async () => {
    const bait = 'Win at https://evil.example/x or www.evil.example, mail a@evil.example. Really';
    books = await createPortfolio(database, { name: bait });
    const { email } = await stranger();
    await invite(email);
    const mail = testMails.at(-1);
    expect(mail?.text).not.toMatch(/evil\.|:\/\/evil|@evil|www\./);
    expect(mail?.text).toContain('Really');
    expect(mail?.subject).toBe('You are invited to Hausbuch');
  });

  test.each([
    ['a full stop of another script', 'Win at evil\u3002example or evil\uff0eexample'],
    ['wide signs', 'Win at https\uff1a\uff0f\uff0fevil\u2024example, mail a\uff20evil\ufe52example'],
    ['a blank of no width', 'Win at evil.\u200bexample or evil\u200b.example'],
    ['words turned around', 'Win at \u202eelpmaxe.live\u202c'],
  ])('nor one that is written with %s', async (_, bait) => {
    books = await createPortfolio(database, { name: bait });
    await invite((await stranger()).email);
    const mail = testMails.at(-1);
    const said = mail?.text.split('\n').find((line) => line.includes('Win at')) ?? '';
    expect(said).not.toMatch(/\p{Cf}/u);
    expect(said.normalize('NFKC')).not.toMatch(/[.\u3002/:@](?=[a-z])/);
  });

  test('reaches one person five times a day at most, from however many portfolios', async () => {
    const { email } = await stranger();
    for (let turn = 0; turn < 5; turn += 1) {
      books = await createPortfolio(database);
      await invite(email);
    }
    books = await createPortfolio(database);
    expect(code(await failureOf(invite(email)))).toBe('rate_limited');
    await invite((await stranger()).email);
  });

  test('nor does another process of the app, nor a new portfolio in the place of an erased one, send a sixth', async () => {
    const { email } = await stranger();
    for (let turn = 0; turn < 5; turn += 1) {
      books = await createPortfolio(database);
      await invite(email);
      await asAdmin(
        database,
        (sql) => sql`delete from hausbuch.audit_event where portfolio_id = ${books.id}`,
      );
    }
    // The app anew, as a process that has seen nothing of it.
    vi.resetModules();
    const elsewhere = await import('../factories/session.ts');
    const { rememberAdmin } = await import('../setup/admin-urls.ts');
    rememberAdmin(database.appUrl, database.adminUrl);
    books = await createPortfolio(database);
    const owner = await elsewhere.createTestCaller({
      appUrl: database.appUrl,
      userId: books.ownerId,
      portfolioId: books.id,
    });
    const input = { id: randomUUID(), email, role: 'viewer', language: 'en' } as const;
    await expect(owner.member.invite(input)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await elsewhere.closeTestCallers();
  });

  test('of ten sent to one person at once five go out', async () => {
    const { email } = await stranger();
    const portfolios = await Promise.all(Array.from({ length: 10 }, () => createPortfolio(database)));
    const sent = await Promise.allSettled(
      portfolios.map(({ owner }) =>
        owner.member.invite({ id: randomUUID(), email, role: 'viewer', language: 'en' }),
      ),
    );
    expect(sent.filter((one) => one.status === 'fulfilled')).toHaveLength(5);
    const rows = await asAdmin(
      database,
      (sql) => sql<{ kept: string }[]>`
      select to_jsonb(s)::text as kept from hausbuch.mail_sent s`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
    expect(rows.some((row) => row.kept.includes(email))).toBe(false);
  });

  test('goes by no mail where only whoever asks says where this is: the owner hands the link over', async () => {
    const { email } = await stranger();
    const owner = await createTestCaller({
      appUrl: database.appUrl,
      userId: books.ownerId,
      portfolioId: books.id,
      mailOrigin: null,
    });
    const input = { id: randomUUID(), email, role: 'viewer', language: 'en' } as const;
    const { link } = await owner.member.invite(input);
    expect(link).toContain('/invitation?token=');
    expect(testMails.filter(({ to }) => to === email)).toEqual([]);
  });

  test('goes by mail, is accepted by that very person, and works once', async () => {
    const anna = await stranger();
    const { token } = await invite(anna.email.toUpperCase(), 'manager', 'de');
    const [mail] = testMails;
    expect(mail?.to).toBe(anna.email);
    expect(mail?.subject).toBe('Einladung zu Hausbuch');
    expect(mail?.text).toContain('Hinterhaus & Söhne <b>');
    expect(mail?.html).toContain('Hinterhaus &amp; Söhne &lt;b&gt;');
    expect(mail?.text).toContain(`https://hausbuch.example/de/invitation?token=${token}`);

    expect(await anna.caller.member.accept({ token })).toEqual({ portfolioId: books.id, role: 'manager' });
    expect(await anna.caller.portfolio.list()).toMatchObject([{ id: books.id, role: 'manager' }]);
    await createProperty(await inPortfolio(anna.userId));
    expect(code(await failureOf(anna.caller.member.accept({ token })))).toBe('not_found');
    const { members, invitations } = await books.owner.member.list();
    expect(members).toMatchObject([
      { role: 'owner', isSelf: true },
      { role: 'manager', isSelf: false, email: anna.email },
    ]);
    expect(invitations).toEqual([]);
  });

  test('of two who accept at once, with the same address, one comes in', async () => {
    const anna = await stranger();
    const { token } = await invite(anna.email);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => anna.caller.member.accept({ token })));
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  test('opens nothing for somebody else, nor for an address that is not confirmed', async () => {
    const anna = await stranger();
    const { token } = await invite(anna.email);
    const thief = await stranger();
    expect(code(await failureOf(thief.caller.member.accept({ token })))).toBe('member.other_address');
    await asAdmin(
      database,
      (sql) => sql`update auth.users set email_confirmed_at = null where id = ${anna.userId}`,
    );
    expect(code(await failureOf(anna.caller.member.accept({ token })))).toBe('member.other_address');
    expect(code(await failureOf(thief.caller.property.list({})))).toBe('portfolio.none');
  });

  test('the database keeps a hash of it and never the secret', async () => {
    const { id, token } = await invite('anna@example.com');
    const [row] = await asAdmin(
      database,
      (sql) => sql`select m::text as text from hausbuch.member m where id = ${id}`,
    );
    const secret = Buffer.from(token, 'base64url').subarray(16);
    for (const form of [token, secret.toString('hex'), secret.toString('base64url')]) {
      expect(row?.text).not.toContain(form);
    }
    const [audit] = await asAdmin(
      database,
      (sql) => sql`select after from hausbuch.audit_event where entity_id = ${id}`,
    );
    expect(audit?.after).toEqual({ email: 'anna@example.com', role: 'manager' });
  });

  test('after seven days it is over; sent again it lives, and the first link does not', async () => {
    const anna = await stranger();
    const { id, token } = await invite(anna.email);
    await letTimePass('7 days');
    expect(code(await failureOf(anna.caller.member.accept({ token })))).toBe('member.invitation_expired');
    await books.owner.member.resend({ id, version: 1 });
    expect(code(await failureOf(anna.caller.member.accept({ token })))).toBe('not_found');
    await anna.caller.member.accept({ token: lastToken() });
  });

  test.each([
    ['was removed', (row: { id: string; version: number }) => books.owner.member.remove(row)],
    [
      'is an owner no more',
      (row: { id: string; version: number }) => books.owner.member.setRole({ ...row, role: 'viewer' }),
    ],
  ])('of somebody who %s opens nothing until an owner sends it again', async (_, end) => {
    const { caller } = await books.join('owner');
    const anna = await stranger();
    const id = randomUUID();
    await caller.member.invite({ id, email: anna.email, role: 'manager', language: 'en' });
    const token = lastToken();
    const { members } = await books.owner.member.list();
    const row = members.find((one) => !one.isSelf);
    await end({ id: row?.id ?? '', version: row?.version ?? 0 });
    expect(code(await failureOf(anna.caller.member.accept({ token })))).toBe('member.invitation_expired');
    const { db, close } = openDatabase(database.appUrl);
    expect((await findInvitation(token, db))?.isExpired).toBe(true);
    await close();
    expect((await books.owner.member.list()).invitations).toMatchObject([{ id, isExpired: true }]);
    await letTimePass('2 minutes');
    await books.owner.member.resend({ id, version: 1 });
    expect((await books.owner.member.list()).invitations).toMatchObject([{ id, isExpired: false }]);
    await anna.caller.member.accept({ token: lastToken() });
  });

  test('withdrawn, its link leads nowhere', async () => {
    const anna = await stranger();
    const { id, token } = await invite(anna.email);
    await books.owner.member.remove({ id, version: 1 });
    expect(code(await failureOf(anna.caller.member.accept({ token })))).toBe('not_found');
  });

  test.each([
    '',
    'x',
    'A'.repeat(54),
    Buffer.concat([Buffer.alloc(16), Buffer.alloc(24)]).toString('base64url'),
  ])('a made-up token is not found: %j', async (token) => {
    const { caller } = await stranger();
    expect(code(await failureOf(caller.member.accept({ token })))).toBe('not_found');
  });

  test('is not sent twice a minute, nor to a member, nor twice to one address', async () => {
    const { id } = await invite('anna@example.com');
    expect(code(await failureOf(books.owner.member.resend({ id, version: 1 })))).toBe('rate_limited');
    const again = { id: randomUUID(), email: 'Anna@Example.com', role: 'viewer', language: 'en' } as const;
    expect(await failureOf(books.owner.member.invite(again))).toContain('member.already_invited');
    const self = { ...again, email: addressOf(books.ownerId) };
    expect(await failureOf(books.owner.member.invite(self))).toContain('member.already_member');
    expect(testMails).toHaveLength(1);
  });

  test('asked for again with its id gives the first answer and no second mail; with other words it is refused', async () => {
    const { email } = await stranger();
    const input = { id: randomUUID(), email, role: 'viewer', language: 'de' } as const;
    const first = await books.owner.member.invite(input);
    expect(await books.owner.member.invite(input)).toEqual(first);
    expect(testMails).toHaveLength(1);
    expect((await books.owner.member.list()).invitations).toHaveLength(1);
    const other = { ...input, role: 'manager' } as const;
    expect(await failureOf(books.owner.member.invite(other))).toContain('already_exists');
  });

  test('thirty an hour and no more', async () => {
    for (let index = 0; index < 30; index += 1) await invite(`guest${index}@example.com`);
    const next = { id: randomUUID(), email: 'one@example.com', role: 'viewer', language: 'en' } as const;
    expect(code(await failureOf(books.owner.member.invite(next)))).toBe('rate_limited');
  });

  test('makes nobody an owner', async () => {
    const { id } = await invite('anna@example.com');
    const owner = { id: randomUUID(), email: 'b@example.com', role: 'owner', language: 'en' };
    expect(await failureOf(Reflect.apply(books.owner.member.invite, null, [owner]))).toMatch(/^BAD_REQUEST/);
    expect(code(await failureOf(books.owner.member.setRole({ id, version: 1, role: 'owner' })))).toBe(
      'member.not_accepted',
    );
  });

  test('the page shows its bearer where it leads, and who it is for', async () => {
    const { db, close } = openDatabase(database.appUrl);
    try {
      const { token } = await invite('anna@example.com', 'viewer');
      expect(await findInvitation(token, db)).toEqual({
        role: 'viewer',
        email: 'anna@example.com',
        isExpired: false,
        portfolioName: 'Hinterhaus & Söhne <b>',
      });
      await letTimePass('8 days');
      expect((await findInvitation(token, db))?.isExpired).toBe(true);
      const other = Buffer.from(token, 'base64url');
      other.writeUInt8(other.readUInt8(20) ^ 1, 20);
      expect(await findInvitation(other.toString('base64url'), db)).toBeNull();
    } finally {
      await close();
    }
  });
});

describe('an invitation nobody accepted', () => {
  test('is forgotten with its address thirty days after it ended, and nobody else goes', async () => {
    const { db, close } = openDatabase(database.appUrl);
    const accepted = await stranger();
    const { token } = await invite(accepted.email);
    await accepted.caller.member.accept({ token });
    await invite('gone@example.com', 'viewer');
    // Seven days and thirty, less one; the second was made a day later.
    await letTimePass('36 days');
    await invite('late@example.com');
    expect(await forgetInvitationsEverywhere(db)).toEqual({ invitations: 0, failed: 0 });
    await letTimePass('1 day 1 minute');
    expect(await forgetInvitationsEverywhere(db)).toEqual({ invitations: 1, failed: 0 });
    expect(await forgetInvitationsEverywhere(db)).toEqual({ invitations: 0, failed: 0 });
    const { members, invitations } = await books.owner.member.list();
    expect(members.map(({ email }) => email)).toContain(accepted.email);
    expect(invitations.map(({ email }) => email)).toEqual(['late@example.com']);
    // The address may be invited again, and the journal says what became of the first time.
    await invite('gone@example.com');
    const [entry] = await asAdmin(
      database,
      (sql) => sql`select actor_kind, before from hausbuch.audit_event
        where portfolio_id = ${books.id} and action = 'member.lapse'`,
    );
    expect(entry).toEqual({ actor_kind: 'system', before: { role: 'viewer' } });
    await close();
  });
});

describe('members', () => {
  test('a manager and a viewer see who is in, and no invitations', async () => {
    await invite('anna@example.com');
    for (const role of ['manager', 'viewer'] as const) {
      const { caller } = await books.join(role);
      const { members, invitations } = await caller.member.list();
      expect(members.length).toBeGreaterThan(1);
      expect(invitations).toEqual([]);
    }
  });

  test('who is removed sees nothing from the next request on, with the same token', async () => {
    const { userId, caller } = await books.join('manager');
    await createProperty(caller);
    const { members } = await books.owner.member.list();
    const row = members.find((one) => !one.isSelf);
    await books.owner.member.remove({ id: row?.id ?? '', version: row?.version ?? 0 });
    expect(code(await failureOf(caller.property.list({})))).toBe('portfolio.none');
    expect(await (await inPortfolio(userId)).portfolio.list()).toEqual([]);
  });

  test('a viewer who is made a manager may write at once, and no longer when made a viewer again', async () => {
    const { caller } = await books.join('viewer');
    const find = async () => (await books.owner.member.list()).members.find((one) => !one.isSelf);
    let row = await find();
    await books.owner.member.setRole({ id: row?.id ?? '', version: row?.version ?? 0, role: 'manager' });
    await createProperty(caller);
    row = await find();
    await books.owner.member.setRole({ id: row?.id ?? '', version: row?.version ?? 0, role: 'viewer' });
    expect(code(await failureOf(createProperty(caller)))).toBe('forbidden');
  });

  test('the last owner neither leaves nor steps down nor is removed; with a second one they may', async () => {
    const [self] = (await books.owner.member.list()).members;
    const seen = { id: self?.id ?? '', version: self?.version ?? 0 };
    const refused = 'portfolio.last_owner';
    expect(code(await failureOf(books.owner.member.leave({ portfolioId: books.id })))).toBe(refused);
    expect(code(await failureOf(books.owner.member.remove(seen)))).toBe(refused);
    expect(code(await failureOf(books.owner.member.setRole({ ...seen, role: 'viewer' })))).toBe(refused);
    await books.join('owner');
    await books.owner.member.leave({ portfolioId: books.id });
    expect(await books.owner.portfolio.list()).toEqual([]);
  });

  test('two owners who leave at the same moment: one stays', async () => {
    const { caller } = await books.join('owner');
    const outcomes = await Promise.allSettled([
      books.owner.member.leave({ portfolioId: books.id }),
      caller.member.leave({ portfolioId: books.id }),
    ]);
    expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const [row] = await asAdmin(
      database,
      (sql) => sql`select count(*)::int as owners from hausbuch.member
        where portfolio_id = ${books.id} and role = 'owner'`,
    );
    expect(row?.owners).toBe(1);
  });

  test('a change somebody else was quicker with is a conflict', async () => {
    await books.join('viewer');
    const row = (await books.owner.member.list()).members.find((one) => !one.isSelf);
    const seen = { id: row?.id ?? '', version: row?.version ?? 0 };
    await books.owner.member.setRole({ ...seen, role: 'manager' });
    expect(code(await failureOf(books.owner.member.setRole({ ...seen, role: 'viewer' })))).toBe(
      'version_conflict',
    );
  });
});

test('a session that was ended elsewhere no longer manages members, while its token still reads', async () => {
  await asAdmin(database, (sql) => sql`delete from auth.sessions where user_id = ${books.ownerId}`);
  const signedOut = 'auth.signed_out';
  const input = { id: randomUUID(), email: 'anna@example.com', role: 'viewer', language: 'en' } as const;
  expect(code(await failureOf(books.owner.member.invite(input)))).toBe(signedOut);
  expect(code(await failureOf(books.owner.member.leave({ portfolioId: books.id })))).toBe(signedOut);
  expect(code(await failureOf(books.owner.demo.remove({ id: books.id })))).toBe(signedOut);
  expect((await books.owner.member.list()).members).toHaveLength(1);
  expect(testMails).toEqual([]);
});
