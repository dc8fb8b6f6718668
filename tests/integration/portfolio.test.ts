import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '@/db/client';
import { enterNewPortfolio } from '@/db/scope';
import { assertTimeZone } from '@/db/time-zone';
import { constraintAgainst, failureOf } from '../factories/failure.ts';
import {
  asAdmin,
  createBankAccount,
  createLandlord,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  makeIban,
  type Records,
  recordPayment,
  today,
} from '../factories/records.ts';
import { closeTestCallers, createTestCaller } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';
import { countLockWaits } from '../setup/every-server.ts';

let database: TestDatabase;
let books: Records;

beforeAll(async () => {
  database = await createTestDatabase();
  books = await createPortfolio(database);
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

const newcomer = async (portfolioId: string | null = null) => {
  const userId = randomUUID();
  return { userId, caller: await createTestCaller({ appUrl: database.appUrl, userId, portfolioId }) };
};

const founding = (name = 'Meine Häuser') => ({
  id: randomUUID(),
  name,
  jurisdiction: 'DE' as const,
  currency: 'EUR' as const,
  timeZone: 'Europe/Berlin',
});

describe('founding', () => {
  test('makes the founder its owner, with a profile, the named landlord, and a trace', async () => {
    const { caller, userId } = await newcomer();
    expect(await caller.portfolio.list()).toEqual([]);
    expect(await failureOf(caller.portfolio.get())).toBe('portfolio.none');
    const input = { ...founding(), landlordName: 'Erika Beispiel' };
    expect(await caller.portfolio.create(input)).toEqual({ id: input.id, version: 1 });
    expect(await caller.portfolio.list()).toEqual([
      {
        id: input.id,
        name: 'Meine Häuser',
        role: 'owner',
        jurisdiction: 'DE',
        currency: 'EUR',
        timeZone: 'Europe/Berlin',
        isDemo: false,
      },
    ]);
    expect(await caller.portfolio.get()).toEqual({
      id: input.id,
      name: 'Meine Häuser',
      jurisdiction: 'DE',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      prorationMethod: 'calendar_days',
      version: 1,
      role: 'owner',
      today: today(),
      counts: { properties: 0, tenants: 0, leases: 0 },
    });
    expect(await caller.landlord.list({})).toMatchObject([{ name: 'Erika Beispiel', kind: 'person' }]);
    const rows = await asAdmin(
      database,
      (sql) => sql`select action, user_id,
          (select count(*)::int from hausbuch.profile p where p.user_id = ${userId}) as profiles
        from hausbuch.audit_event where portfolio_id = ${input.id}`,
    );
    expect([...rows]).toEqual([{ action: 'portfolio.create', user_id: userId, profiles: 1 }]);
  });

  test('space for files is counted by portfolio, and so many portfolios by person, also of those founded at once', async () => {
    vi.stubEnv('PORTFOLIOS_PER_PERSON', '2');
    try {
      const { caller, userId } = await newcomer();
      const first = founding();
      await caller.portfolio.create(first);
      // A demo takes no place, nor does a portfolio of others.
      const { name: _, ...place } = founding();
      await caller.demo.create({ ...place, language: 'de' });
      const race = await asAdmin(database, (sql) =>
        sql.begin(async (holding) => {
          // Both have come as far as they can before either may look.
          await holding`select from hausbuch.profile where user_id = ${userId} for update`;
          const founded = [1, 2].map(() => failureOf(caller.portfolio.create(founding())));
          await asAdmin(database, (admin) =>
            expect.poll(() => countLockWaits(admin), { timeout: 20_000 }).toBe(2),
          );
          return { founded };
        }),
      );
      expect((await Promise.all(race.founded)).toSorted()).toEqual(['no failure', 'portfolio.too_many']);
      expect(await failureOf(caller.portfolio.create(founding('C')))).toBe('portfolio.too_many');
      // An answer that was lost is told again.
      expect(await caller.portfolio.create(first)).toEqual({ id: first.id, version: 1 });
      expect((await caller.portfolio.list()).filter((own) => !own.isDemo)).toHaveLength(2);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('twice at once with one id is one portfolio; another name under its id is refused', async () => {
    const { caller } = await newcomer();
    const input = { ...founding(), landlordName: 'Doppelt' };
    const answers = await Promise.all([1, 2, 3].map(() => caller.portfolio.create(input)));
    expect(answers).toEqual([1, 2, 3].map(() => ({ id: input.id, version: 1 })));
    expect(await caller.portfolio.list()).toHaveLength(1);
    expect(await caller.landlord.list({})).toHaveLength(1);
    expect(await failureOf(caller.portfolio.create({ ...input, name: 'Anders' }))).toBe('already_exists');
  });

  test('never opens a stranger’s portfolio, and leaves nothing in it', async () => {
    const { caller } = await newcomer();
    const input = { ...founding('Gekapert'), id: books.id, landlordName: 'Dieb' };
    expect(await failureOf(caller.portfolio.create(input))).toBe('already_exists');
    expect(await caller.portfolio.list()).toEqual([]);
    expect(await books.owner.landlord.list({})).not.toContainEqual(expect.objectContaining({ name: 'Dieb' }));
    const viewer = await books.join('viewer');
    expect(await failureOf(viewer.caller.portfolio.create(input))).toBe('already_exists');
  });

  test('bad input names all its fields at once', async () => {
    const { caller } = await newcomer();
    const input = { ...founding(' '), timeZone: 'Mars/Olympus' };
    expect(await failureOf(caller.portfolio.create(input))).toBe(
      'BAD_REQUEST name: required, timeZone: time_zone',
    );
    expect(await failureOf(caller.portfolio.create(founding(' ')))).toBe('BAD_REQUEST name: required');
  });

  test('a distance from Greenwich is no zone: Postgres reads +02:00 the other way round, and +0200 not at all', async () => {
    const { caller } = await newcomer();
    for (const timeZone of ['+02:00', '+0200']) {
      const input = { ...founding(), timeZone };
      expect(await failureOf(caller.portfolio.create(input))).toBe('BAD_REQUEST timeZone: time_zone');
    }
  });

  test('a zone Postgres does not know is refused, as no query over all portfolios could ask it the day', async () => {
    const { db, close } = openDatabase(database.appUrl);
    const portfolio = { id: books.id, jurisdiction: 'other', currency: 'EUR', timeZone: 'UTC' } as const;
    const person = { userId: randomUUID(), sessionId: randomUUID(), portfolio };
    const knows = (zone: string) => enterNewPortfolio(db, person, ({ tx }) => assertTimeZone(tx, zone));
    for (const zone of ['Europe/Berlin', 'europe/berlin', 'Asia/Calcutta', 'US/Pacific', 'UTC']) {
      await expect(knows(zone)).resolves.toBeUndefined();
    }
    for (const zone of ['+0200', '+02:00', 'Mars/Olympus']) {
      await expect(knows(zone)).rejects.toMatchObject({ code: 'portfolio.time_zone_unknown' });
    }
    await close();
  });
});

describe('the current portfolio', () => {
  test('a browser without cookie, or with a stranger’s, opens the one joined first', async () => {
    const { caller, userId } = await newcomer();
    const input = founding();
    await caller.portfolio.create(input);
    await caller.portfolio.create(founding('Zweites'));
    for (const portfolioId of [null, books.id, randomUUID()]) {
      const browser = await createTestCaller({ appUrl: database.appUrl, userId, portfolioId });
      expect((await browser.portfolio.get()).id).toBe(input.id);
    }
  });

  test('an id of another of one’s own portfolios is located, a stranger’s is not found', async () => {
    const { caller } = await newcomer();
    await caller.portfolio.create(founding());
    const second = founding('Zweites');
    await caller.portfolio.create(second);
    const house = await createProperty(books.owner);
    const resident = await createTenant(books.owner);
    await asAdmin(
      database,
      (sql) => sql`insert into hausbuch.property (portfolio_id, id, name, kind, country)
        values (${second.id}, ${second.id}, 'Dort', 'house', 'DE')`,
    );
    expect(await caller.portfolio.locate({ entity: 'property', id: second.id })).toEqual({
      portfolioId: second.id,
    });
    expect(await failureOf(caller.portfolio.locate({ entity: 'tenant', id: second.id }))).toBe('not_found');
    expect(await failureOf(caller.portfolio.locate({ entity: 'property', id: house.id }))).toBe('not_found');
    expect(await failureOf(caller.portfolio.locate({ entity: 'tenant', id: resident.id }))).toBe('not_found');
    expect(await books.owner.portfolio.locate({ entity: 'tenant', id: resident.id })).toEqual({
      portfolioId: books.id,
    });
  });

  test('its settings change with the version seen, and only by the owner', async () => {
    const own = await createPortfolio(database);
    const change = {
      version: 1,
      name: 'Umbenannt',
      jurisdiction: 'AT' as const,
      timeZone: 'Europe/Vienna',
      prorationMethod: 'thirty_days' as const,
    };
    for (const role of ['manager', 'viewer'] as const) {
      const { caller } = await own.join(role);
      expect(await failureOf(caller.portfolio.update(change))).toBe('forbidden');
      expect((await caller.portfolio.get()).role).toBe(role);
    }
    expect(await own.owner.portfolio.update(change)).toEqual({ id: own.id, version: 2 });
    expect(await failureOf(own.owner.portfolio.update(change))).toBe('version_conflict');
    const { version, ...fields } = change;
    expect(await own.owner.portfolio.get()).toMatchObject({ ...fields, currency: 'EUR', version: 2 });
  });
});

describe('landlords', () => {
  test('are entered, changed, archived, restored and deleted', async () => {
    const own = await createPortfolio(database);
    const { version, ...input } = await createLandlord(own.owner, { name: 'Erika', taxNumber: '12/345' });
    expect(await own.owner.landlord.create(input)).toEqual({ id: input.id, version });
    expect(await failureOf(own.owner.landlord.create({ ...input, name: 'Max' }))).toBe('already_exists');
    const changed = { ...input, version, name: 'Erika & Max GbR', kind: 'company' as const };
    expect(await own.owner.landlord.update(changed)).toEqual({ id: input.id, version: 2 });
    expect(await failureOf(own.owner.landlord.update(changed))).toBe('version_conflict');
    expect(await own.owner.landlord.list({})).toMatchObject([
      { name: 'Erika & Max GbR', taxNumber: '12/345' },
    ]);
    await own.owner.landlord.archive({ id: input.id, version: 2 });
    expect(await own.owner.landlord.list()).toEqual([]);
    expect(await own.owner.landlord.list({ archive: 'archived' })).toHaveLength(1);
    await own.owner.landlord.restore({ id: input.id, version: 3 });
    expect(await failureOf(own.owner.landlord.delete({ id: input.id, version: 3 }))).toBe('version_conflict');
    expect(await own.owner.landlord.delete({ id: input.id, version: 4 })).toEqual({ id: input.id });
    expect(await failureOf(own.owner.landlord.delete({ id: input.id, version: 4 }))).toBe('not_found');
  });

  test('the trail says which details changed and keeps none of them once one is deleted', async () => {
    const own = await createPortfolio(database);
    const { id, version } = await createLandlord(own.owner, {
      street: 'Geheimweg',
      taxNumber: '98/765/43210',
    });
    const moved = {
      kind: 'person',
      name: 'Umgezogen',
      street: 'Stillweg',
      taxNumber: '98/765/00000',
    } as const;
    const row = await own.owner.landlord.update({ id, version, ...moved });
    await own.owner.landlord.delete({ id, version: row.version });
    const trail = await asAdmin(
      database,
      (sql) => sql<{ action: string; before: object | null; after: object | null }[]>`
        select action, before, after from hausbuch.audit_event
        where portfolio_id = ${own.id} and entity = 'landlord' order by at, id`,
    );
    expect(JSON.stringify(trail)).not.toMatch(/weg|98\//);
    expect(trail[1]).toMatchObject({
      ...{ action: 'landlord.update', after: { name: 'Umgezogen' } },
    });
    expect(Object(trail[1]?.after).changed.toSorted()).toEqual(['name', 'street', 'taxNumber']);
  });

  test('the only landlord has the houses nobody is entered for, also once there is a second one', async () => {
    const own = await createPortfolio(database);
    const first = await createLandlord(own.owner, { name: 'Gisela Meyer' });
    const [house, other] = [await createProperty(own.owner), await createProperty(own.owner)];
    const ownersOf = async (id: string) => (await own.owner.property.get({ id })).owners;
    expect(await ownersOf(house.id)).toEqual([]);
    // A request that comes again, as its answer was lost, is no second landlord.
    await createLandlord(own.owner, { id: first.id, name: 'Gisela Meyer' });
    expect(await ownersOf(house.id)).toEqual([]);
    const second = await createLandlord(own.owner, { name: 'Heinz Meyer' });
    for (const { id } of [house, other]) {
      expect(await ownersOf(id)).toMatchObject([
        { landlordId: first.id, shareNumerator: 1, shareDenominator: 1 },
      ]);
    }
    // Nobody knows whose the next one is.
    const later = await createProperty(own.owner);
    await createLandlord(own.owner, { name: 'Inge Meyer' });
    expect(await ownersOf(later.id)).toEqual([]);
    expect(await failureOf(own.owner.landlord.delete({ id: first.id, version: 1 }))).toBe('in_use');
    expect(await own.owner.landlord.delete({ id: second.id, version: 1 })).toEqual({ id: second.id });
  });

  test('one who owns something or has an account stays', async () => {
    const own = await createPortfolio(database);
    const [owner, holder] = [await createLandlord(own.owner), await createLandlord(own.owner)];
    const house = await createProperty(own.owner);
    await own.owner.property.setOwners({
      propertyId: house.id,
      version: 1,
      owners: [{ landlordId: owner.id, shareNumerator: 1, shareDenominator: 2 }],
    });
    await createBankAccount(own.owner, { landlordId: holder.id });
    for (const { id } of [owner, holder]) {
      expect(await failureOf(own.owner.landlord.delete({ id, version: 1 }))).toBe('in_use');
    }
    expect(await own.owner.landlord.list()).toHaveLength(2);
  });
});

describe('bank accounts', () => {
  test('an IBAN stands once in a portfolio, however it is typed, and is checked', async () => {
    const own = await createPortfolio(database);
    const { version, ...input } = await createBankAccount(own.owner, { bic: 'deutdeffxxx' });
    expect(await own.owner.bankAccount.list()).toMatchObject([{ iban: input.iban, bic: 'DEUTDEFFXXX' }]);
    expect(await own.owner.bankAccount.create(input).catch(() => 'refused')).toEqual({
      id: input.id,
      version,
    });
    const spaced = input.iban.toLowerCase().replace(/(.{4})/g, '$1 ');
    const same = { ...input, id: randomUUID(), iban: spaced };
    expect(await failureOf(own.owner.bankAccount.create(same))).toBe('bank_account.iban_taken @iban');
    expect(await failureOf(own.owner.bankAccount.create({ ...same, iban: 'DE02120300000000202052' }))).toBe(
      'BAD_REQUEST iban: iban',
    );
    const other = await createBankAccount(own.owner);
    const change = { id: other.id, version: 1, holder: 'Neu', purpose: 'deposit' as const };
    expect(await failureOf(own.owner.bankAccount.update({ ...change, iban: input.iban }))).toBe(
      'bank_account.iban_taken @iban',
    );
    expect(await own.owner.bankAccount.update({ ...change, iban: makeIban() })).toEqual({
      id: other.id,
      version: 2,
    });
    await createBankAccount(books.owner, { iban: input.iban });
  });

  test('an account without IBAN has a routing number and a number, which are checked and stand once', async () => {
    const own = await createPortfolio(database);
    const american = { scheme: 'us', iban: null, bankCode: '0210-0002 1', accountNumber: '1234567' } as const;
    const account = { holder: 'Mark Weaver', purpose: 'rent', ...american } as const;
    const create = (fields: object) =>
      failureOf(own.owner.bankAccount.create({ ...account, id: randomUUID(), ...fields }));
    expect(await create({})).toBe('no failure');
    expect(await own.owner.bankAccount.list()).toMatchObject([{ ...american, bankCode: '021000021' }]);
    expect(await create({})).toBe('bank_account.number_taken @accountNumber');
    expect(await create({ accountNumber: '123 45 67' })).toBe('bank_account.number_taken @accountNumber');
    expect(await create({ bankCode: '021000022' })).toBe('BAD_REQUEST bankCode: bank_code_us');
    expect(await create({ accountNumber: null })).toBe('BAD_REQUEST accountNumber: required');
    expect(await create({ iban: makeIban() })).toBe('BAD_REQUEST iban: unexpected');
    expect(await create({ scheme: 'iban', bankCode: null, accountNumber: null })).toBe(
      'BAD_REQUEST iban: required',
    );
    // A number alone, as its bank writes it; the second of the same is refused as well.
    const other = { scheme: 'other', bankCode: null, accountNumber: '01-0902-0068389-00' };
    expect(await create(other)).toBe('no failure');
    expect(await create(other)).toBe('bank_account.number_taken @accountNumber');
  });

  test('the same number, without the code of a bank, at the same moment is entered once', async () => {
    const own = await createPortfolio(database);
    const account = {
      holder: 'Mark Weaver',
      purpose: 'rent',
      scheme: 'other',
      accountNumber: '99-1',
    } as const;
    const both = await Promise.all(
      [1, 2, 3, 4].map(() => failureOf(own.owner.bankAccount.create({ ...account, id: randomUUID() }))),
    );
    const taken = 'bank_account.number_taken @accountNumber';
    expect(both.toSorted()).toEqual([taken, taken, taken, 'no failure']);
    // What is looked up before is not what keeps it so.
    await asAdmin(database, async (sql) => {
      const enter = (number: string | null, iban: string | null) => sql`
        insert into hausbuch.bank_account (portfolio_id, holder, scheme, iban, account_number, purpose) values
          (${own.id}, 'Mark Weaver', ${iban === null ? 'other' : 'iban'}, ${iban}, ${number}, 'rent')`;
      expect(await constraintAgainst(enter('99-1', null))).toBe('bank_account_number_key');
      // Those with an IBAN have no number at all.
      await enter(null, makeIban());
      await enter(null, makeIban());
    });
  });

  test('of two that an earlier version let in, the migration archives the second and writes (2) behind it', async () => {
    const { id: portfolioId } = await createPortfolio(database);
    const [file] = globSync('drizzle/*_account_number_once.sql');
    const statements = readFileSync(file ?? '', 'utf8').split('--> statement-breakpoint');
    const rolledBack = new Error('as before');
    const migrated = asAdmin(database, (sql) =>
      sql.begin(async (tx) => {
        await tx`alter table hausbuch.bank_account drop constraint bank_account_number_key,
          add constraint bank_account_number_key unique (portfolio_id, bank_code, account_number)`;
        const ids = ['1', '2', '3', '4'].map((one) => `00000000-0000-4000-8000-00000000000${one}`);
        for (const [at, number] of ['99-1', '99-1', '99-1', '7'].entries()) {
          await tx`insert into hausbuch.bank_account
            (portfolio_id, id, holder, scheme, account_number, purpose, archived_at, created_at) values
            (${portfolioId}, ${ids[at] ?? ''}, 'Mark Weaver', 'other', ${number}, 'rent',
              ${at === 0 ? '2026-01-01' : null}, ${`2025-01-0${at + 1}`})`;
        }
        for (const statement of statements) await tx.unsafe(statement);
        const rows = await tx`select account_number, archived_at is not null as is_archived, version
          from hausbuch.bank_account where portfolio_id = ${portfolioId} order by id`;
        expect(
          rows.map(({ account_number: number, is_archived: isArchived, version }) => [
            number,
            isArchived,
            version,
          ]),
        ).toEqual([
          ['99-1 (3)', true, 2],
          ['99-1', false, 1],
          ['99-1 (2)', true, 2],
          ['7', false, 1],
        ]);
        throw rolledBack;
      }),
    );
    await expect(migrated).rejects.toBe(rolledBack);
  });

  test('a stranger’s landlord is not found', async () => {
    const own = await createPortfolio(database);
    const stranger = await createLandlord(books.owner);
    expect(await failureOf(createBankAccount(own.owner, { landlordId: stranger.id }))).toBe('not_found');
  });

  test('one that a payment names goes to the archive only', async () => {
    const own = await createPortfolio(database);
    const account = await createBankAccount(own.owner);
    const unused = await createBankAccount(own.owner);
    const house = await createProperty(own.owner);
    const tenant = await createTenant(own.owner);
    const lease = await createLease(own.owner, { unitIds: [house.unitId], tenantIds: [tenant.id] });
    await recordPayment(own.owner, lease.id, 100, { bankAccountId: account.id });
    expect(await failureOf(own.owner.bankAccount.delete({ id: account.id, version: 1 }))).toBe('in_use');
    await own.owner.bankAccount.archive({ id: account.id, version: 1 });
    expect((await own.owner.bankAccount.list()).map((row) => row.id)).toEqual([unused.id]);
    await own.owner.bankAccount.restore({ id: account.id, version: 2 });
    expect(await own.owner.bankAccount.delete({ id: unused.id, version: 1 })).toEqual({ id: unused.id });
    expect((await own.owner.bankAccount.list()).map((row) => row.id)).toEqual([account.id]);
  });
});
