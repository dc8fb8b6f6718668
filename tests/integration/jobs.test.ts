import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '@/db/client';
import { listPortfoliosThatRemind, listPortfoliosWithRecurringDue } from '@/db/due-work';
import { postRentEverywhere } from '@/jobs/due-rent';
import { fileWork } from '../factories/file-work';
import { createDocument } from '../factories/records';
import { closeTestCallers, testStorage } from '../factories/session';
import { createTestDatabase, type TestDatabase } from '../setup/database';

let database: TestDatabase;
let admin: postgres.Sql;
let pool: ReturnType<typeof openDatabase>;

/** A let flat of a portfolio of its own, 700 € a month from 1 September 2026 on. */
async function addLease(timeZone = 'Europe/Berlin'): Promise<{ portfolioId: string; leaseId: string }> {
  const [portfolioId, propertyId, unitId, leaseId, rentId] = Array.from({ length: 5 }, () => randomUUID());
  if (!portfolioId || !propertyId || !unitId || !leaseId || !rentId) throw new Error('five ids');
  await admin.begin(async (sql) => {
    await sql`insert into hausbuch.portfolio (id, name, jurisdiction, currency, time_zone)
      values (${portfolioId}, 'P', 'DE', 'EUR', ${timeZone})`;
    await sql`insert into hausbuch.property (portfolio_id, id, name, kind, country)
      values (${portfolioId}, ${propertyId}, 'H', 'apartment', 'DE')`;
    await sql`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
      values (${portfolioId}, ${unitId}, ${propertyId}, 'W', 'apartment')`;
    await sql`insert into hausbuch.lease (portfolio_id, id, starts_on, booked_from, payment_reference, proration_method, due_rule)
      values (${portfolioId}, ${leaseId}, '2026-09-01', '2026-09-01', ${leaseId.slice(0, 20)}, 'calendar_days', 'first')`;
    await sql`insert into hausbuch.lease_unit (portfolio_id, lease_id, unit_id, from_on)
      values (${portfolioId}, ${leaseId}, ${unitId}, '2026-09-01')`;
    await sql`insert into hausbuch.rent (portfolio_id, id, lease_id, valid_from, reason)
      values (${portfolioId}, ${rentId}, ${leaseId}, '2026-09-01', 'initial')`;
    await sql`insert into hausbuch.rent_line (portfolio_id, rent_id, position, component, settlement, amount_cents)
      values (${portfolioId}, ${rentId}, 1, 'net', 'none', 70000)`;
  });
  return { portfolioId, leaseId };
}

const chargesOf = (leaseId: string) =>
  admin<{ period: string; cents: number }[]>`
    select to_char(period_from, 'YYYY-MM') as period, total_cents::int as cents
    from hausbuch.charge where lease_id = ${leaseId} order by period_from`;

const november = new Date('2026-11-21T09:00:00Z');
const threeMonths = ['2026-09', '2026-10', '2026-11'].map((period) => ({ period, cents: 70_000 }));

/** What browsers and our form still offer and systems of today leave out, as Debian without `tzdata-legacy`. */
const namesOfOld = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
  'US/Alaska': 'America/Anchorage',
  'US/Arizona': 'America/Phoenix',
  'US/Central': 'America/Chicago',
  'US/Eastern': 'America/New_York',
  'US/Hawaii': 'Pacific/Honolulu',
  'US/Mountain': 'America/Denver',
  'US/Pacific': 'America/Los_Angeles',
  GB: 'Europe/London',
};

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} });
  pool = openDatabase(database.appUrl);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

afterAll(async () => {
  await pool.close();
  await admin.end();
  await database.drop();
});

function setSurroundings() {
  vi.stubEnv('SUPABASE_URL', 'http://localhost:1');
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
  vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
  vi.stubEnv('DATABASE_URL', database.appUrl);
}

describe('posting due rent everywhere', () => {
  it('posts every month up to now in every portfolio, and nothing when it runs again', async () => {
    const leases = [await addLease(), await addLease()];
    expect(await postRentEverywhere(pool.db, november)).toEqual({ portfolios: 2, failed: 0 });
    for (const { leaseId } of leases) expect([...(await chargesOf(leaseId))]).toEqual(threeMonths);
    expect(await postRentEverywhere(pool.db, november)).toEqual({ portfolios: 0, failed: 0 });
    for (const { leaseId } of leases) expect([...(await chargesOf(leaseId))]).toEqual(threeMonths);
  });

  it('posts once when two servers run it at the same moment', async () => {
    const { leaseId } = await addLease();
    await Promise.all([postRentEverywhere(pool.db, november), postRentEverywhere(pool.db, november)]);
    expect([...(await chargesOf(leaseId))]).toEqual(threeMonths);
  });
});

