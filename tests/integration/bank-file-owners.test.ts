import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_COLLECTED } from '@/features/debit/rules';
import { CREDITOR_ID, createMandate } from '../factories/debits.ts';
import {
  type Caller,
  createBankAccount,
  createLandlord,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  createUnit,
  monthStart,
  recordPayment,
} from '../factories/records.ts';
import { closeTestCallers } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await closeTestCallers();
  await database.drop();
});

async function ownedBy(owner: Caller) {
  const [house, landlord] = [await createProperty(owner), await createLandlord(owner)];
  const { version } = await owner.property.get({ id: house.id });
  const owners = [{ landlordId: landlord.id, shareNumerator: 1, shareDenominator: 1 }];
  await owner.property.setOwners({ propertyId: house.id, version, owners });
  return { house, landlord };
}

test('101 leases of an owner whom no account serves take no place of another’s in a bank’s file', async () => {
  const { owner } = await createPortfolio(database);
  const tenant = await createTenant(owner);
  const [many, other] = [await ownedBy(owner), await ownedBy(owner)];
  await createBankAccount(owner, { creditorIdentifier: CREDITOR_ID, landlordId: other.landlord.id });
  const let_ = async (unitId: string, months: number) => {
    const lease = await createLease(
      owner,
      { unitIds: [unitId], tenantIds: [tenant.id] },
      { startsOn: monthStart(months) },
    );
    await createMandate(owner, lease.id, { signedOn: monthStart(months) });
    return lease.id;
  };
  // Those with the latest mandate stand first, and those with the most credit.
  const own = await let_(other.house.unitId, -2);
  const theirs: string[] = [];
  while (theirs.length <= MAX_COLLECTED) {
    theirs.push(await let_((await createUnit(owner, many.house.id)).id, 0));
  }
  const due = (await owner.debit.due({})).rows;
  expect(due.map((row) => row.lease.id)).toContain(own);
  expect(due).toHaveLength(MAX_COLLECTED + 2);

  await recordPayment(owner, own, 1_000_000);
  for (const id of theirs) await recordPayment(owner, id, 2_000_000);
  const payable = (await owner.payout.payable({})).rows;
  expect(payable.map((row) => row.lease.id)).toContain(own);
  expect(payable).toHaveLength(MAX_COLLECTED + 2);
}, 60_000);
