import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { statementLetter } from '@/features/statement/letter';
import { getStatement } from '@/features/statement/queries';
import { listSettledBills } from '@/features/statement/settled-queries';
import { defaultFormats } from '@/i18n/formats';
import { postCharge, voidCharge, waiveCharge } from '@/ledger';
import { type FlatYear, openFlatYear, year } from '../factories/flat-year.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** What was sent stands; what corrects it stands beside it, and puts the difference on the account. */

let database: TestDatabase;
let flat: FlatYear;

beforeAll(async () => {
  database = await createTestDatabase();
});
/** 1,200 € of costs, all twelve advances of 50 € paid with the rents: 600 € are left. */
beforeEach(async () => {
  flat = await openFlatYear(database);
  await flat.pay(12 * 55_000, '2025-12-10');
});
afterEach(() => flat.books.close());
afterAll(() => database.drop());

const setCosts = (cents: number) =>
  flat.books.admin`update hausbuch.transaction set amount_cents = ${cents}
    where portfolio_id = ${flat.books.portfolioId}`;
const backPayments = async () => {
  const rows = await flat.books.admin<{ id: string; cents: number }[]>`
    select i.charge_id as id, i.total_cents::int as cents from hausbuch.open_item i
    join hausbuch.charge c on c.portfolio_id = i.portfolio_id and c.id = i.charge_id
    where i.portfolio_id = ${flat.books.portfolioId} and c.kind = 'back_payment' order by i.total_cents`;
  return [...rows];
};
/** What a step changes in what is owed in all. */
async function changes(step: () => Promise<unknown>): Promise<number> {
  const before = await flat.balance();
  await step();
  return (await flat.balance()) - before;
}
async function written(version: number, language: 'de' | 'en' = 'en') {
  const all = await flat.letters(version);
  const [own] = all.letters;
  if (!own) throw new Error('No letter.');
  const letter = await statementLetter(all, own, { ...defaultFormats(language), currency: 'EUR' }, 'Berger');
  return { ...letter, text: JSON.stringify(letter.blocks).replaceAll('\u00a0', ' ') };
}

