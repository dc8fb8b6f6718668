import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateLeaseInput } from '@/features/lease/schema';
import { listTenantsOf, needlessTenants } from '@/features/tenant/search-params';
import {
  createDocument,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  monthStart,
  type Records,
  recordPayment,
  today,
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

/** A day so many calendar years ago. */
const ago = (years: number, day: string) => `${Number(today().slice(0, 4)) - years}-${day}`;

/** Somebody who lived in a house of their own for three months, whose rents were paid on their days, until the day. */
async function past(endsOn: string, more: Partial<CreateLeaseInput> = {}, of = books, country = 'DE') {
  const { owner } = of;
  const property = await createProperty(owner, country === 'DE' ? {} : { country, state: null });
  const tenant = await createTenant(owner);
  const startsOn = `${endsOn.slice(0, 5)}${String(Number(endsOn.slice(5, 7)) - 2).padStart(2, '0')}-01`;
  const parties = { unitIds: [property.unitId], tenantIds: [tenant.id] };
  const lease = await createLease(owner, parties, { startsOn, endsOn, arePaid: true, ...more });
  return { ...tenant, lease, property };
}

const named = async (of = books) =>
  (await of.owner.tenant.list(listTenantsOf(needlessTenants))).rows.map(({ id }) => id);
const keepingOf = async (id: string) => (await books.owner.tenant.deletePreview({ id })).keeping;

test('who moved out in the eleventh year before this one is named, archived or not; in the tenth nobody', async () => {
  const [last, first, archived] = [
    await past(ago(11, '12-31')),
    await past(ago(10, '03-31')),
    await past(ago(12, '06-30')),
  ];
  await books.owner.tenant.archive({ id: archived.id, version: archived.version });
  const ids = await named();
  expect([last, first, archived].map(({ id }) => ids.includes(id))).toEqual([true, false, true]);
  expect(await keepingOf(last.id)).toMatchObject({
    result: { booksUntil: ago(1, '12-31') },
    isNeedless: true,
  });
  expect(await keepingOf(first.id)).toMatchObject({
    result: { claimsUntil: ago(7, '12-31'), receiptsUntil: ago(2, '12-31'), booksUntil: ago(0, '12-31') },
    isNeedless: false,
  });
});

test('nobody is named with an open balance, a held deposit, a lease that runs, or a younger record or paper', async () => {
  const { owner } = books;
  const gone = () => past(ago(12, '06-30'));
  const reasons: Record<string, () => Promise<{ id: string }>> = {
    'owes rent': () => past(ago(12, '06-30'), { arePaid: false }),
    'has credit': async () => {
      const one = await gone();
      await recordPayment(owner, one.lease.id, 5_000, { paidOn: ago(12, '06-30') });
      return one;
    },
    'paid last year': async () => {
      const one = await past(ago(12, '06-30'), { arePaid: false });
      await recordPayment(owner, one.lease.id, 3 * 85_000, { paidOn: ago(1, '06-30') });
      return one;
    },
    'was let off what they owed, lately': async () => {
      const one = await past(ago(12, '06-30'), { arePaid: false });
      const { rows } = await owner.charge.overdue({ leaseId: one.lease.id });
      expect(rows.length).toBeGreaterThan(0);
      for (const { id: chargeId } of rows) {
        await owner.charge.waive({ id: randomUUID(), chargeId, reason: 'Gone' });
      }
      return one;
    },
    'left a deposit': async () => {
      const one = await gone();
      const deposit = {
        id: randomUUID(),
        leaseId: one.lease.id,
        agreedCents: 100,
        receivedOn: ago(12, '05-01'),
      };
      await owner.deposit.create(deposit);
      return one;
    },
    'rents again': async () => {
      const one = await gone();
      await createLease(owner, { unitIds: [one.property.unitId], tenantIds: [one.id] });
      return one;
    },
    'will rent again': async () => {
      const one = await gone();
      const startsOn = monthStart(3);
      await createLease(owner, { unitIds: [one.property.unitId], tenantIds: [one.id] }, { startsOn });
      return one;
    },
    'left others behind': async () => {
      const one = await past(ago(12, '06-30'), {
        endsOn: null,
        openingBalanceCents: 0,
        bookedFrom: monthStart(),
      });
      const other = await createTenant(owner);
      const { startsOn } = one.lease;
      const { version } = await owner.lease.get({ id: one.lease.id });
      await owner.lease.setTenants({
        ...{ id: one.lease.id, version },
        tenants: [
          { tenantId: one.id, fromOn: startsOn, toOn: ago(12, '06-30') },
          { tenantId: other.id, fromOn: startsOn, toOn: null },
        ],
      });
      return one;
    },
    'has a younger paper': async () => {
      const one = await gone();
      await createDocument(owner, [{ kind: 'tenant', id: one.id }]);
      return one;
    },
    'had a younger paper with the lease': async () => {
      const one = await gone();
      await createDocument(owner, [{ kind: 'lease', id: one.lease.id }]);
      return one;
    },
    'lived abroad': () => past(ago(12, '06-30'), {}, books, 'AT'),
    'never lived here': () => createTenant(owner),
    'was entered by mistake': async () => {
      const one = await past(ago(12, '06-30'), { arePaid: false });
      const { version } = await owner.lease.get({ id: one.lease.id });
      await owner.lease.void({ id: one.lease.id, version });
      return one;
    },
  };
  const all = new Map<string, string>();
  for (const [reason, make] of Object.entries(reasons)) all.set((await make()).id, reason);
  const settled = await gone();
  const ids = await named();
  expect(ids.map((id) => all.get(id)).filter(Boolean)).toEqual([]);
  expect(ids).toContain(settled.id);
  // The dialog that deletes says the same of each.
  for (const id of [...all.keys(), settled.id]) {
    expect([all.get(id), (await keepingOf(id))?.isNeedless ?? false]).toEqual([
      all.get(id),
      ids.includes(id),
    ]);
  }
});

test('a deposit that went back long ago hinders nothing', async () => {
  const one = await past(ago(13, '06-30'));
  const deposit = { id: randomUUID(), leaseId: one.lease.id, agreedCents: 100, receivedOn: ago(13, '05-01') };
  await books.owner.deposit.create(deposit);
  const back = { depositId: deposit.id, kind: 'returned' as const, amountCents: 100 };
  await books.owner.deposit.record({ ...back, id: randomUUID(), bookedOn: ago(13, '09-30') });
  expect(await named()).toContain(one.id);
});

test('where no rule is known, nobody is named', async () => {
  const own = await createPortfolio(database, {
    jurisdiction: 'CH',
    currency: 'CHF',
    timeZone: 'Europe/Zurich',
  });
  const one = await past(ago(30, '06-30'), {}, own, 'CH');
  expect(await named(own)).toEqual([]);
  expect((await own.owner.tenant.deletePreview({ id: one.id })).keeping).toBeNull();
});

test('who is deleted is named no more', async () => {
  const one = await past(ago(14, '06-30'));
  expect(await named()).toContain(one.id);
  await books.owner.tenant.delete({ id: one.id, typedName: one.name });
  expect(await named()).not.toContain(one.id);
});
