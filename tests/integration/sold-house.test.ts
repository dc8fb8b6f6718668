import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listDueReminders } from '@/features/arrears/proposal-queries';
import { listArrears } from '@/features/arrears/queries';
import { getReminder } from '@/features/arrears/reminder-queries';
import { listArrearsInput } from '@/features/arrears/schema';
import { readCollectable } from '@/features/debit/queries';
import { getLease, listLeases } from '@/features/lease/queries';
import { listLeasesInput } from '@/features/lease/schema';
import { listExpiringDocuments } from '@/features/overview/expiring-queries';
import { getOverview } from '@/features/overview/queries';
import { listProperties } from '@/features/property/list-queries';
import { listPropertiesInput } from '@/features/property/schema';
import { agreeRent, correctRents } from '@/features/rent/commands';
import { listDifferences } from '@/features/rent/queries';
import { agreeRentInput } from '@/features/rent/schema';
import { listSoldHouses } from '@/features/rent/sold-month-queries';
import { archiveTenant } from '@/features/tenant/commands';
import { listTenants } from '@/features/tenant/list-queries';
import { getTenant } from '@/features/tenant/queries';
import { listTenantsInput } from '@/features/tenant/schema';
import { listUnits } from '@/features/unit/queries';
import { getRentMonth, getRentYear, recordPayment } from '@/ledger';
import { recordPaymentInput } from '@/ledger/inputs';
import { addDays } from '@/lib/calendar';
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

/** The last day of the seller, and the first of the buyer. */
const [before, sale] = ['2026-05-31', '2026-06-01'];
const sell = (soldOn: string | null = sale) =>
  books.admin`update hausbuch.property set sold_on = ${soldOn} where id = ${books.propertyId}`;

/** A garage in another house, which is not sold, let along with the flat. */
async function letGarage(leaseId: string) {
  const garage = { house: randomUUID(), unit: randomUUID() };
  await books.admin`insert into hausbuch.property (portfolio_id, id, name, kind, country)
    values (${books.portfolioId}, ${garage.house}, 'Garage', 'parking', 'DE')`;
  await books.admin`insert into hausbuch.unit (portfolio_id, id, property_id, name, kind)
    values (${books.portfolioId}, ${garage.unit}, ${garage.house}, 'Garage', 'parking')`;
  await books.admin`insert into hausbuch.lease_unit (portfolio_id, lease_id, unit_id, from_on)
    values (${books.portfolioId}, ${leaseId}, ${garage.unit}, '2026-01-01')`;
  return garage;
}

const tenants = (day: string, only: 'current'[] = []) =>
  books.on(day, async (tx, scope) => (await listTenants(tx, scope, listTenantsInput.parse({ only }))).rows);
const running = (day: string) =>
  books.on(day, async (tx, scope) => {
    const input = listLeasesInput.parse({ includeEnded: false });
    return (await listLeases(tx, scope, input)).rows.map((row) => row.id);
  });

test('a lease is with the buyer from the day of the sale on: in every list and on every page, and no tenant counts as current', async () => {
  const id = await enterLease(books, before);
  await sell();
  const said = (day: string) =>
    books.on(day, async (tx, scope) => {
      const [listed] = (await listLeases(tx, scope, listLeasesInput.parse({ leaseId: id }))).rows;
      const ofTenant = (await getTenant(tx, scope, books.tenantId)).leases[0];
      return [listed, await getLease(tx, scope, id), ofTenant].map((row) => [row?.state, row?.soldOn]);
    });
  expect(await said(before)).toEqual(Array(3).fill(['active', sale]));
  expect(await said(sale)).toEqual(Array(3).fill(['sold', sale]));
  expect([await running(before), await running(sale)]).toEqual([[id], []]);

  expect(await tenants(before, ['current'])).toMatchObject([{ units: [{ leaseId: id }], soldOn: null }]);
  expect(await tenants(sale, ['current'])).toEqual([]);
  expect(await tenants(sale)).toMatchObject([{ units: [], soldOn: sale }]);

  const house = (day: string) =>
    books.on(day, async (tx, scope) => {
      const [row] = (await listProperties(tx, scope, listPropertiesInput.parse({}))).rows;
      const [unit] = await listUnits(tx, scope, { propertyId: books.propertyId, archive: 'all' });
      return [row?.letUnitCount, unit?.isSold];
    });
  expect([await house(before), await house(sale)]).toEqual([
    [1, false],
    [0, true],
  ]);
  // Who rents of the buyer can be put away; who still rents of the seller cannot.
  const archive = (day: string) =>
    books.on(day, (tx, scope) => archiveTenant(tx, scope, { id: books.tenantId, version: 1 }));
  await expect(archive(before)).rejects.toMatchObject({ code: 'tenant.in_use' });
  await archive(sale);
});