describe('a time zone that Postgres does not know', () => {
  it('keeps nobody from their rent: +0200 is a day as Node reads it, what nobody reads fails alone', async () => {
    const [known, distance, unread] = [
      await addLease(),
      await addLease('+0200'),
      await addLease('Mars/Olympus'),
    ];
    expect(await postRentEverywhere(pool.db, november)).toEqual({ portfolios: 3, failed: 1 });
    for (const { leaseId } of [known, distance]) expect([...(await chargesOf(leaseId))]).toEqual(threeMonths);
    expect(await chargesOf(unread.leaseId)).toHaveLength(0);
    await admin`delete from hausbuch.lease_unit where portfolio_id = ${unread.portfolioId}`;
    await admin`update hausbuch.lease set voided_at = now() where portfolio_id = ${unread.portfolioId}`;
  });

  it('stops no bookings and no reminders, which go by the clock it says', async () => {
    const place = async (timeZone: string) => {
      const [portfolioId, categoryId] = [randomUUID(), randomUUID()];
      await admin`insert into hausbuch.portfolio (id, name, jurisdiction, currency, time_zone)
        values (${portfolioId}, 'P', 'DE', 'EUR', ${timeZone})`;
      await admin`insert into hausbuch.category (portfolio_id, id, name, direction)
        values (${portfolioId}, ${categoryId}, 'K', 'expense')`;
      await admin`insert into hausbuch.recurring
          (portfolio_id, level, direction, title, category_id, every_months, anchor_day, starts_on)
        values (${portfolioId}, 'portfolio', 'expense', 'T', ${categoryId}, 1, 21, '2026-11-21')`;
      await admin`insert into hausbuch.reminder_rule
          (portfolio_id, first_days, between_days, least_cents, pay_within_days, with_interest, by_itself_up_to, by_itself_by)
        values (${portfolioId}, 7, 14, 0, 7, false, 'first', ${randomUUID()})`;
      return portfolioId;
    };
    const zones = ['Europe/Berlin', '+0200', '+02:00', '-08:00', 'Mars/Olympus'];
    const places = await Promise.all(zones.map(place));
    const found = async (list: typeof listPortfoliosThatRemind, instant: string) => {
      const ids = await list(pool.db, new Date(instant));
      return zones.filter((_, at) => ids.includes(places[at] ?? ''));
    };
    // Half past midnight in Berlin; what nobody can read goes by Greenwich.
    expect(await found(listPortfoliosWithRecurringDue, '2026-11-20T23:30:00Z')).toEqual([
      'Europe/Berlin',
      '+0200',
      '+02:00',
    ]);
    expect(await found(listPortfoliosThatRemind, '2026-11-21T06:30:00Z')).toEqual([
      '+0200',
      '+02:00',
      '-08:00',
    ]);
    expect(await found(listPortfoliosThatRemind, '2026-11-21T08:30:00Z')).toEqual([
      'Europe/Berlin',
      '+0200',
      '+02:00',
      'Mars/Olympus',
    ]);
    await admin`update hausbuch.recurring set voided_at = now() where portfolio_id = any(${places}::uuid[])`;
  });

  it.each(Object.entries(namesOfOld))(
    '%s is the clock of %s, where Postgres lacks the name of old',
    async (old, now) => {
      const [row] = await admin`select hausbuch.known_zone(${old}) as old, hausbuch.known_zone(${now}) as now,
      bool_and((at at time zone ${old}) = (at at time zone ${now})) as same
      from generate_series(timestamptz '2000-01-01', '2030-01-01', '1 month') as at`;
      expect(row).toEqual({ old, now, same: true });
      const [{ body } = { body: '' }] = await admin<{ body: string }[]>`
      select prosrc as body from pg_proc where proname = 'known_zone'`;
      expect(body).toContain(`WHEN '${old.toLowerCase()}' THEN '${now}'`);
    },
  );
});

