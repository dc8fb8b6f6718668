import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { draftPapersAbroad } from '@/features/demo/commands/papers-abroad';
import { makeDemo } from '@/features/demo/commands/story';
import { demoWords } from '@/features/demo/words';
import { checkFile } from '@/features/document/file-check-rules';
import { compareFilesOf, workOnFilesOf } from '@/jobs/document-files';
import { sumCents } from '@/lib/money';
import { failureOf } from '../factories/failure.ts';
import { brokenLaws } from '../factories/ledger-laws.ts';
import { createPortfolio, createProperty, monthStart, today } from '../factories/records.ts';
import { closeTestCallers, createTestCaller, testStorage } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let admin: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 2, onnotice: () => {} });
});
afterAll(async () => {
  await admin.end();
  await closeTestCallers();
  await database.drop();
});

const founding = (id: string, language: 'en' | 'de' = 'de') => ({
  id,
  jurisdiction: 'DE' as const,
  currency: 'EUR' as const,
  timeZone: 'Europe/Berlin' as const,
  language,
});

/** How many rows of each table bear a portfolio, the portfolio itself included. */
async function countRows(portfolioId: string): Promise<Record<string, number>> {
  const tables = await admin<{ name: string; key: string }[]>`
    select c.relname as name, a.attname as key from pg_class c
    join pg_attribute a on a.attrelid = c.oid
      and a.attname = case c.relname when 'portfolio' then 'id' else 'portfolio_id' end
    where c.relnamespace = 'hausbuch'::regnamespace and c.relkind = 'r'`;
  const counts: Record<string, number> = {};
  for (const { name, key } of tables) {
    const [row] = await admin<{ count: number }[]>`
      select count(*)::int as count from hausbuch.${admin(name)} where ${admin(key)} = ${portfolioId}`;
    if (row && row.count > 0) counts[name] = row.count;
  }
  return counts;
}