test('a lease that had ended by the sale has ended, and one with a garage that is not sold runs on', async () => {
  const ended = await enterLease(books, '2026-03-01', { endsOn: before });
  const state = (id: string) =>
    books.on('2026-07-01', async (tx, scope) => (await getLease(tx, scope, id)).state);
  await sell();
  expect(await state(ended)).toBe('ended');
  expect(await tenants('2026-07-01')).toMatchObject([{ units: [], soldOn: null }]);
  await sell('2026-05-31');
  expect(await state(ended)).toBe('sold');

  await books.admin`update hausbuch.lease_unit set is_voided = true where lease_id = ${ended}`;
  await books.admin`update hausbuch.lease set voided_at = now() where id = ${ended}`;
  const id = await enterLease(books, before);
  const garage = await letGarage(id);
  expect(await state(id)).toBe('active');
  expect(await running('2026-07-01')).toEqual([id]);
  const [row] = await tenants('2026-07-01', ['current']);
  expect(row?.units.map((unit) => unit.unitId)).toEqual([garage.unit]);
  await books.admin`update hausbuch.property set sold_on = '2026-06-15' where id = ${garage.house}`;
  expect([await running('2026-06-14'), await running('2026-06-15')]).toEqual([[id], []]);
});

test('a lease that begins after the sale is none of the seller’s beginnings, and a vacancy since is none of theirs', async () => {
  const id = await enterLease(books, before, { startsOn: '2026-06-15', bookedFrom: '2026-06-01' });
  const today = async (day: string) => {
    const { beginnings, vacancies } = await books.on(day, getOverview);
    return [beginnings.map((row) => row.leaseId), vacancies.map((row) => row.unitId)];
  };
  expect(await today(before)).toEqual([[id], []]);
  await sell();
  expect(await today(before)).toEqual([[], []]);
  await books.admin`delete from hausbuch.lease_unit where lease_id = ${id}`;
  expect(await today(before)).toEqual([[], [books.unitId]]);
  expect(await today(sale)).toEqual([[], []]);
});

test('a paper of a sold house is the buyer’s to renew, one that is of another house, too, is not', async () => {
  const paper = randomUUID();
  const version = randomUUID();
  const link = (column: 'property_id' | 'unit_id' | 'tenant_id', id: string) =>
    books.admin`insert into hausbuch.document_link ${books.admin({
      portfolio_id: books.portfolioId,
      document_id: paper,
      [column]: id,
    })}`;
  await books.admin`insert into hausbuch.document (portfolio_id, id, title, category, valid_until, current_version_id, state)
    values (${books.portfolioId}, ${paper}, 'Police', 'insurance', '2026-06-20', ${version}, 'ready')`;
  await link('unit_id', books.unitId);
  const told = (day: string) =>
    books.on(day, async (tx, scope) =>
      (await listExpiringDocuments(tx, scope, addDays(day, 90), 9)).map((row) => row.documentId),
    );
  expect(await told(before)).toEqual([paper]);
  await sell('2026-06-21');
  expect([await told(before), await told('2026-06-21')]).toEqual([[paper], []]);
  await sell();
  expect(await told(before)).toEqual([]);
  await link('tenant_id', books.tenantId);
  expect(await told(before)).toEqual([]);
  await link('property_id', (await letGarage(await enterLease(books, before))).house);
  expect(await told(before)).toEqual([paper]);
});