describe('the difference', () => {
  test('200 € more: 600 were asked for, 800 are right, 200 go on the account besides', async () => {
    expect(await changes(() => flat.send())).toBe(60_000);
    await flat.book(20_000);
    expect(await changes(() => flat.send({ corrects: 1 }))).toBe(20_000);
    expect((await backPayments()).map(({ cents }) => cents)).toEqual([20_000, 60_000]);
  });

  test('200 € less, and nothing paid yet: the back-payment of 600 becomes one of 400', async () => {
    await flat.send();
    await setCosts(100_000);
    expect(await changes(() => flat.send({ corrects: 1 }))).toBe(-20_000);
    expect((await backPayments()).map(({ cents }) => cents)).toEqual([40_000]);
  });

  test('200 € less after the 600 were paid: they are the tenant’s credit', async () => {
    await flat.send();
    const before = await flat.balance();
    await flat.pay(60_000, '2026-02-10');
    await setCosts(100_000);
    await flat.send({ corrects: 1 });
    expect((await flat.balance()) - before).toBe(-80_000);
  });

  test('700 € less: the whole back-payment goes, and 100 € are a credit', async () => {
    await flat.send();
    await setCosts(50_000);
    expect(await changes(() => flat.send({ corrects: 1 }))).toBe(-70_000);
    expect((await backPayments()).map(({ cents }) => cents)).toEqual([0]);
  });

  test('a credit of 100 € that is right by 60: 40 € are asked for; by 150: 50 € more are given', async () => {
    await setCosts(50_000);
    expect(await changes(() => flat.send())).toBe(-10_000);
    await setCosts(54_000);
    expect(await changes(() => flat.send({ corrects: 1 }))).toBe(4_000);
    await setCosts(45_000);
    expect(await changes(() => flat.send({ corrects: 2 }))).toBe(-9_000);
  });

  test('of 600 €, 150 were waived: by 500 nothing changes what was given up, and 100 go', async () => {
    await flat.send();
    const [own] = await backPayments();
    const waived = { id: randomUUID(), chargeId: own?.id ?? '', amountCents: 15_000, reason: 'Kulanz' };
    await flat.books.on('2026-02-10', (tx, scope) => waiveCharge(tx, scope, waived));
    await setCosts(110_000);
    expect(await changes(() => flat.send({ corrects: 1 }))).toBe(-10_000);
    expect((await backPayments()).map(({ cents }) => cents)).toEqual([35_000]);
  });

  test('of 600 €, all were waived: by 400 nobody is given what was never paid', async () => {
    await flat.send();
    const [own] = await backPayments();
    const waived = { id: randomUUID(), chargeId: own?.id ?? '', amountCents: null, reason: 'Kulanz' };
    await flat.books.on('2026-02-10', (tx, scope) => waiveCharge(tx, scope, waived));
    await setCosts(100_000);
    expect(await changes(() => flat.send({ corrects: 1 }))).toBe(0);
    expect((await flat.statement()).corrected?.differences).toEqual({ [flat.leaseId]: 0 });
  });

  test('a paid back-payment that was too high pays what is open since', async () => {
    await flat.send();
    // The rents of January and February, and the back-payment.
    await flat.pay(2 * 55_000 + 60_000, '2026-02-10');
    const fee = { id: randomUUID(), leaseId: flat.leaseId, kind: 'fee', dueOn: '2026-02-10' } as const;
    await flat.books.on('2026-02-10', (tx, scope) =>
      postCharge(tx, scope, { ...fee, amountCents: 5_000, note: null }),
    );
    const openFee = async () =>
      (
        await flat.books.admin<{ cents: number }[]>`
          select open_cents::int as cents from hausbuch.open_item where charge_id = ${fee.id}`
      )[0]?.cents;
    expect(await openFee()).toBe(5_000);
    await setCosts(100_000);
    await flat.send({ corrects: 1 });
    expect(await openFee()).toBe(0);
  });

  test('a lease that has left the house since, with a result that stands, stops the correction until it is off its account', async () => {
    await flat.send();
    await flat.books.admin`update hausbuch.lease set starts_on = '2026-01-01'
      where portfolio_id = ${flat.books.portfolioId}`;
    await flat.books.admin`update hausbuch.lease_unit set from_on = '2026-01-01'
      where portfolio_id = ${flat.books.portfolioId}`;
    const draft = await flat.statement(2);
    expect(draft.problems).toMatchObject([{ code: 'no_longer_settled', params: { lease: flat.leaseId } }]);
    expect(draft.parties[flat.leaseId]?.name).toContain('Müller');
    await expect(flat.send({ corrects: 1 })).rejects.toMatchObject({ code: 'statement.not_ready' });
    const [own] = await backPayments();
    await flat.books.on('2026-02-10', (tx, scope) =>
      voidCharge(tx, scope, { id: randomUUID(), chargeId: own?.id ?? '' }),
    );
    expect((await flat.statement(2)).problems).toEqual([]);
  });

  test('what was voided as a slip is asked for whole by the corrected one', async () => {
    await flat.send();
    const [own] = await backPayments();
    const slip = { id: randomUUID(), chargeId: own?.id ?? '' };
    await flat.books.on('2026-02-10', (tx, scope) => voidCharge(tx, scope, slip));
    await setCosts(130_000);
    expect(await changes(() => flat.send({ corrects: 1 }))).toBe(70_000);
  });

  test('after the deadline never above the first result, less always (BGH VIII ZR 190/06)', async () => {
    await flat.send();
    await setCosts(150_000);
    const late = '2027-01-10';
    const [own] = (await flat.statement(2, late)).leases;
    expect(own).toMatchObject({ resultCents: 90_000, claimableCents: 60_000 });
    expect(await changes(() => flat.send({ corrects: 1, on: late }))).toBe(0);
    await setCosts(100_000);
    expect(await changes(() => flat.send({ corrects: 2, on: late }))).toBe(-20_000);
    await setCosts(110_000);
    expect(await changes(() => flat.send({ corrects: 3, on: late }))).toBe(0);
  });
});

const slipOf = (on: string, slips: string[] = []) =>
  flat.books.on(on, async (tx, scope) => {
    const of = { propertyId: flat.books.propertyId, ...year, version: 2, slips };
    return (await getStatement(tx, scope, of)).corrections[0]?.slip;
  });

test('a first statement that came late itself has no slip to put right: it is not offered', async () => {
  await flat.send({ on: '2027-01-05' });
  await setCosts(150_000);
  expect(await slipOf('2027-01-10')).toBeNull();
  // Said all the same it asks for nothing, and so is not said to be asked for.
  expect(await slipOf('2027-01-10', [flat.leaseId])).toBeNull();
});

test('an obvious slip is put right after the deadline where the landlord says it was one, and the letter says so', async () => {
  await flat.send();
  await setCosts(150_000);
  const late = '2027-01-10';
  const slips = [flat.leaseId];
  // In time all of it is asked for anyway.
  expect(await slipOf('2026-12-30')).toBeNull();
  expect(await slipOf(late)).toBe('open');
  expect(await slipOf(late, slips)).toBe('said');
  expect(await changes(() => flat.send({ corrects: 1, on: late, slips }))).toBe(30_000);
  expect((await written(2, 'de')).text).toContain('§ 242 BGB');
  // It stands: what it asks for is what the next one may ask for.
  expect((await flat.statement(2, late)).sent?.isOtherwise).toBe(false);
  expect((await flat.statement(2, late)).leases[0]).toMatchObject({
    isObviousSlip: true,
    claimableCents: 90_000,
  });
});