describe('the demo portfolio', () => {
  const newcomer = async (portfolioId: string) => {
    const userId = randomUUID();
    return {
      userId,
      caller: await createTestCaller({ appUrl: database.appUrl, userId, portfolioId }),
    };
  };

  test.each(['en', 'de'] as const)('in %s keeps the laws and has what a landlord meets', async (language) => {
    const portfolioId = randomUUID();
    const { caller } = await newcomer(portfolioId);
    expect(await caller.demo.create(founding(portfolioId, language))).toEqual({ id: portfolioId });
    expect([...(await brokenLaws({ admin, portfolioId }))]).toEqual([]);
    expect(await caller.portfolio.list()).toMatchObject([{ id: portfolioId, isDemo: true, role: 'owner' }]);
    const [met] = await admin<Record<string, number>[]>`
      select (select count(*)::int from hausbuch.property where portfolio_id = ${portfolioId}) as properties,
        (select count(*)::int from hausbuch.unit u where portfolio_id = ${portfolioId} and not exists (
          select 1 from hausbuch.lease_unit l where l.unit_id = u.id and l.portfolio_id = u.portfolio_id
            and l.during @> ${today()}::date)) as vacant,
        (select count(*)::int from hausbuch.open_item where portfolio_id = ${portfolioId}
          and open_cents > 0 and due_on < ${today()}::date) as overdue,
        (select count(*)::int from hausbuch.credit where portfolio_id = ${portfolioId}
          and open_cents > 0) as credits,
        (select count(*)::int from hausbuch.rent where portfolio_id = ${portfolioId}
          and reason = 'reference_rent') as increases,
        (select count(*)::int from hausbuch.lease where portfolio_id = ${portfolioId}
          and extract(day from ends_on) = 14) as mid_month,
        (select count(distinct transaction_id)::int from hausbuch.transaction_share
          where portfolio_id = ${portfolioId}) as split`;
    expect(met).toMatchObject({ properties: 4, vacant: 1, increases: 2, mid_month: 1, split: 7 });
    expect(met?.overdue).toBeGreaterThanOrEqual(1);
    const [unequal] = await admin<{ count: number }[]>`
      select count(*)::int as count from (
        select 1 from hausbuch.transaction t join hausbuch.transaction_share s
          on s.portfolio_id = t.portfolio_id and s.transaction_id = t.id
        where t.portfolio_id = ${portfolioId} group by t.id, t.amount_cents
        having sum(s.amount_cents) <> t.amount_cents) as wrong`;
    expect(unequal?.count).toBe(0);
    // The program finds nothing left to post, and its own pages open.
    const before = await countRows(portfolioId);
    const { deposits } = await caller.overview.get();
    // 3 × 558 of the flat on the second floor, whose tenant left.
    expect(deposits.map((row) => row.cents)).toEqual([1_674_00]);
    const landlords = await caller.landlord.list();
    expect(landlords).toMatchObject([
      { city: 'Berlin', postalCode: '10997', country: 'DE' },
      { city: 'Hamburg', postalCode: '22523', country: 'DE' },
    ]);
    const { rows } = await caller.property.list({ limit: 10 });
    expect(rows).toHaveLength(4);
    // One flat belongs to a sister and her brother, and its statistics say what falls to each.
    const year = Number(today().slice(0, 4)) - 1;
    const owned = await Promise.all(
      rows.map(async ({ id: propertyId, street }) => {
        const range = { from: `${year}-01-01`, to: `${year}-12-31` };
        const { owners } = await caller.statistics.report({ propertyId, ...range });
        return owners?.map((one) => [street, one.name, one.shareNumerator, one.shareDenominator]) ?? [];
      }),
    );
    expect(owned.flat()).toEqual([
      ['Graefestraße', 'Sabine Hoffmann', 2, 3],
      ['Graefestraße', 'Thomas Hoffmann', 1, 3],
    ]);
    expect(await countRows(portfolioId)).toEqual(before);
  });

  test('has a finished year that can be settled, one that runs, and a flat where something is to be mended', async () => {
    const portfolioId = randomUUID();
    const { caller } = await newcomer(portfolioId);
    await caller.demo.create(founding(portfolioId));
    const { rows } = await caller.property.list({ limit: 10 });
    const placed = (name: string) => rows.find((row) => row.name === name)?.id ?? '';
    const house = placed('Mehrfamilienhaus Plagwitz');
    const yearAgo = (years: number) => {
      const year = Number(today().slice(0, 4)) - years;
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    };
    const finished = await caller.costStatement.get({ propertyId: house, ...yearAgo(1) });
    expect(finished.problems).toEqual([]);
    // Costs are shared out otherwise than usual, each with its reason, and warnings stop nothing.
    const otherwise = finished.lines.filter(({ circle, deduction }) => circle !== null || deduction !== null);
    expect(otherwise.map(({ circle, deduction }) => [circle?.length ?? null, deduction])).toEqual([
      [null, { amountCents: 264_00, reason: 'Eigene Tonne des Ladens, laut Gebührenbescheid' }],
      [6, null],
    ]);
    const warned = new Set(finished.warnings.map(({ code }) => code));
    for (const code of ['cost_unusual_per_sqm', 'commercial_without_pre_deduction', 'vacancy'] as const) {
      expect(warned).toContain(code);
    }
    expect(finished.isWhole).toBe(true);
    // A refund of the insurance takes down what its line shares out.
    const refunded = finished.lines.find(({ bills }) => bills.some(({ amountCents }) => amountCents < 0));
    const billed = sumCents(refunded?.bills.map(({ partCents }) => partCents) ?? []);
    expect(refunded?.bills.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)).toEqual([
      -148_60,
      expect.any(Number),
    ]);
    expect(refunded?.sharedCents).toBe(billed);
    expect(finished.leases.filter(({ isStopped }) => isStopped)).toEqual([]);
    expect(finished.summary.tenantsCents).toBeGreaterThan(0);
    // What goes with its heating bill is whole, and most of its tenants see the year before.
    const told = finished.lines.flatMap(({ plant }) => plant?.annex?.users ?? []);
    expect(told.flatMap(({ missing }) => missing)).toEqual([]);
    expect(told.filter(({ before }) => before?.adjusted).length).toBeGreaterThan(2);
    expect(await caller.costStatement.get({ propertyId: house, ...yearAgo(0) })).toMatchObject({
      isRunning: true,
    });
    const flat = await caller.costStatement.get({
      propertyId: placed('Wohnung Prenzlauer Berg'),
      ...yearAgo(1),
    });
    expect(flat.problems).toMatchObject([{ code: 'heating_missing' }]);
    const condominium = { propertyId: placed('Wohnung Kreuzberg'), ...yearAgo(1) };
    expect((await caller.costStatement.get(condominium)).problems).toEqual([]);
    // The year before is settled and paid; its tenant objected, and was answered.
    const settled = { ...condominium, ...yearAgo(2) };
    const said = await caller.objection.list(settled);
    expect(said?.rows).toMatchObject([{ isLate: false, answer: expect.stringContaining('Grundsteuer') }]);
    expect(said?.rows[0]?.lineIds).toHaveLength(1);
    const { leaseId = '' } = said?.leases[0] ?? {};
    const [owed] = await admin<{ open: number }[]>`select coalesce(sum(open_cents), 0)::int as open
      from hausbuch.open_item where portfolio_id = ${portfolioId} and lease_id = ${leaseId}
        and due_on < ${monthStart()}`;
    const paidOn = `${today().slice(0, 4)}-01-06`;
    if (paidOn <= today()) expect(owed?.open).toBe(0);
    expect((await caller.receiptRoom.list(settled))?.rooms).toEqual([]);
    await caller.costStatement.send({ id: randomUUID(), propertyId: house, ...yearAgo(1) });
    expect([...(await brokenLaws({ admin, portfolioId }))]).toEqual([]);
  });

  test.each([
    ['US', 'USD', 'America/New_York', { city: 'Hartford', state: 'US-CT', country: 'US' }],
    ['CH', 'CHF', 'Europe/Zurich', { city: 'Winterthur', country: 'CH' }],
    ['GB', 'GBP', 'Europe/London', { city: 'Leeds', country: 'GB' }],
    ['AT', 'EUR', 'Europe/Vienna', { city: 'Graz', country: 'AT' }],
    ['other', 'EUR', 'Europe/Dublin', { city: 'Cork', country: 'IE' }],
  ] as const)(
    'in %s counts in %s, keeps the laws and knows no German one',
    async (jurisdiction, currency, timeZone, home) => {
      const id = randomUUID();
      const { caller } = await newcomer(id);
      await caller.demo.create({ id, jurisdiction, currency, timeZone, language: 'en' });
      expect([...(await brokenLaws({ admin, portfolioId: id }))]).toEqual([]);
      expect(await caller.portfolio.list()).toMatchObject([
        { jurisdiction, currency, timeZone, isDemo: true },
      ]);
      const terms = await admin`select distinct l.due_rule, r.component, r.settlement, r.vat_rate_bp
        from hausbuch.lease l, hausbuch.rent_line r
        where l.portfolio_id = ${id} and r.portfolio_id = ${id}`;
      expect(terms).toEqual([{ due_rule: 'first', component: 'net', settlement: 'none', vat_rate_bp: 0 }]);
      const before = await countRows(id);
      expect((await caller.overview.get()).deposits).toHaveLength(1);
      const landlords = await caller.landlord.list();
      const somewhere = { ...home, street: expect.any(String), postalCode: expect.any(String) };
      expect(landlords).toMatchObject([somewhere, somewhere]);
      const { rows } = await caller.property.list({ limit: 10 });
      expect(rows.map((row) => row.city)).not.toContain('Berlin');
      expect(rows).toHaveLength(2);
      // The flat belongs to a sister and her brother, the house to her alone.
      const owned = await Promise.all(rows.map((row) => caller.property.get({ id: row.id })));
      const shares = owned.map(({ owners }) =>
        owners.map(({ shareNumerator, shareDenominator }) => `${shareNumerator}/${shareDenominator}`),
      );
      expect(shares.toSorted((a, b) => a.length - b.length)).toEqual([['1/1'], ['2/3', '1/3']]);
      expect(await countRows(id)).toEqual(before);
      expect(await caller.demo.addDocuments({ id, language: 'en' })).toEqual({ count: 8 });
    },
  );

  test('papers abroad have the money of the place and not a word of German law', async () => {
    const id = '018f0000-0000-7000-8000-000000000001';
    for (const language of ['en', 'de'] as const) {
      const place = { jurisdiction: 'US', currency: 'USD', timeZone: 'America/New_York' } as const;
      const words = await demoWords(language);
      const of = { portfolioId: id, userId: id, today: '2026-11-21', language, words, place };
      const papers = JSON.stringify(draftPapersAbroad(makeDemo(of), of));
      expect(papers).toMatch(language === 'en' ? /\$1,760\.00/ : /1\.760,00\s\$/);
      expect(papers).not.toMatch(/§|BGB|BetrKV|EStG|GEG|€|m²/);
    }
  });

  test('abroad the association is called by the address as it is written there, and its paper knows no labour', async () => {
    const id = '018f0000-0000-7000-8000-000000000001';
    const words = await demoWords('en');
    const of = { portfolioId: id, userId: id, today: '2026-11-21', language: 'en', words } as const;
    const told = (place?: Parameters<typeof makeDemo>[0]['place']) => {
      const { association, associationYear } = makeDemo({ ...of, ...(place && { place }) });
      const lines = associationYear.flatMap((year) => year.lines);
      return [association[0]?.name, lines.some(({ labourCents }) => labourCents > 0)];
    };
    expect(told({ jurisdiction: 'US', currency: 'USD', timeZone: 'America/New_York' })).toEqual([
      'Owners of 727 Elm Street',
      false,
    ]);
    expect(told()).toEqual(['Owners of Graefestraße 118', true]);
  });

  test('papers of Leeds say the day first, as the letters to its tenants; those of Hartford the month', async () => {
    const id = '018f0000-0000-7000-8000-000000000001';
    const words = await demoWords('en');
    const datesIn = (jurisdiction: 'GB' | 'US') => {
      const place = { jurisdiction, currency: 'GBP', timeZone: 'Europe/London' } as const;
      const of = { portfolioId: id, userId: id, today: '2026-11-21', language: 'en', words, place } as const;
      return draftPapersAbroad(makeDemo(of), of).flatMap((draft) =>
        'paper' in draft ? [[draft.on, draft.paper.dated]] : [],
      );
    };
    for (const [jurisdiction, order] of [
      ['GB', [2, 1, 0]],
      ['US', [1, 2, 0]],
    ] as const) {
      const dates = datesIn(jurisdiction);
      expect(dates.length).toBeGreaterThan(3);
      for (const [on = '', dated] of dates) {
        const parts = on.split('-');
        expect(dated).toBe(order.map((part) => parts[part]).join('/'));
      }
    }
  });

  test('the same day and seed make the same rows on any day of a year', async () => {
    const id = '018f0000-0000-7000-8000-000000000001';
    const words = await demoWords('de');
    for (const day of ['2026-11-21', '2024-02-29', '2027-01-01', '2026-03-31']) {
      const make = () => makeDemo({ portfolioId: id, userId: id, today: day, language: 'de', words });
      expect(make()).toEqual(make());
    }
  });

  test('no account of a line of the bank is that of somebody else’s mandate', async () => {
    const id = '018f0000-0000-7000-8000-000000000001';
    const words = await demoWords('de');
    const rows = makeDemo({ portfolioId: id, userId: id, today: '2026-11-27', language: 'de', words });
    const payers = rows.bankLine.map(({ account }) => account);
    expect(payers.length).toBeGreaterThan(3);
    expect(rows.mandate.filter(({ iban }) => payers.includes(iban)).map(({ holder }) => holder)).toEqual([]);
  });

  test('asking twice, and from two browsers at once, is one demo', async () => {
    const id = randomUUID();
    const { caller } = await newcomer(id);
    const answers = await Promise.all([
      caller.demo.create(founding(id)),
      caller.demo.create(founding(id)),
      caller.demo.create(founding(randomUUID())),
    ]);
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(await caller.portfolio.list()).toHaveLength(1);
  });

  test('is removed whole, to the last row of any table, and nothing of another portfolio is touched', async () => {
    const books = await createPortfolio(database);
    await createProperty(books.owner);
    const id = randomUUID();
    const demo = await createTestCaller({
      appUrl: database.appUrl,
      userId: books.ownerId,
      portfolioId: id,
    });
    await demo.demo.create(founding(id));
    const ownBefore = await countRows(books.id);
    expect(Object.keys(await countRows(id)).length).toBeGreaterThan(25);
    expect(await failureOf(books.owner.demo.remove({ id: books.id }))).toBe('not_found');
    expect(await failureOf(books.owner.demo.remove({ id }))).toBe('not_found');
    const stranger = await newcomer(id);
    expect(await failureOf(stranger.caller.demo.remove({ id }))).toBe('portfolio.none');
    expect(await demo.demo.remove({ id })).toEqual({ id });
    expect(await countRows(id)).toEqual({});
    expect(await countRows(books.id)).toEqual(ownBefore);
  });

  test('asked for twenty times at once, its papers are made once, beside the process that answers', async () => {
    const id = randomUUID();
    const { caller } = await newcomer(id);
    await caller.demo.create(founding(id));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const asked = Array.from({ length: 20 }, () =>
      failureOf(caller.demo.addDocuments({ id, language: 'de' })),
    );
    const said = await Promise.all(asked);
    clearInterval(timer);
    expect(said.toSorted()).toEqual([...Array(2).fill('no failure'), ...Array(18).fill('rate_limited')]);
    expect(longest).toBeLessThan(1_000);
  });

  test.each(['en', 'de'] as const)(
    'in %s has papers that are what they say and are found by their text; its removal takes their files',
    async (language) => {
      const id = randomUUID();
      const { caller } = await newcomer(id);
      await caller.demo.create(founding(id, language));
      const filesOf = () => [...testStorage.files.keys()].filter((path) => path.startsWith(id));
      const answers = await Promise.all([
        caller.demo.addDocuments({ id, language }),
        caller.demo.addDocuments({ id, language }),
      ]);
      expect(answers.map(({ count }) => count).sort((a, b) => a - b)).toEqual([0, 15]);
      expect(await caller.demo.addDocuments({ id, language })).toEqual({ count: 0 });
      // The room of the tenant who objected shows its one receipt, and they looked at it.
      const { rows: places } = await caller.property.list({ limit: 10 });
      const flat = places.find((row) => row.name.includes('Kreuzberg'))?.id ?? '';
      const year = Number(today().slice(0, 4)) - 2;
      const shown = { propertyId: flat, from: `${year}-01-01`, to: `${year}-12-31` };
      const rooms = (await caller.receiptRoom.list(shown))?.rooms ?? [];
      expect(rooms).toMatchObject([{ state: 'open', lastEnteredAt: expect.any(Date) }]);
      const log = await caller.receiptRoom.log({ id: rooms[0]?.id ?? '' });
      expect(log.events.map(({ kind }) => kind).toSorted()).toEqual(['entered', 'file', 'mailed']);
      const { db, close } = openDatabase(database.appUrl);
      try {
        expect(await workOnFilesOf(db, testStorage, id)).toMatchObject({ read: 15, failed: 0 });
        expect(await compareFilesOf(db, testStorage, id)).toEqual({ orphans: 0, missing: [] });
        const { rows } = await caller.document.list({});
        expect(new Set(rows.map((row) => row.state))).toEqual(new Set(['ready']));
        for (const row of rows) {
          const [path = ''] = filesOf().filter((one) => one.includes(row.id));
          const { bytes } = testStorage.files.get(path) ?? { bytes: new Uint8Array() };
          expect(checkFile({ head: bytes, tail: bytes }, row.fileName)).toHaveProperty('kind');
          expect(row.links.length).toBeGreaterThan(0);
        }
        const roof = await caller.document.list({
          search: language === 'de' ? '2.310,00 Sturm' : '2,310.00 storm',
        });
        expect(roof.rows.map((row) => row.category)).toEqual(['invoice']);
        await caller.demo.remove({ id });
        expect(await countRows(id)).toEqual({ file_removal: 15 });
        expect(await workOnFilesOf(db, testStorage, id)).toMatchObject({ removed: 15, failed: 0 });
        expect(filesOf()).toEqual([]);
        expect(await compareFilesOf(db, testStorage, id)).toEqual({ orphans: 0, missing: [] });
      } finally {
        await close();
      }
    },
    // Each is read and drawn by a process that gives way to everything else.
    180_000,
  );
});
