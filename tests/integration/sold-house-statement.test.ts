import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { correctRents } from '@/features/rent/commands';
import { listDifferences } from '@/features/rent/queries';
import { sendStatement } from '@/features/statement/commands';
import { getStatement } from '@/features/statement/queries';
import { isReady } from '@/features/statement/rules';
import { waiveCharge } from '@/ledger';
import { book, books, letBoth, openCostDesk, pay, statement, today } from '../factories/cost-desk.ts';
import { year } from '../factories/flat-year.ts';

openCostDesk();

const sell = (soldOn: string) =>
  books.admin`update hausbuch.property set sold_on = ${soldOn} where id = ${books.propertyId}`;

test('sold on 1 October 2025: with who moved out in June the seller settles, who was a tenant still is the buyer’s, with nine advances of 50 €', async () => {
  const { ahrens, brandt } = await letBoth();
  await book('property_tax', 120_000);
  await pay(ahrens, 6 * 55_000, '2025-06-10');
  await pay(brandt, 12 * 55_000, '2025-12-10');
  const of = async (leaseId: string) => {
    const { leases, isWhole } = await statement();
    const row = leases.find((one) => one.leaseId === leaseId);
    return {
      isWhole,
      isBuyers: row?.isBuyers,
      isSettled: row?.isSettled,
      paid: row?.advancesPaidCents,
      hasResult: row?.resultCents !== null,
    };
  };
  const settled = { isWhole: true, isBuyers: false, isSettled: true, hasResult: true };
  expect(await of(brandt)).toEqual({ ...settled, paid: 60_000 });
  await sell('2025-10-01');
  // The rents of October to December are booked still, and paid to the seller: none of it was paid in advance to them.
  const buyers = { isWhole: true, isBuyers: true, isSettled: false, hasResult: false, paid: 45_000 };
  expect(await of(brandt)).toEqual(buyers);
  expect(await of(ahrens)).toEqual({ ...settled, paid: 30_000 });
  const chargeIds = (await books.on(today, (tx, scope) => listDifferences(tx, scope, brandt))).map(
    (row) => row.chargeId,
  );
  await books.on(today, (tx, scope) => correctRents(tx, scope, { leaseId: brandt, chargeIds }));
  expect(await of(brandt)).toEqual(buyers);
  // Sold with the first day of the year after, the year is the seller's with both.
  await sell('2026-01-01');
  expect((await of(brandt)).isBuyers).toBe(false);
});

test('where nobody had moved out before the sale there is nothing to send, only figures for the buyer', async () => {
  const { brandt } = await letBoth();
  await book('property_tax', 120_000);
  await sell('2025-06-15');
  const { leases, isWhole } = await statement();
  expect(isWhole).toBe(false);
  expect(leases.map((row) => [row.isBuyers, row.resultCents, isReady(row)])).toEqual(
    leases.map(() => [true, null, false]),
  );
  // 1,200 € of the year: what falls on Brandt's 140 of 200 m² until the sale is in the figures.
  expect(leases.find((row) => row.leaseId === brandt)?.costsCents).toBeGreaterThan(0);
});

test('a result that was sent to a lease before the sale was told of is named until it is off its account', async () => {
  const { ahrens, brandt } = await letBoth();
  await book('property_tax', 120_000);
  await pay(ahrens, 6 * 55_000, '2025-06-10');
  await pay(brandt, 12 * 55_000, '2025-12-10');
  const { propertyId } = books;
  await books.on(today, (tx, scope) =>
    sendStatement(tx, scope, { id: randomUUID(), propertyId, ...year, corrects: null, slips: [] }),
  );
  expect((await statement()).sent?.isOtherwise).toBe(false);
  await sell('2025-10-01');
  const draft = () =>
    books.on(today, (tx, scope) => getStatement(tx, scope, { propertyId, ...year, version: 2 }));
  const { problems, isWhole } = await draft();
  expect(problems).toMatchObject([
    { code: 'settled_by_buyer', stops: 'lease', mend: { at: 'lease', leaseId: brandt } },
  ]);
  expect(isWhole).toBe(false);
  expect((await statement()).sent?.isOtherwise).toBe(true);
  const [own] = await books.admin<{ id: string }[]>`select id from hausbuch.charge
    where portfolio_id = ${books.portfolioId} and lease_id = ${brandt} and kind = 'back_payment'`;
  await books.on(today, (tx, scope) =>
    waiveCharge(tx, scope, {
      ...{ id: randomUUID(), chargeId: own?.id ?? '', amountCents: null },
      reason: 'Rechnet der Käufer ab',
    }),
  );
  expect((await draft()).problems).toEqual([]);
});