test('sold on 15 April, told on 20 May: of April and May nobody is reminded nor is anything collected until they are corrected', async () => {
  const today = '2026-05-20';
  const id = await enterLease(books, today, { startsOn: '2026-03-01' });
  await books.admin`insert into hausbuch.mandate (portfolio_id, lease_id, reference, holder, iban, signed_on)
    values (${books.portfolioId}, ${id}, 'M1', 'Änne Müller', 'DE02120300000000202051', '2026-03-01')`;
  await books.on(today, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId: id, paidOn: today, amountCents: 100 }),
    ),
  );
  const asked = () =>
    books.on(today, async (tx, scope) => ({
      reminder: (await getReminder(tx, scope, { leaseId: id, step: 'friendly' })).openCents,
      due: (await listDueReminders(tx, scope)).length,
      debit: (await readCollectable(tx, scope, today))[0]?.amountCents,
    }));
  // March less the euro, April, May.
  expect(await asked()).toEqual({ reminder: 209_900, due: 1, debit: 209_900 });
  await sell('2026-04-15');
  expect(await asked()).toEqual({ reminder: 69_900, due: 1, debit: 69_900 });
  await books.on(today, (tx, scope) =>
    recordPayment(
      tx,
      scope,
      recordPaymentInput.parse({ id: randomUUID(), leaseId: id, paidOn: today, amountCents: 69_900 }),
    ),
  );
  expect(await asked()).toEqual({ reminder: 0, due: 0, debit: 0 });
  // Of April 14 of 30 days are the seller’s: 326.67 are owed to them and asked for again.
  const chargeIds = (await books.on(today, (tx, scope) => listDifferences(tx, scope, id))).map(
    (row) => row.chargeId,
  );
  await books.on(today, (tx, scope) => correctRents(tx, scope, { leaseId: id, chargeIds }));
  expect(await asked()).toEqual({ reminder: 32_667, due: 1, debit: 32_667 });
});

/** What a letter asks for and what a direct debit collects on a day, both in cents. */
const askedOn = (day: string, leaseId: string) =>
  books.on(day, async (tx, scope) => ({
    reminder: (await getReminder(tx, scope, { leaseId, step: 'friendly' })).openCents,
    debit: (await readCollectable(tx, scope, day))[0]?.amountCents,
  }));
const mandate = (leaseId: string) =>
  books.admin`insert into hausbuch.mandate (portfolio_id, lease_id, reference, holder, iban, signed_on)
    values (${books.portfolioId}, ${leaseId}, 'M1', 'Änne Müller', 'DE02120300000000202051', '2026-03-01')`;
const agree = (day: string, leaseId: string, validFrom: string, amountCents: number) =>
  books.on(day, (tx, scope) =>
    agreeRent(
      tx,
      scope,
      agreeRentInput.parse({
        ...{ id: randomUUID(), leaseId, validFrom, reason: 'agreed' },
        lines: [{ component: 'net', amountCents, settlement: 'none' }],
      }),
    ),
  );

test('of a house that is sold on 15 June, June is reminded of and collected until the day before', async () => {
  const id = await enterLease(books, '2026-06-14', { startsOn: '2026-06-01' });
  await mandate(id);
  await sell('2026-06-15');
  expect(await askedOn('2026-06-14', id)).toEqual({ reminder: 70_000, debit: 70_000 });
  expect(await askedOn('2026-06-15', id)).toEqual({ reminder: 0, debit: 0 });
  // What is to be collected on that day, or later, is not the seller’s by then.
  const collected = (on: string) =>
    books.on('2026-06-10', async (tx, scope) => (await readCollectable(tx, scope, on))[0]?.amountCents);
  expect([await collected('2026-06-14'), await collected('2026-06-15')]).toEqual([70_000, 0]);
});

