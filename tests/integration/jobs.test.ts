import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '@/db/client';
import { postRentEverywhere } from '@/jobs/due-rent';
import { fileWork } from '../factories/file-work';
import { createDocument } from '../factories/records';
import { closeTestCallers, testStorage } from '../factories/session';
import { createTestDatabase, type TestDatabase } from '../setup/database';

let database: TestDatabase;
let admin: postgres.Sql;
let pool: ReturnType<typeof openDatabase>;

/** A let flat of a portfolio of its own, 700 € a month from 1 September 2026 on. */
async function addLease(): Promise<{ portfolioId: string; leaseId: string }> {
  const [portfolioId, propertyId, unitId, leaseId, rentId] = Array.from({ length: 5 }, () => randomUUID());
  if (!portfolioId || !propertyId || !unitId || !leaseId || !rentId) throw new Error('five ids');
  await admin.begin(async (sql) => {
    await sql`insert into hausbuch.portfolio (id, name, jurisdiction, currency, time_zone)
      values (${portfolioId}, 'P', 'DE', 'EUR', 'Europe/Berlin')`;
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
