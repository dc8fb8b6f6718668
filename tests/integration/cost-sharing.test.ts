import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseStatementsOfLeases } from '@/db/erase-cost-statement';
import { enterRequest } from '@/db/scope';
import { listCategories } from '@/features/category/queries';
import { setSharing } from '@/features/cost-sharing/commands';
import { getSharing } from '@/features/cost-sharing/queries';
import { setSharingInput } from '@/features/cost-sharing/schema';
import { sendStatement } from '@/features/statement/commands';
import { statementLetter } from '@/features/statement/letter';
import { getLetters } from '@/features/statement/letter-queries';
import { getStatement } from '@/features/statement/queries';
import { deleteTenant } from '@/features/tenant/commands';
import { recordTransaction } from '@/features/transaction/commands';
import { recordTransactionInput } from '@/features/transaction/schema';
import { createUnit, deleteUnit, setUnitPeriod, updateUnit } from '@/features/unit/commands';
import { sinceEver } from '@/features/unit/rules';
import { createUnitInput, setUnitPeriodInput, updateUnitInput } from '@/features/unit/schema';
import { defaultFormats } from '@/i18n/formats';
import { failureOf } from '../factories/failure.ts';
import { addSecondFlat, openFlat, rentWithAdvance, year } from '../factories/flat-year.ts';
import { type Books, enterLease } from '../factories/tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let books: Books;
let ahrens: string;
let brandt: string;
let second: string;

const today = '2026-02-10';

beforeAll(async () => {
  database = await createTestDatabase();
});
/** Two flats of 60 and 140 m², both let all year. */
beforeEach(async () => {
  books = await openFlat(database, today);
  second = await addSecondFlat(books, today);
  const lease = { startsOn: '2025-01-01', rentLines: rentWithAdvance };
  ahrens = await enterLease(books, today, lease);
  brandt = await enterLease(books, today, { ...lease, unitIds: [second] });
});
afterEach(() => books.close());
afterAll(() => database.drop());

const kindOf = (code: string) =>
  books.on(today, async (tx, scope) => {
    const all = await listCategories(tx, scope, 'all');
    return all.find((row) => row.code === code)?.id ?? '';
  });

async function book(categoryId: string, amountCents: number, more: object = {}) {
  const of = { propertyId: books.propertyId, unitId: null, bookedOn: '2025-03-01', direction: 'expense' };
  await books.on(today, (tx, scope) =>
    recordTransaction(
      tx,
      scope,
      recordTransactionInput.parse({
        ...{ id: randomUUID(), ...of, categoryId, title: 'Kosten', amountCents, recoverableKey: 'area' },
        ...more,
      }),
    ),
  );
}

const say = (categoryId: string, input: object) =>
  books.on(today, (tx, scope) =>
    setSharing(
      tx,
      scope,
      setSharingInput.parse({ propertyId: books.propertyId, categoryId, key: 'area', ...year, ...input }),
    ),
  );
const statement = (period = year) =>
  books.on(today, (tx, scope) => getStatement(tx, scope, { propertyId: books.propertyId, ...period }));
async function shown(period = year) {
  const { leases, summary, problems, warnings } = await statement(period);
  const of = (id: string) => leases.find((row) => row.leaseId === id)?.costsCents;
  return {
    costs: [of(ahrens), of(brandt)],
    landlord: summary.landlordCents,
    problems: problems.map(({ code }) => code),
    warnings: warnings.map(({ code }) => code),
  };
}
const settle = () =>
  books.on(today, (tx, scope) =>
    sendStatement(tx, scope, { id: randomUUID(), propertyId: books.propertyId, ...year }),
  );

test('a circle of one unit: 200 € are all of the flat that is in it', async () => {
  const tax = await kindOf('property_tax');
  await book(tax, 20_000);
  expect((await shown()).costs).toEqual([6_000, 14_000]);
  await say(tax, { circle: [second] });
  expect((await shown()).costs).toEqual([0, 20_000]);
});

