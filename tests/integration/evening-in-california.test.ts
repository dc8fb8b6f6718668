import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '@/db/client';
import { postRentOfPortfolio } from '@/jobs/due-rent';
import { failureOf } from '../factories/failure.ts';
import {
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  type Records,
  recordPayment,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** Half past eleven in the evening of 30 November in Los Angeles is half past seven of 1 December in UTC. */
const evening = new Date('2026-12-01T07:30:00Z');
const midnight = new Date('2026-12-01T08:00:00Z');

let database: TestDatabase;
let books: Records;
let leaseId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.useFakeTimers({ toFake: ['Date'], now: evening });
  books = await createPortfolio(database, {
    ...{ jurisdiction: 'US', currency: 'USD', timeZone: 'America/Los_Angeles' },
  });
  const house = await createProperty(books.owner, { kind: 'apartment', country: 'US', state: 'US-CA' });
  const tenant = await createTenant(books.owner);
  const lease = await createLease(
    books.owner,
    { unitIds: [house.unitId], tenantIds: [tenant.id] },
    { startsOn: '2026-11-01' },
  );
  leaseId = lease.id;
});
afterAll(async () => {
  vi.useRealTimers();
  await closeTestCallers();
  await database.drop();
});

const rents = async () => {
  const { rows } = await books.owner.ledger.account({ leaseId });
  return rows.filter((row) => row.type === 'charge').map((row) => row.on);
};

test('it is still November there: the day of every dialog, the month of Today, the rents that are posted', async () => {
  expect((await books.owner.portfolio.get()).today).toBe('2026-11-30');
  const { today, month } = await books.owner.overview.get();
  expect([today, month.dueCents]).toEqual(['2026-11-30', 85_000]);
  const { db, close } = openDatabase(database.appUrl);
  await postRentOfPortfolio(db, books.id, evening);
  await close();
  expect(await rents()).toEqual(['2026-11-01']);
});

test('a payment of that evening is of 30 November, one of the day after has not come yet', async () => {
  await recordPayment(books.owner, leaseId, 85_000, { paidOn: '2026-11-30' });
  const { summary } = await books.owner.ledger.account({ leaseId });
  expect(summary).toMatchObject({ balanceCents: 0, overdueCents: 0 });
  const early = recordPayment(books.owner, leaseId, 100, { paidOn: '2026-12-01' });
  expect(await failureOf(early)).toBe('payment.in_future @paidOn');
});

test('half an hour later it is December, whose rent is posted and due', async () => {
  vi.setSystemTime(midnight);
  expect((await books.owner.portfolio.get()).today).toBe('2026-12-01');
  const { db, close } = openDatabase(database.appUrl);
  await postRentOfPortfolio(db, books.id, midnight);
  await close();
  expect(await rents()).toContain('2026-12-01');
  const { summary } = await books.owner.ledger.account({ leaseId });
  expect(summary.balanceCents).toBe(85_000);
});