describe('versions', () => {
  test('the first stays as it was, and each has its day and its page', async () => {
    await flat.send();
    const first = await flat.statement();
    expect(first).toMatchObject({ version: 1, sent: { isLast: true, isOtherwise: false }, corrected: null });
    await flat.book(20_000);
    expect(await flat.statement()).toMatchObject({ version: 1, sent: { isOtherwise: true } });
    const draft = await flat.statement(2);
    expect(draft).toMatchObject({ version: 2, sent: null, isWhole: true, corrected: { isOtherwise: true } });
    expect(draft.corrected?.differences).toEqual({ [flat.leaseId]: 20_000 });
    expect(draft.corrected?.changes).toMatchObject([{ firstCents: 120_000, nowCents: 140_000 }]);
    await flat.send({ corrects: 1 });
    expect(await flat.statement()).toMatchObject({ version: 2, sent: { isLast: true, isOtherwise: false } });
    const old = await flat.statement(1);
    expect(old.leases).toEqual(first.leases);
    expect(old).toMatchObject({ sent: { isLast: false, changes: [] }, versions: [{}, {}] });
    await expect(flat.statement(4)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a corrected version of nothing, of another one, or of what nobody changed is refused', async () => {
    await expect(flat.send({ corrects: 1 })).rejects.toMatchObject({ code: 'statement.corrected_meanwhile' });
    await flat.send();
    await expect(flat.send({ corrects: 1 })).rejects.toMatchObject({ code: 'statement.nothing_changed' });
    await flat.book(20_000);
    await expect(flat.send()).rejects.toMatchObject({ code: 'statement.already_settled' });
    await expect(flat.send({ corrects: 2 })).rejects.toMatchObject({ code: 'statement.corrected_meanwhile' });
  });

  test('two windows that correct one statement: by one id once, by two ids one is refused', async () => {
    await flat.send();
    await flat.book(20_000);
    const id = randomUUID();
    const once = () => Promise.all([flat.send({ id, corrects: 1 }), flat.send({ id, corrects: 1 })]);
    expect(await changes(once)).toBe(20_000);
    await flat.book(10_000);
    const both = await Promise.allSettled([flat.send({ corrects: 2 }), flat.send({ corrects: 2 })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await flat.statement()).version).toBe(3);
  });

  test('a lease that was told a result and settles nothing by now stops the correction', async () => {
    await flat.send();
    await flat.books.admin`update hausbuch.rent_line set settlement = 'none', component = 'net'
      where portfolio_id = ${flat.books.portfolioId} and component = 'operating_costs'`;
    const draft = await flat.statement(2);
    expect(draft.problems).toMatchObject([{ code: 'no_longer_settled' }]);
    expect(draft.isWhole).toBe(false);
    await expect(flat.send({ corrects: 1 })).rejects.toMatchObject({ code: 'statement.not_ready' });
  });

  test('a bill that the corrected version no longer counts is free for another period', async () => {
    await flat.send();
    const half = { from: '2024-01-01', to: '2024-12-31' };
    await flat.books.admin`update hausbuch.transaction set booked_on = '2024-03-01'
      where portfolio_id = ${flat.books.portfolioId}`;
    await flat.book(70_000);
    const settled = () =>
      flat.books.on('2026-02-10', (tx, scope) => listSettledBills(tx, scope, flat.books.propertyId, half));
    const before = await settled();
    await flat.send({ corrects: 1 });
    const counted = (await flat.statement()).lines.flatMap(({ bills }) => bills.map((b) => b.transactionId));
    const { whole } = await settled();
    expect([...whole]).toEqual(counted);
    expect(whole.isDisjointFrom(before.whole)).toBe(true);
  });
});

describe('the letter', () => {
  test('says what it takes the place of, what is asked for by now, and only the difference is to be paid', async () => {
    await flat.send();
    await flat.book(20_000);
    await flat.send({ corrects: 1 });
    const { subject, title, text } = await written(2);
    expect(title).toBe('Corrected operating cost statement');
    expect(subject).toContain('Corrected');
    expect(text).toMatch(/takes the place of the one of .*2026.*€200\.00 more/);
    expect(text).toMatch(/since the statement of [^"]*","-€600\.00/);
    const first = await written(1);
    expect(first.title).toBe('Operating cost statement');
    expect(first.text).not.toContain('takes the place');
  });

  test('says of less that it is given back, in German, too', async () => {
    await flat.send();
    await setCosts(100_000);
    await flat.send({ corrects: 1 });
    const { title, text } = await written(2, 'de');
    expect(title).toBe('Berichtigte Betriebskostenabrechnung');
    expect(text).toMatch(/Das sind 200,00 € weniger/);
    expect(text).toMatch(/Zu Ihren Gunsten","200,00 €/);
  });

  test('who is told nothing new gets none', async () => {
    await flat.send();
    await flat.book(20_000);
    expect((await flat.letters(2)).letters).toHaveLength(1);
    await flat.send({ corrects: 1 });
    expect((await flat.letters(3)).letters).toHaveLength(0);
  });
});

test('a period that shares days with a corrected one is refused as before', async () => {
  await flat.send();
  await flat.book(20_000);
  await flat.send({ corrects: 1 });
  await expect(flat.send({ from: '2025-07-01', to: year.to })).rejects.toMatchObject({
    code: 'statement.already_settled',
  });
});