describe('by hand', () => {
  test('50 € and 80 € of 200 € are what was set, and 70 € stay with the landlord', async () => {
    const tax = await kindOf('property_tax');
    await book(tax, 20_000);
    const byHand = [
      { leaseId: ahrens, amountCents: 5_000 },
      { leaseId: brandt, amountCents: 8_000 },
    ];
    await say(tax, { byHand, byHandReason: 'Baulärm im Hof' });
    expect(await shown()).toMatchObject({ costs: [5_000, 8_000], landlord: 7_000, problems: [] });
    await settle();
    const all = await books.on(today, (tx, scope) =>
      getLetters(tx, scope, { propertyId: books.propertyId, ...year, leaseId: ahrens }),
    );
    const [own] = all.letters;
    if (!own) throw new Error('no letter');
    const letter = await statementLetter(all, own, { ...defaultFormats('de'), currency: 'EUR' }, 'Hausbuch');
    expect(JSON.stringify(letter.blocks)).toContain('nicht nach einem Schlüssel verteilt: Baulärm im Hof"');
  });

  test('it is said of one period: the next goes by its key again', async () => {
    const tax = await kindOf('property_tax');
    await book(tax, 20_000);
    await book(tax, 10_000, { bookedOn: '2024-03-01' });
    await say(tax, { byHand: [{ leaseId: ahrens, amountCents: 100 }], byHandReason: 'Absprache' });
    expect((await shown()).costs).toEqual([100, 0]);
    const before = await statement({ from: '2024-01-01', to: '2024-12-31' });
    expect(before.lines).toMatchObject([{ key: 'area', sharedCents: 10_000 }]);
  });

  test('more than there is stops the line; without a reason nothing is kept', async () => {
    const tax = await kindOf('property_tax');
    await book(tax, 20_000);
    const byHand = [{ leaseId: ahrens, amountCents: 20_001 }];
    await say(tax, { byHand, byHandReason: 'Absprache' });
    // Mended where it was said, and nowhere among the bookings.
    expect((await statement()).problems).toMatchObject([
      { code: 'by_hand_sum', mend: { at: 'sharing', lineId: `${tax}:area` } },
    ]);
    const parsed = setSharingInput.safeParse({
      ...{ propertyId: books.propertyId, categoryId: tax, key: 'area', ...year, byHand },
    });
    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['byHandReason']]);
  });

  test('of 200 € that came back 50 € and 80 € are the leases’, below zero, and 70 € stay with the landlord', async () => {
    const tax = await kindOf('property_tax');
    await book(tax, -20_000);
    expect((await shown()).costs).toEqual([-6_000, -14_000]);
    const byHand = [
      { leaseId: ahrens, amountCents: -5_000 },
      { leaseId: brandt, amountCents: -8_000 },
    ];
    await say(tax, { byHand, byHandReason: 'Baulärm im Hof' });
    expect(await shown()).toMatchObject({ costs: [-5_000, -8_000], landlord: -7_000, problems: [] });
    await say(tax, { version: 1, byHand: [{ leaseId: ahrens, amountCents: -20_001 }], byHandReason: 'Nein' });
    expect((await shown()).problems).toEqual(['by_hand_sum']);
  });

  test('an amount of the other sign than the cost stops the line; of both signs none is kept', async () => {
    const tax = await kindOf('property_tax');
    await book(tax, 20_000);
    await say(tax, { byHand: [{ leaseId: ahrens, amountCents: -5_000 }], byHandReason: 'Absprache' });
    expect((await statement()).problems).toMatchObject([
      { code: 'by_hand_sign', mend: { at: 'sharing', lineId: `${tax}:area` } },
    ]);
    await book(tax, -30_000);
    await say(tax, {
      version: 1,
      byHand: [{ leaseId: ahrens, amountCents: 5_000 }],
      byHandReason: 'Absprache',
    });
    expect((await shown()).problems).toEqual(['by_hand_sign']);
    const of = {
      propertyId: books.propertyId,
      categoryId: tax,
      key: 'area',
      ...year,
      byHandReason: 'Absprache',
    };
    const amounts = [null, -5_000, 0, 5_000, -100].map((amountCents) => ({ leaseId: ahrens, amountCents }));
    const { error } = setSharingInput.safeParse({ ...of, byHand: amounts });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['byHand.3.amountCents', 'mixed_signs'],
    ]);
  });

  test('with a reason and nothing for anybody all is the landlord’s, also where the undo says so again', async () => {
    const tax = await kindOf('property_tax');
    await book(tax, 20_000);
    const nothing = [{ leaseId: ahrens, amountCents: null }];
    await say(tax, { byHand: nothing, byHandReason: 'Erlassen' });
    expect(await shown()).toMatchObject({ costs: [0, 0], landlord: 20_000 });
    await say(tax, { version: 1 });
    expect((await shown()).costs).toEqual([6_000, 14_000]);
    // What the undo knows is what is kept: no amounts.
    await say(tax, { version: 2, byHand: [], byHandReason: 'Erlassen' });
    expect(await shown()).toMatchObject({ costs: [0, 0], landlord: 20_000 });
  });

  test('what was set for the lease of a tenant who is deleted goes with it', async () => {
    const tax = await kindOf('property_tax');
    await say(tax, { byHand: [{ leaseId: ahrens, amountCents: 1 }], byHandReason: 'Herr Brandt zahlt nie' });
    const { db, userId, portfolioId, tenantId } = books;
    const erasing = { userId, portfolioId, now: new Date(), databaseRole: 'hausbuch_erase' } as const;
    await enterRequest(db, erasing, async ({ tx, scope }) => {
      if (scope) await deleteTenant(tx, scope, { id: tenantId, typedName: 'Änne Müller' });
    });
    const left = await books.on(today, (tx, scope) =>
      getSharing(tx, scope, { propertyId: books.propertyId }),
    );
    expect(JSON.stringify(left)).not.toContain('Brandt');
  });

  test('said while a lease is erased, another cost waits: nothing of it is lost, and nothing erased comes back', async () => {
    const tax = await kindOf('property_tax');
    const refuse = await kindOf('street_and_refuse');
    await say(tax, { byHand: [{ leaseId: ahrens, amountCents: 1 }], byHandReason: 'Herr Brandt zahlt nie' });
    const { db, userId, portfolioId } = books;
    const erasing = { userId, portfolioId, now: new Date(), databaseRole: 'hausbuch_erase' } as const;
    let other: Promise<string> | undefined;
    await enterRequest(db, erasing, async ({ tx, scope }) => {
      if (!scope) return;
      await eraseStatementsOfLeases(tx, scope, [ahrens]);
      other = failureOf(say(refuse, { version: 1, principle: 'payment' }));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    // What was open before would write the reason back.
    expect(await other).toMatch(/version_conflict/);
    await say(refuse, { version: 2, principle: 'payment' });
    const left = await books.on(today, (tx, scope) =>
      getSharing(tx, scope, { propertyId: books.propertyId }),
    );
    expect(left.costs).toContainEqual(
      expect.objectContaining({ categoryId: refuse, principle: 'payment', periods: [] }),
    );
    expect(JSON.stringify(left)).not.toContain('Brandt');
  });
});

