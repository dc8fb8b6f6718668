import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../setup/database.ts';
import { asAdmin, type Caller, createLease, createProperty, createTenant, createUnit } from './records.ts';

/** A house whose bills are split, and a booking as it stands: for its owner, in the database and as an edit. */
export function bookings(owner: () => Caller, database: () => TestDatabase) {
  /** Units of 50, 75 and 25 m² in a house; the first let to a household of three. */
  async function createHouse() {
    const house = await createProperty(owner(), { name: `Haus ${randomUUID().slice(0, 8)}` });
    await owner().unit.update({ id: house.unitId, version: 1, name: 'A', kind: 'apartment' });
    const b = await createUnit(owner(), house.id, { name: 'B' });
    const c = await createUnit(owner(), house.id, { name: 'C' });
    for (const [unitId, areaSqm100] of [
      [house.unitId, 5_000],
      [b.id, 7_500],
      [c.id, 2_500],
    ] as const) {
      await owner().unit.setPeriod({ unitId, validFrom: '2020-01-01', areaSqm100 });
    }
    const tenant = await createTenant(owner());
    await createLease(owner(), { unitIds: [house.unitId], tenantIds: [tenant.id] }, { persons: 3 });
    return { ...house, units: [house.unitId, b.id, c.id] as const };
  }

  const sharesOf = async (id: string) =>
    (await owner().transaction.get({ id })).shares.map((share) => [share.unitName, share.amountCents]);

  /** Every field of a booking that an edit sends, as it stands. */
  async function editOf(id: string) {
    const row = await owner().transaction.get({ id });
    return {
      id: randomUUID(),
      transactionId: id,
      propertyId: row.propertyId,
      unitId: row.unitId,
      bookedOn: row.bookedOn,
      serviceFrom: row.serviceFrom,
      serviceTo: row.serviceTo,
      direction: row.direction,
      categoryId: row.categoryId,
      title: row.title,
      payee: row.payee,
      amountCents: row.amountCents,
      vatRateBp: row.vatRateBp,
      labourCents: row.labourCents,
      splitMethod: row.splitMethod,
    };
  }

  const rowsOf = (ids: string[]) =>
    asAdmin(database(), async (sql) => {
      const [found] =
        await sql`select portfolio_id as id from hausbuch.transaction where id = any(${ids}) limit 1`;
      return sql<{ cents: number; vat: number }[]>`
        with recursive chain as (
          select id from hausbuch.transaction where portfolio_id = ${found?.id} and id = any(${ids})
          union
          select t.id from hausbuch.transaction t join chain
            on chain.id in (t.replaces_transaction_id, t.reverses_transaction_id)
          where t.portfolio_id = ${found?.id}
        )
        select amount_cents::int as cents, vat_cents::int as vat
        from hausbuch.transaction join chain using (id) where portfolio_id = ${found?.id} order by booked_at, id`;
    });

  return { createHouse, sharesOf, editOf, rowsOf };
}