test('with a garage that is not sold, a month of which another rent is agreed since is asked for all the same', async () => {
  const today = '2026-05-20';
  const id = await enterLease(books, today, { startsOn: '2026-03-01' });
  await mandate(id);
  await letGarage(id);
  await sell('2026-04-01');
  await agree(today, id, '2026-05-01', 65_000);
  expect(await askedOn(today, id)).toEqual({ reminder: 210_000, debit: 210_000 });
  expect(await books.on(today, (tx, scope) => listSoldHouses(tx, scope, 8))).toEqual([]);
});

test('sold on 15 April and corrected, a higher rent since 1 April leaves the 326.67 that are booked to be asked for', async () => {
  const today = '2026-05-20';
  const id = await enterLease(books, today, { startsOn: '2026-04-01' });
  await mandate(id);
  await sell('2026-04-15');
  const chargeIds = (await books.on(today, (tx, scope) => listDifferences(tx, scope, id))).map(
    (row) => row.chargeId,
  );
  await books.on(today, (tx, scope) => correctRents(tx, scope, { leaseId: id, chargeIds }));
  expect(await askedOn(today, id)).toEqual({ reminder: 32_667, debit: 32_667 });
  await books.admin`update hausbuch.rent_line set amount_cents = 75000 where portfolio_id = ${books.portfolioId}`;
  expect(await askedOn(today, id)).toEqual({ reminder: 32_667, debit: 32_667 });
});

test('two rents behind, a notice without a period is the buyer’s to give once the house is sold', async () => {
  const id = await enterLease(books, before, { startsOn: '2026-04-01' });
  const thresholds = (day: string) =>
    books.on(day, async (tx, scope) => {
      const { rows } = await listArrears(tx, scope, listArrearsInput.parse({ leaseId: id }));
      return rows[0]?.thresholds?.result.twoDates.isReached ?? null;
    });
  await sell();
  expect([await thresholds(before), await thresholds(sale)]).toEqual([true, null]);
});

test('after the sale no rent is agreed from a later day, an earlier one can still be entered', async () => {
  const id = await enterLease(books, before);
  const agree = (day: string, validFrom: string) =>
    books.on(day, (tx, scope) =>
      agreeRent(
        tx,
        scope,
        agreeRentInput.parse({
          id: randomUUID(),
          leaseId: id,
          validFrom,
          reason: 'agreed',
          lines: [{ component: 'net', amountCents: 75_000, settlement: 'none' }],
        }),
      ),
    );
  await sell();
  await expect(agree(sale, sale)).rejects.toMatchObject({ code: 'rent.house_sold', field: 'validFrom' });
  await agree(sale, '2026-05-01');
  // Agreed by the seller before the sale it binds the buyer.
  await agree(before, '2026-08-01');
});

test('of the year after the sale no empty row is left, nor of a month that was booked ahead and taken back', async () => {
  const id = await enterLease(books, '2026-06-10');
  await sell();
  const years = (year: number) =>
    books.on('2027-02-01', async (tx, scope) =>
      (await getRentYear(tx, scope, { year, limit: 9 })).rows.map((row) => row.leaseId),
    );
  expect([await years(2026), await years(2027)]).toEqual([[id], []]);
  const chargeIds = (await books.on('2026-06-10', (tx, scope) => listDifferences(tx, scope, id))).map(
    (row) => row.chargeId,
  );
  await books.on('2026-06-10', (tx, scope) => correctRents(tx, scope, { leaseId: id, chargeIds }));
  const month = (of: string) =>
    books.on('2026-07-10', async (tx, scope) =>
      (await getRentMonth(tx, scope, { month: of, openOnly: false, limit: 9 })).rows.map(
        (row) => row.leaseId,
      ),
    );
  expect([await month('2026-05-01'), await month('2026-06-01')]).toEqual([[id], []]);
});