test('50 € of 200 € are the shop’s beforehand, the flat bears the rest; the light is out, the letter says why', async () => {
  const tax = await kindOf('street_and_refuse');
  await books.admin`update hausbuch.unit set kind = 'commercial' where id = ${second}`;
  await book(tax, 20_000);
  expect((await shown()).warnings).toContain('commercial_without_pre_deduction');
  await say(tax, { deductedCents: 5_000, deductedReason: 'Küchenabfälle' });
  expect(await shown()).toMatchObject({ costs: [15_000, 5_000], problems: [] });
  expect((await shown()).warnings).not.toContain('commercial_without_pre_deduction');
  await say(tax, { version: 1, deductedCents: 5_000, restFor: 'all', deductedReason: 'Küchenabfälle' });
  expect((await shown()).costs).toEqual([4_500, 15_500]);
  // Of both parts the shop's letter says all shares and its own.
  const all = await books.on(today, (tx, scope) =>
    getLetters(tx, scope, { propertyId: books.propertyId, ...year, leaseId: brandt }),
  );
  const [own] = all.letters;
  if (!own) throw new Error('no letter');
  const letter = await statementLetter(all, own, { ...defaultFormats('de'), currency: 'EUR' }, 'Hausbuch');
  const rows = letter.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []));
  const said = rows
    .filter(([name]) => name?.includes('Müll'))
    .map((row) => row.map((cell) => cell.replaceAll('\u00a0', ' ')));
  expect(said.slice(0, 2)).toEqual([
    [expect.stringMatching(/Vorwegabzug$/), '50,00 €', '51.100', '51.100', '50,00 €'],
    [expect.stringMatching(/Rest$/), '150,00 €', '73.000', '51.100', '105,00 €'],
  ]);
});

test('a deduction is an amount with a reason: one without the other is asked for', () => {
  const of = { propertyId: randomUUID(), categoryId: randomUUID(), key: 'area', ...year };
  const asked = (input: object) =>
    setSharingInput
      .safeParse({ ...of, ...input })
      .error?.issues.map(({ path, message }) => [...path, message]);
  expect(asked({ deductedReason: 'Küchenabfälle' })).toEqual([['deductedCents', 'required']]);
  expect(asked({ deductedCents: 5_000 })).toEqual([['deductedReason', 'required']]);
});

