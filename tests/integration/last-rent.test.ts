import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { voidLease } from '@/features/lease/commands';
import { getLastRent } from '@/features/lease/last-rent-queries';
import { getLease } from '@/features/lease/queries';
import { type Books, enterLease, openBooks } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  books = await openBooks(database);
});
afterEach(() => books.close());
afterAll(() => database.drop());

const today = '2026-05-10';
const lastOf = (...unitIds: string[]) => books.on(today, (tx, scope) => getLastRent(tx, scope, { unitIds }));
const net = (amountCents: number) => ({
  component: 'net' as const,
  amountCents,
  settlement: 'none' as const,
});
const endsOn = '2026-03-31';

async function addGarage(): Promise<string> {
  const id = randomUUID();
  const { admin, portfolioId, propertyId } = books;
  await admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${portfolioId}, ${id}, ${propertyId}, 'Garage', 'parking')`;
  return id;
}

describe('what units were let for last', () => {
  test('of a lease from 700 to 720: 720, until its last day', async () => {
    await enterLease(books, today, {
      startsOn: '2025-01-01',
      endsOn,
      earlierRents: [{ validFrom: '2025-01-01', lines: [net(70_000)] }],
      rentSince: '2026-02-01',
      rentLines: [net(72_000), { component: 'heating', amountCents: 9_000, settlement: 'advance' }],
    });
    expect(await lastOf(books.unitId)).toEqual({
      endsOn,
      lines: [
        { ...net(72_000), vatRateBp: 0 },
        { component: 'heating', amountCents: 9_000, settlement: 'advance', vatRateBp: 0 },
      ],
    });
  });

  test('nothing of a unit that was never let, that is let without an end, or whose lease is void', async () => {
    expect(await lastOf(books.unitId)).toBeNull();
    const leaseId = await enterLease(books, today, { endsOn });
    expect(await lastOf(books.unitId)).not.toBeNull();
    const { version } = await books.on(today, (tx, scope) => getLease(tx, scope, leaseId));
    await books.on(today, (tx, scope) => voidLease(tx, scope, { id: leaseId, version }));
    expect(await lastOf(books.unitId)).toBeNull();
    await enterLease(books, today, { endsOn: null });
    expect(await lastOf(books.unitId)).toBeNull();
  });

  test('flat and garage for 780: said of both together, of neither alone', async () => {
    const garage = await addGarage();
    await enterLease(books, today, { endsOn, unitIds: [books.unitId, garage], rentLines: [net(78_000)] });
    expect((await lastOf(garage, books.unitId))?.lines[0]?.amountCents).toBe(78_000);
    expect(await lastOf(books.unitId)).toBeNull();
    expect(await lastOf(garage)).toBeNull();
  });

  test('of two leases the later one', async () => {
    await enterLease(books, today, {
      startsOn: '2025-01-01',
      endsOn: '2025-12-31',
      rentLines: [net(60_000)],
    });
    await enterLease(books, today, { startsOn: '2026-01-01', endsOn, rentLines: [net(65_000)] });
    expect((await lastOf(books.unitId))?.lines[0]?.amountCents).toBe(65_000);
  });
});
