import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCategory } from '@/features/category/commands';
import { listCategories } from '@/features/category/queries';
import { clearAgreement, setAgreement } from '@/features/cost-agreement/commands';
import { getAgreement } from '@/features/cost-agreement/queries';
import { clearAgreementInput, setAgreementInput } from '@/features/cost-agreement/schema';
import { sendStatement } from '@/features/statement/commands';
import { getStatement } from '@/features/statement/queries';
import { recordTransaction } from '@/features/transaction/commands';
import { recordTransactionInput } from '@/features/transaction/schema';
import { addSecondFlat, openFlat, rentWithAdvance, year } from '../factories/flat-year.ts';
import { type Books, enterLease } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;
let ahrens: string;
let brandt: string;

const today = '2026-02-10';

beforeAll(async () => {
  database = await createTestDatabase();
});
/** Two flats of 60 and 140 m², both let all year. */
beforeEach(async () => {
  books = await openFlat(database, today);
  const secondId = await addSecondFlat(books, today);
  const lease = { startsOn: '2025-01-01', rentLines: rentWithAdvance };
  ahrens = await enterLease(books, today, lease);
  brandt = await enterLease(books, today, { ...lease, unitIds: [secondId] });
});
afterEach(() => books.close());
afterAll(() => database.drop());

const kindOf = (code: string) =>
  books.on(today, async (tx, scope) => {
    const all = await listCategories(tx, scope, 'all');
    return all.find((row) => row.code === code)?.id ?? '';
  });

async function book(categoryId: string, amountCents: number, recoverableKey: 'area' | null = 'area') {
  const of = { propertyId: books.propertyId, unitId: null, bookedOn: '2025-03-01', direction: 'expense' };
  await books.on(today, (tx, scope) =>
    recordTransaction(
      tx,
      scope,
      recordTransactionInput.parse({
        ...{ id: randomUUID(), ...of, categoryId, title: 'Kosten', amountCents, recoverableKey },
      }),
    ),
  );
}

/** Gutter cleaning: one of the other operating costs of no. 17. */
async function gutters(): Promise<string> {
  const [id, parentId] = [randomUUID(), await kindOf('operating')];
  await books.on(today, (tx, scope) =>
    createCategory(tx, scope, {
      id,
      parentId,
      name: 'Dachrinnenreinigung',
      betrkvNo: 17,
      isRecoverable: true,
      anlageVGroup: null,
      scheduleELine: null,
    }),
  );
  return id;
}

const set = (input: Record<string, unknown>) =>
  books.on(today, (tx, scope) => setAgreement(tx, scope, setAgreementInput.parse(input)));
const clear = (input: Record<string, unknown>) =>
  books.on(today, (tx, scope) => clearAgreement(tx, scope, clearAgreementInput.parse(input)));
const agreed = (leaseId: string) =>
  books.on(today, (tx, scope) => getAgreement(tx, scope, { propertyId: null, leaseId }));
const statement = () =>
  books.on(today, (tx, scope) => getStatement(tx, scope, { propertyId: books.propertyId, ...year }));
const costsOf = async (leaseId: string) =>
  (await statement()).leases.find((row) => row.leaseId === leaseId)?.costsCents;

test('gutter cleaning of 200 € (no. 17): 60 € and 140 € only where the contract names it', async () => {
  const kind = await gutters();
  await book(kind, 20_000);
  expect([await costsOf(ahrens), await costsOf(brandt)]).toEqual([0, 0]);
  await set({ leaseId: ahrens, agreesAll: true, named: [{ categoryId: kind }] });
  expect([await costsOf(ahrens), await costsOf(brandt)]).toEqual([6_000, 0]);
});

test('the rule of a property holds for every contract that says nothing of its own', async () => {
  const kind = await gutters();
  await book(kind, 20_000);
  await set({ propertyId: books.propertyId, agreesAll: true, named: [{ categoryId: kind }] });
  expect([await costsOf(ahrens), await costsOf(brandt)]).toEqual([6_000, 14_000]);
  const { id, version } = await set({ leaseId: brandt, agreesAll: true, named: [] });
  expect([await costsOf(ahrens), await costsOf(brandt)]).toEqual([6_000, 0]);
  expect((await agreed(brandt)).rule.named).toEqual([{ categoryId: kind, key: null }]);
  await clear({ leaseId: brandt, id, version });
  expect([await costsOf(ahrens), await costsOf(brandt)]).toEqual([6_000, 14_000]);
});