describe('the principle', () => {
  const november = { bookedOn: '2025-01-15', serviceFrom: '2024-07-01', serviceTo: '2025-06-30' };

  test('by service 181 of 365 days of 365 €, by payment all of it', async () => {
    const tax = await kindOf('property_tax');
    await book(tax, 36_500, november);
    expect((await shown()).costs).toEqual([5_430, 12_670]);
    await say(tax, { principle: 'payment' });
    expect((await shown()).costs).toEqual([10_950, 25_550]);
  });

  test('said to be by service, a bill without its days is asked for them and not left out', async () => {
    const tax = await kindOf('property_tax');
    await book(tax, 20_000);
    await say(tax, { principle: 'service' });
    expect((await shown()).problems).toEqual(['service_period_missing']);
  });

  test('changed after a year was settled by service, a bill of both is not charged twice', async () => {
    const tax = await kindOf('property_tax');
    await book(tax, 36_500, {
      ...november,
      bookedOn: '2026-01-15',
      serviceFrom: '2025-07-01',
      serviceTo: '2026-06-30',
    });
    await settle();
    await say(tax, { principle: 'payment' });
    const next = await books.on('2027-02-10', (tx, scope) =>
      getStatement(tx, scope, {
        ...{ propertyId: books.propertyId, from: '2026-01-01', to: '2026-12-31' },
      }),
    );
    expect(next.problems.map(({ code }) => code)).toContain('principle_open');
  });
});

test('by persons an empty flat counts as many as was said', async () => {
  const refuse = await kindOf('street_and_refuse');
  await book(refuse, 30_000, { recoverableKey: 'persons' });
  const counted = async () => {
    const { lines, landlord } = await statement({ from: '2024-01-01', to: '2024-12-31' });
    return { lines, vacancy: landlord.vacancy };
  };
  await book(refuse, 30_000, { recoverableKey: 'persons', bookedOn: '2024-05-01' });
  await say(refuse, { key: 'persons', vacantPersons: 0 });
  // Nobody lived there in 2024: without a person there is no base, and nothing is guessed.
  expect((await counted()).lines).toEqual([]);
  await say(refuse, { key: 'persons', version: 1, vacantPersons: 2 });
  expect((await counted()).vacancy).toBe(30_000);
});

test('by persons beside a flat in own use: 300.00 ÷ (1 + 1 + 2) persons once it is said, and by hand it is settled', async () => {
  const refuse = await kindOf('street_and_refuse');
  await book(refuse, 30_000, { recoverableKey: 'persons' });
  const unitId = randomUUID();
  await books.on(today, (tx, scope) =>
    createUnit(
      tx,
      scope,
      createUnitInput.parse({
        ...{ id: unitId, propertyId: books.propertyId, name: 'Own', kind: 'apartment' },
        ...{ areaSqm100: 8_000, ownUse: true },
      }),
    ),
  );
  expect((await statement()).problems).toMatchObject([
    { code: 'own_use_persons_missing', params: { unit: 'Own' }, mend: { at: 'property' } },
  ]);
  const [facts] = await books.admin<{ id: string }[]>`
    select id from hausbuch.unit_period where unit_id = ${unitId}`;
  const live = (persons: number, version: number) =>
    books.on(today, (tx, scope) =>
      setUnitPeriod(
        tx,
        scope,
        setUnitPeriodInput.parse({
          ...{ unitId, validFrom: sinceEver, id: facts?.id, version },
          ...{ areaSqm100: 8_000, ownUse: true, persons },
        }),
      ),
    );
  for (const leaseId of [ahrens, brandt]) {
    await books.admin`insert into hausbuch.household (portfolio_id, id, lease_id, valid_from, persons)
      values (${books.portfolioId}, ${randomUUID()}, ${leaseId}, '2025-01-01', 1)`;
  }
  await live(2, 1);
  expect(await shown()).toMatchObject({ costs: [7_500, 7_500], landlord: 15_000, problems: [] });
  await live(3, 2);
  expect(await shown()).toMatchObject({ costs: [6_000, 6_000], landlord: 18_000, problems: [] });
  // Two of four persons: 300.00 × 1 ÷ 4 for each contract, and 150.00 for who lives in the own flat.
  const byHand = [ahrens, brandt].map((leaseId) => ({ leaseId, amountCents: 7_500 }));
  await say(refuse, { key: 'persons', byHand, byHandReason: 'Vier Personen' });
  expect(await shown()).toMatchObject({ costs: [7_500, 7_500], landlord: 15_000, problems: [] });
});

