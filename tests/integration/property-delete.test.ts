import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../factories/failure.ts';
import {
  asAdmin,
  createLandlord,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  createUnit,
  monthStart,
  type Records,
  recordPayment,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

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

/** Every row count of the portfolio, by table. */
async function countRows(portfolioId: string): Promise<Record<string, number>> {
  return asAdmin(database, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'hausbuch' and column_name = 'portfolio_id' and table_name <> 'audit_event'`;
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from ${sql(`hausbuch.${name}`)} where portfolio_id = ${portfolioId}`;
      counts[name] = row?.count ?? 0;
    }
    return counts;
  });
}

describe('the danger zone of a property', () => {
  test('takes the property with all that hangs on it, and of others nothing', async () => {
    const own = await createPortfolio(database);
    const [keeper, tenant] = [await createTenant(own.owner), await createTenant(own.owner)];
    const other = await createProperty(own.owner);
    const otherLease = await createLease(own.owner, { unitIds: [other.unitId], tenantIds: [keeper.id] });
    await recordPayment(own.owner, otherLease.id, 10_000);
    const before = await countRows(own.id);

    const house = await createProperty(own.owner, { name: 'Abriss  Straße 1' });
    const flat = await createUnit(own.owner, house.id);
    const landlord = await createLandlord(own.owner);
    await own.owner.property.setOwners({
      propertyId: house.id,
      version: 1,
      owners: [{ landlordId: landlord.id, shareNumerator: 1, shareDenominator: 1 }],
    });
    const lease = await createLease(
      own.owner,
      { unitIds: [flat.id], tenantIds: [tenant.id] },
      { startsOn: monthStart(-2), persons: 2 },
    );
    const paid = await recordPayment(own.owner, lease.id, 200_000);
    await own.owner.payment.reverse({ id: randomUUID(), paymentId: paid.id });
    await recordPayment(own.owner, lease.id, 400_000, { payerTenantId: tenant.id });

    await own.owner.deposit.create({
      id: randomUUID(),
      leaseId: lease.id,
      form: 'cash',
      agreedCents: 150_000,
    });
    const preview = await own.owner.property.deletePreview({ id: house.id });
    expect(preview).toMatchObject({
      name: 'Abriss  Straße 1',
      counts: { units: 2, leases: 1, rents: 1, charges: 3, payments: 1, deposits: 1, keptLeases: 0 },
      tenants: [{ id: tenant.id, name: tenant.name }],
    });

    expect(await failureOf(own.owner.property.delete({ id: house.id, typedName: 'abriss straße 1' }))).toBe(
      'property.name_mismatch @typedName',
    );
    expect(await own.owner.property.delete({ id: house.id, typedName: ' Abriss Straße 1 ' })).toEqual({
      id: house.id,
      counts: preview.counts,
    });
    expect(await countRows(own.id)).toEqual({ ...before, landlord: 1 });
    expect(await failureOf(own.owner.property.get({ id: house.id }))).toBe('not_found');
    expect(await failureOf(own.owner.property.delete({ id: house.id, typedName: 'x' }))).toBe('not_found');
    const [event] = await asAdmin(
      database,
      (sql) => sql`select before from hausbuch.audit_event
        where entity_id = ${house.id} and action = 'property.delete'`,
    );
    expect(event?.before).toMatchObject({ name: 'Abriss  Straße 1', charges: 3 });
  });

  test('a lease with a unit in another property keeps that one and its account', async () => {
    const own = await createPortfolio(database);
    const [house, garage] = [await createProperty(own.owner), await createProperty(own.owner)];
    const tenant = await createTenant(own.owner);
    const lease = await createLease(own.owner, {
      unitIds: [house.unitId, garage.unitId],
      tenantIds: [tenant.id],
    });
    await recordPayment(own.owner, lease.id, 85_000);
    expect((await own.owner.property.deletePreview({ id: garage.id })).counts).toMatchObject({
      leases: 0,
      keptLeases: 1,
      payments: 0,
    });
    await own.owner.property.delete({ id: garage.id, typedName: garage.name });
    const found = await own.owner.tenant.get({ id: tenant.id });
    expect(found.leases).toMatchObject([{ id: lease.id, units: [{ unitId: house.unitId }] }]);
    expect(await countRows(own.id)).toMatchObject({ payment: 1, charge: 1, lease_unit: 1, property: 1 });
  });

  test('is the owner’s alone', async () => {
    const house = await createProperty(books.owner);
    const manager = await books.join('manager');
    expect(await failureOf(manager.caller.property.deletePreview({ id: house.id }))).toBe('forbidden');
    expect(await failureOf(manager.caller.property.delete({ id: house.id, typedName: house.name }))).toBe(
      'forbidden',
    );
    expect(await books.owner.property.get({ id: house.id })).toMatchObject({ id: house.id });
  });

  test('a payment recorded at the same moment is erased or refused, never half there', async () => {
    const own = await createPortfolio(database);
    const house = await createProperty(own.owner);
    const tenant = await createTenant(own.owner);
    const lease = await createLease(own.owner, { unitIds: [house.unitId], tenantIds: [tenant.id] });
    const [, ...payments] = await Promise.all([
      own.owner.property.delete({ id: house.id, typedName: house.name }),
      ...Array.from({ length: 5 }, () => failureOf(recordPayment(own.owner, lease.id, 1_000))),
    ]);
    for (const outcome of payments) expect(['not_found', 'no failure']).toContain(outcome);
    expect(await countRows(own.id)).toMatchObject({
      payment: 0,
      charge: 0,
      allocation: 0,
      credit: 0,
      lease: 0,
    });
  });
});
