import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isStale } from '@/trpc/freshness';
import { bring, heldOf } from '../factories/payouts.ts';
import {
  createBankAccount,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  daysFromToday,
  makeIban,
  monthStart,
  today,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await closeTestCallers();
  await database?.drop();
});

/** A house that is sold since ten days, with a deposit of 900 € that was handed over four days ago. */
async function handedOver() {
  const { owner } = await createPortfolio(database);
  const { unitId, version: _, ...house } = await createProperty(owner);
  const tenant = await createTenant(owner);
  const lease = await createLease(
    owner,
    { unitIds: [unitId], tenantIds: [tenant.id] },
    { startsOn: monthStart(-2) },
  );
  const depositId = randomUUID();
  await owner.deposit.create({
    id: depositId,
    leaseId: lease.id,
    form: 'cash',
    agreedCents: 90_000,
    receivedOn: monthStart(-2),
  });
  const sell = async (soldOn: string | null) => {
    const { version } = await owner.property.get({ id: house.id });
    return owner.property.update({ ...house, version, soldOn });
  };
  await sell(daysFromToday(-10));
  const movementId = randomUUID();
  await owner.deposit.record({
    id: movementId,
    depositId,
    kind: 'handed_over',
    bookedOn: daysFromToday(-4),
    amountCents: 90_000,
    reason: null,
    heldUntil: null,
  });
  return { owner, lease, tenant, sell, movementId };
}

test('handed over four days ago, the sale is neither taken back nor moved to three days ago; what was handed over is reversed first', async () => {
  const { owner, lease, sell, movementId } = await handedOver();
  const refused = { cause: { code: 'property.deposit_handed_over', field: 'soldOn' } };
  await expect(sell(null)).rejects.toMatchObject(refused);
  await expect(sell(daysFromToday(-3))).rejects.toMatchObject(refused);
  await sell(daysFromToday(-4));
  await sell(daysFromToday(-20));
  await owner.deposit.reverse({ id: randomUUID(), movementId });
  await sell(null);
  expect(await heldOf(owner, lease.id)).toBe(90_000);
});

test('a line of 900 € to the buyer proves it once, by hand, and waits again when that is taken back', async () => {
  const { owner, lease, tenant, movementId } = await handedOver();
  const account = await createBankAccount(owner);
  const [line, twin, other] = await bring(owner, account.iban, [
    { on: today(), cents: -90_000, name: 'Käufer', account: makeIban(), text: 'Kaution 1' },
    { on: today(), cents: -90_000, name: 'Käufer', account: makeIban(), text: 'Kaution 2' },
    { on: today(), cents: -89_999, name: 'Käufer', account: makeIban(), text: 'Kaution 3' },
  ]);
  const open = (lineId = '') => owner.bank.openTransfers({ lineId });
  const part = { kind: 'deposit_paid' as const, movementId };
  const on = daysFromToday(-4);
  expect(await open(line?.id)).toEqual([{ on, holders: [tenant.name], part }]);
  // A page that shows it hears of what is recorded and taken back, and of whose the lease is.
  for (const entity of ['deposit', 'lease']) expect(isStale('bank.openTransfers', [entity])).toBe(true);
  expect(await open(other?.id)).toEqual([]);
  const { version } = await owner.bank.accept({ id: randomUUID(), lineId: line?.id ?? '', parts: [part] });
  expect(await open(twin?.id)).toEqual([]);
  await expect(
    owner.bank.accept({ id: randomUUID(), lineId: twin?.id ?? '', parts: [part] }),
  ).rejects.toMatchObject({ cause: { code: 'bank.payment_has_line' } });
  expect(await heldOf(owner, lease.id)).toBe(0);
  await owner.bank.reopen({ lineId: line?.id ?? '', version });
  expect(await open(twin?.id)).toHaveLength(1);
});