test('a contract that names single costs bears these alone', async () => {
  const [tax, refuse] = [await kindOf('property_tax'), await kindOf('insurance')];
  await book(tax, 20_000);
  await book(refuse, 10_000);
  await set({ leaseId: ahrens, agreesAll: false, named: [{ categoryId: refuse }] });
  expect([await costsOf(ahrens), await costsOf(brandt)]).toEqual([3_000, 21_000]);
});

test('by units instead of by area 200 € are 100 €, the other stays at 140 €, and the landlord gains nothing', async () => {
  const tax = await kindOf('property_tax');
  await book(tax, 20_000);
  await set({ leaseId: brandt, agreesAll: true, named: [{ categoryId: tax, key: 'units' }] });
  const { summary } = await statement();
  expect([await costsOf(ahrens), await costsOf(brandt)]).toEqual([6_000, 10_000]);
  expect(summary.landlordCents).toBe(4_000);
});

test('of 200 € of property tax and 100 € said not to be passed on, tenants bear 200 €', async () => {
  const tax = await kindOf('property_tax');
  await book(tax, 20_000);
  await book(tax, 10_000, null);
  expect([await costsOf(ahrens), await costsOf(brandt)]).toEqual([6_000, 14_000]);
  const { summary, warnings } = await statement();
  expect(summary.landlordCents).toBe(0);
  expect(warnings).toContainEqual({ code: 'kept_back', params: { cents: 10_000 } });
});

test('the same words twice change nothing, two windows at once are told', async () => {
  const said = { leaseId: ahrens, agreesAll: false, named: [] };
  const first = await set(said);
  expect(await set(said)).toEqual(first);
  await expect(set({ ...said, agreesAll: true })).rejects.toMatchObject({ code: 'version_conflict' });
  const both = await Promise.allSettled([
    set({ leaseId: brandt, agreesAll: true, named: [] }),
    set({ leaseId: brandt, agreesAll: false, named: [] }),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('taken back and said anew it is another: who saw the old word changes and takes back nothing', async () => {
  const whose = { leaseId: ahrens };
  const old = await set({ ...whose, agreesAll: false, named: [] });
  await clear({ ...whose, ...old });
  const fresh = await set({ ...whose, agreesAll: true, named: [] });
  expect(fresh.version).toBe(old.version);
  const changes = set({ ...whose, ...old, agreesAll: false, named: [] });
  await expect(changes).rejects.toMatchObject({ code: 'not_found' });
  await expect(clear({ ...whose, ...old })).rejects.toMatchObject({ code: 'not_found' });
  expect((await agreed(ahrens)).own).toMatchObject({ ...fresh, agreesAll: true });
});

test('a settled statement stays, whatever contracts are said to agree on later', async () => {
  const tax = await kindOf('property_tax');
  await book(tax, 20_000);
  await books.on(today, (tx, scope) =>
    sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
  );
  const before = await costsOf(ahrens);
  await set({ leaseId: ahrens, agreesAll: false, named: [] });
  expect(await costsOf(ahrens)).toBe(before);
  expect((await statement()).sent?.changes).toMatchObject([
    { lease: ahrens, firstCents: 6_000, nowCents: 0 },
  ]);
});

test('a lease whose rent has its costs in it settles nothing until somebody says otherwise', async () => {
  const thirdId = await addSecondFlat(books, today, 'Wohnung 3');
  const gross = await enterLease(books, today, {
    startsOn: '2025-01-01',
    unitIds: [thirdId],
    rentLines: [{ component: 'net', settlement: 'none', amountCents: 145_000 }],
  });
  const lump = await enterLease(books, today, {
    startsOn: '2025-01-01',
    unitIds: [await addSecondFlat(books, today, 'Wohnung 4')],
    rentLines: [
      { component: 'net', settlement: 'none', amountCents: 70_000 },
      { component: 'operating_costs', settlement: 'lump_sum', amountCents: 15_000 },
    ],
  });
  const told = async (leaseId: string) => {
    const whose = { propertyId: null, leaseId };
    const { settles, hasLumpSum } = await books.on(today, (tx, scope) => getAgreement(tx, scope, whose));
    return { settles, hasLumpSum };
  };
  expect(await told(gross)).toEqual({ settles: false, hasLumpSum: false });
  expect(await told(lump)).toEqual({ settles: false, hasLumpSum: true });
  expect(await told(ahrens)).toEqual({ settles: true, hasLumpSum: false });
});