describe('the worker', () => {
  it('catches up at start, connected as a login that may only switch roles', async () => {
    const { leaseId } = await addLease();
    setSurroundings();
    const { startWorker } = await import('@/jobs/worker');
    const worker = await startWorker();
    try {
      await vi.waitFor(async () => expect((await chargesOf(leaseId)).length).toBeGreaterThanOrEqual(3), {
        timeout: 15_000,
        interval: 200,
      });
    } finally {
      await worker.stop();
    }
    expect((await chargesOf(leaseId)).slice(0, 3)).toEqual(threeMonths);
  });
});

describe('a clock that stood in 2037 and is right again', () => {
  it('holds no job back until then', async () => {
    const { leaseId } = await addLease();
    await admin`update pgboss.version set cron_on = now() + interval '11 years'`;
    await admin`update pgboss.queue set maintain_on = now() + interval '11 years', monitor_claim_on = now() + interval '11 years'`;
    await admin`delete from pgboss.job`;
    // One that waits: of this kind a queue takes no second one.
    await admin`insert into pgboss.job (name, state, policy, start_after, keep_until)
      values ('rent.find_due', 'created', 'short', now() + interval '11 years', now() + interval '12 years')`;
    setSurroundings();
    const { startWorker } = await import('@/jobs/worker');
    const worker = await startWorker();
    try {
      await vi.waitFor(
        async () => {
          expect((await chargesOf(leaseId)).length).toBeGreaterThanOrEqual(3);
          const [held] = await admin`
            select (select count(*) from pgboss.version where cron_on > now())
              + (select count(*) from pgboss.queue where maintain_on > now() or monitor_claim_on > now()) as stamps`;
          expect(Number(held?.stamps)).toBe(0);
        },
        { timeout: 15_000, interval: 200 },
      );
    } finally {
      await worker.stop();
    }
  });
});

describe('the files of a portfolio', () => {
  it('are read in turns, so that nobody waits for the pile of somebody else', async () => {
    const { setUp } = fileWork(
      () => database,
      () => pool,
    );
    const portfolios = [await setUp(), await setUp()];
    for (const { owner, onHouse } of portfolios) {
      for (let count = 0; count < 2; count += 1) await createDocument(owner, onHouse);
    }
    const readOf = async (portfolioId: string) => {
      const rows = await admin<{ at: Date }[]>`
        select ready_at as at from hausbuch.document_version
        where portfolio_id = ${portfolioId} and ready_at is not null order by ready_at`;
      return rows.map(({ at }) => at.getTime());
    };
    setSurroundings();
    const { startWorker } = await import('@/jobs/worker');
    const worker = await startWorker({ storage: () => testStorage, fileTurnMs: 0 });
    try {
      await vi.waitFor(
        async () => {
          for (const { books } of portfolios) expect(await readOf(books.id)).toHaveLength(2);
        },
        { timeout: 100_000, interval: 200 },
      );
    } finally {
      await worker.stop();
      await closeTestCallers();
    }
    const [[first = 0, second = 0] = [], [other = 0, last = 0] = []] = await Promise.all(
      portfolios.map(({ books }) => readOf(books.id)),
    );
    // Whoever comes first: the first file of each before the second of any.
    expect(Math.max(first, other)).toBeLessThan(Math.min(second, last));
  }, 120_000);
});

describe('POST /api/jobs/run', () => {
  const secret = 'a secret of the operator';

  async function run(configured: string, given?: string): Promise<Response> {
    setSurroundings();
    vi.stubEnv('JOBS_SECRET', configured);
    vi.resetModules();
    const { POST } = await import('@/app/api/jobs/run/route');
    return POST(
      new Request('http://localhost/api/jobs/run', {
        method: 'POST',
        headers: given === undefined ? {} : { authorization: `Bearer ${given}` },
      }),
    );
  }

  it('does not exist without a secret, and refuses a wrong one', async () => {
    expect((await run('', secret)).status).toBe(404);
    expect((await run(secret)).status).toBe(401);
    expect((await run(secret, `${secret}x`)).status).toBe(401);
  });

  it('runs what is due', async () => {
    const { leaseId } = await addLease();
    const response = await run(secret, secret);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ rent: { failed: 0 }, bankLines: { lines: 0, failed: 0 } });
    expect((await chargesOf(leaseId)).slice(0, 3)).toEqual(threeMonths);
  });
});