test('a flat that was built out on 1 July: 476.60 by 60 m² × 365 and 140 m² × 184 days are 219.00 and 257.60', async () => {
  await book(await kindOf('property_tax'), 47_660);
  const joined = (availableFrom: string | null, version: number) =>
    books.on(today, (tx, scope) =>
      updateUnit(
        tx,
        scope,
        updateUnitInput.parse({ id: second, version, name: 'Dach', kind: 'apartment', availableFrom }),
      ),
    );
  await joined('2025-07-01', 1);
  expect(await shown()).toMatchObject({ costs: [21_900, 25_760], landlord: 0, problems: [] });
  await joined(null, 2);
  // 60 and 140 of 200 m² all year.
  expect(await shown()).toMatchObject({ costs: [14_298, 33_362], landlord: 0, problems: [] });
});

test('a cost outside of what is usual a year and m² is told: 200 € on 200 m² are 1,00', async () => {
  const tax = await kindOf('property_tax');
  await book(tax, 20_000);
  await say(tax, { usualFromCents: 50, usualToCents: 150 });
  expect((await shown()).warnings).not.toContain('cost_unusual_per_sqm');
  await say(tax, { version: 1, usualFromCents: 110, usualToCents: 150 });
  expect((await shown()).warnings).toContain('cost_unusual_per_sqm');
});

test('a settled statement stays, whatever is said later; the same words twice change nothing', async () => {
  const tax = await kindOf('property_tax');
  await book(tax, 20_000);
  await settle();
  const first = await say(tax, { circle: [second] });
  expect(await say(tax, { circle: [second] })).toEqual(first);
  await expect(say(tax, { circle: null })).rejects.toMatchObject({ code: 'version_conflict' });
  const { sent, leases } = await statement();
  expect(leases.find(({ leaseId }) => leaseId === ahrens)?.costsCents).toBe(6_000);
  expect(sent?.changes).toMatchObject([
    { lease: ahrens, firstCents: 6_000, nowCents: 0 },
    { lease: brandt, firstCents: 14_000, nowCents: 20_000 },
  ]);
  // What says nothing any more is not kept.
  expect((await say(tax, { version: 1 })).version).toBe(2);
  const kept = await books.on(today, (tx, scope) => getSharing(tx, scope, { propertyId: books.propertyId }));
  expect(kept.costs).toEqual([]);
});

test('a unit of a circle that is deleted stops nothing: those that are left bear it', async () => {
  const tax = await kindOf('property_tax');
  await book(tax, 20_000);
  const third = await books.on(today, (tx, scope) =>
    createUnit(
      tx,
      scope,
      createUnitInput.parse({
        ...{ id: randomUUID(), propertyId: books.propertyId, name: 'Wohnung 3', kind: 'apartment' },
        areaSqm100: 6_000,
      }),
    ),
  );
  await say(tax, { circle: [second, third.id] });
  expect((await shown()).costs).toEqual([0, 14_000]);
  await books.on(today, (tx, scope) => deleteUnit(tx, scope, { id: third.id, version: third.version }));
  expect(await shown()).toMatchObject({ costs: [0, 20_000], problems: [] });
});

test('the journal names the cost, the period and its figures, and no reason', async () => {
  const tax = await kindOf('property_tax');
  await say(tax, { circle: [second] });
  await say(tax, { version: 1, deductedCents: 5_000, deductedReason: 'Küchenabfälle', principle: 'payment' });
  const rows = await books.admin<{ before: object | null; after: object }[]>`
    select before, after from hausbuch.audit_event
    where portfolio_id = ${books.portfolioId} and entity = 'cost_sharing' order by id`;
  const line = { categoryId: tax, key: 'area', ...year, vacantPersons: 1, byHandCents: null };
  const then = { ...line, principle: null, units: 1, deductedCents: null };
  const now = { ...line, principle: 'payment', units: null, deductedCents: 5_000 };
  expect([...rows]).toEqual([
    { before: null, after: { propertyId: books.propertyId, ...then } },
    { before: then, after: { propertyId: books.propertyId, ...now } },
  ]);
});

test('a unit of another house is refused', async () => {
  const tax = await kindOf('property_tax');
  await expect(say(tax, { circle: [randomUUID()] })).rejects.toMatchObject({ code: 'not_found' });
});
