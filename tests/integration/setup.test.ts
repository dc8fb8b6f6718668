import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PropertyKind, UnitKind } from '@/domain/vocabulary';
import { failureOf } from '../factories/failure.ts';
import { createPortfolio, monthStart, type Records } from '../factories/records.ts';
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

const lease = (names: string | string[], further = {}) => ({
  id: randomUUID(),
  tenants: [names].flat().map((name) => ({ id: randomUUID(), name })),
  startsOn: monthStart(-30),
  netCents: 70_000,
  costsCents: 12_000,
  ...further,
});
const home = (name: string, tenant: ReturnType<typeof lease> | null, kind: UnitKind | null = null) => ({
  unitId: randomUUID(),
  name,
  kind,
  askingRentCents: null as number | null,
  lease: tenant,
});
const house = (homes: ReturnType<typeof home>[], kind: PropertyKind = 'multi_family') => ({
  id: randomUUID(),
  name: 'Am Ring 3',
  kind,
  country: 'DE',
  homes,
});
const enter = (places: ReturnType<typeof house>[]) =>
  books.owner.setup.enterHomes({ language: 'de', places });

test('a house is its flats with their tenants, posted from this month on; the same request again changes nothing', async () => {
  const place = house([
    home('Links', lease('Anna Schmidt')),
    home('Rechts', null),
    home('Laden', lease('Krume GmbH')),
  ]);
  await enter([place]);
  await enter([place]);
  const units = await books.owner.unit.list({ propertyId: place.id });
  const held = units.map(({ name, kind, currentLease }) => [name, [kind, currentLease?.tenants[0]?.name]]);
  expect(Object.fromEntries(held)).toEqual({
    Laden: ['apartment', 'Krume GmbH'],
    Links: ['apartment', 'Anna Schmidt'],
    Rechts: ['apartment', undefined],
  });
  const { rows } = await books.owner.lease.list({ propertyId: place.id });
  expect(rows).toHaveLength(2);
  const [first] = place.homes;
  const account = await books.owner.lease.get({ id: first?.lease?.id ?? '' });
  expect(account).toMatchObject({ dueRule: 'third_working_day', bookedFrom: monthStart(), endsOn: null });
  const [agreed] = await books.owner.rent.list({ leaseId: account.id });
  expect(agreed?.lines).toMatchObject([
    { component: 'net', amountCents: 70_000 },
    { component: 'operating_costs', settlement: 'advance', amountCents: 12_000 },
  ]);
  const tenant = await books.owner.tenant.get({ id: first?.lease?.tenants[0]?.id ?? '' });
  expect(tenant).toMatchObject({ firstName: 'Anna', lastName: 'Schmidt', letterLanguage: 'de' });
});

test('a rent is due as where the house is, and one that nobody pays is asked for', async () => {
  const [anna, carlos] = [lease('Anna Berger'), lease('Carlos Ruiz')];
  const empty = { ...home('Àtic', null), askingRentCents: 95_000 };
  const abroad = { ...house([home('Baixos', carlos), empty]), country: 'ES' };
  const spare = { ...house([{ ...home('Links', null), askingRentCents: 80_000 }]), country: 'DE' };
  await enter([house([home('Rechts', anna)]), abroad, spare]);
  const ruleOf = async (id: string) => (await books.owner.lease.get({ id })).dueRule;
  expect(await ruleOf(anna.id)).toBe('third_working_day');
  expect(await ruleOf(carlos.id)).toBe('first');
  const asked = async (propertyId: string) =>
    (await books.owner.unit.list({ propertyId })).map(({ name, askingRentCents }) => [name, askingRentCents]);
  expect(Object.fromEntries(await asked(abroad.id))).toEqual({ Baixos: null, Àtic: 95_000 });
  expect(await asked(spare.id)).toEqual([['Links', 80_000]]);
});

test('in Austria a rent is due on the fifth', async () => {
  const own = await createPortfolio(database);
  const row = await own.owner.portfolio.get();
  await own.owner.portfolio.update({
    version: row.version,
    name: row.name,
    jurisdiction: 'AT',
    timeZone: 'Europe/Vienna',
    prorationMethod: row.prorationMethod,
  });
  const theres = lease('Theres Huber');
  const place = { ...house([home('Top 12', theres)]), country: 'AT' };
  await own.owner.setup.enterHomes({ language: 'de', places: [place] });
  expect(await own.owner.lease.get({ id: theres.id })).toMatchObject({ dueRule: 'day_of_month', dueDay: 5 });
});

test('a flat let by its rooms is one of dwellings, each with its own lease; the area of the first room is not the flat’s', async () => {
  const rooms = ['Zimmer 1', 'Zimmer 2'].map((name, index) => ({
    ...home(name, lease(`Anna ${index}`), 'room'),
    areaSqm100: 2_000 + index,
  }));
  const place = house(rooms, 'apartment');
  await enter([place]);
  await enter([place]);
  const units = await books.owner.unit.list({ propertyId: place.id });
  expect(units.map(({ name, kind, period }) => [name, kind, period?.areaSqm100])).toEqual([
    ['Zimmer 1', 'room', 2_000],
    ['Zimmer 2', 'room', 2_001],
  ]);
  expect(await books.owner.property.get({ id: place.id })).toMatchObject({ livingAreaSqm100: null });
});

test('a shop let with VAT and its parking space are no flats from the first rent on, and one tenant has both', async () => {
  const shop = lease('Blumen Kranz GmbH', { netCents: 178_500, costsCents: 35_700, vatRateBp: 1_900 });
  const [tenant] = shop.tenants;
  const space = lease([], { netCents: 5_950, costsCents: null, vatRateBp: 1_900, tenants: [tenant] });
  const place = house(
    [
      home('Stellplatz 1', space, 'parking'),
      home('Laden', shop, 'commercial'),
      home('EG', null, 'apartment'),
    ],
    'mixed',
  );
  await enter([place]);
  await enter([place]);
  const units = await books.owner.unit.list({ propertyId: place.id });
  expect(Object.fromEntries(units.map(({ name, kind }) => [name, kind]))).toEqual({
    ...{ EG: 'apartment', Laden: 'commercial', 'Stellplatz 1': 'parking' },
  });
  expect(units.map(({ currentLease }) => currentLease?.tenants[0]?.id).filter(Boolean)).toEqual([
    tenant?.id,
    tenant?.id,
  ]);
  const [agreed] = await books.owner.rent.list({ leaseId: shop.id });
  expect(agreed?.lines.map(({ amountCents, vatRateBp }) => [amountCents, vatRateBp])).toEqual([
    [178_500, 1_900],
    [35_700, 1_900],
  ]);
});

test('of leases that run, earlier months are booked and paid where somebody says so; one that begins now owes this month alone', async () => {
  const [old, recent] = [lease('Anna Schmidt'), lease('Ida Kern', { startsOn: monthStart() })];
  const place = house([home('Links', old), home('Rechts', recent)]);
  const request = { language: 'de' as const, places: [place], bookedFrom: monthStart(-3), arePaid: true };
  await books.owner.setup.enterHomes(request);
  await books.owner.setup.enterHomes(request);
  expect(await books.owner.lease.get({ id: old.id })).toMatchObject({ bookedFrom: monthStart(-3) });
  for (const { id } of [old, recent]) {
    const { items } = await books.owner.ledger.openItems({ leaseId: id });
    expect(items.map((item) => [item.periodFrom, item.openCents])).toEqual([[monthStart(), 82_000]]);
  }
  const { rows } = await books.owner.ledger.account({ leaseId: old.id });
  const days = (type: 'charge' | 'payment') =>
    rows.flatMap((entry) => (entry.type === type && entry.on < monthStart() ? [entry.on] : []));
  expect(days('payment')).toHaveLength(3);
  expect(days('payment')).toEqual(days('charge'));
});

test('the state that is said with the address is the property’s, as its holidays decide when rent is due', async () => {
  const place = { ...house([home('Links', lease('Anna Schmidt'))]), state: 'DE-BW' };
  await enter([place]);
  expect(await books.owner.property.get({ id: place.id })).toMatchObject({ state: 'DE-BW', country: 'DE' });
  const silent = house([home('Links', null)]);
  await enter([silent]);
  expect(await books.owner.property.get({ id: silent.id })).toMatchObject({ state: null });
});

test('several people in one row are tenants of one lease, each by name', async () => {
  const place = house([home('Links', lease(['van der Berg, Ludwig', 'Anna Müller']))]);
  await enter([place]);
  await enter([place]);
  const id = place.homes[0]?.lease?.id ?? '';
  const { tenants } = await books.owner.lease.get({ id });
  expect(tenants.map(({ name }) => name).sort()).toEqual(['Anna Müller', 'Ludwig van der Berg']);
});

const facts = { areaSqm100: 6_850, rooms10: 25 };
const known = (tenant: ReturnType<typeof lease>, of: object) => ({
  ...tenant,
  tenants: tenant.tenants.map((one) => ({ ...one, ...of })),
});

test('what a list knows besides is what the dialogs would have written: contacts, persons, deposit, what was open', async () => {
  const reached = {
    emails: ['anna@example.org'],
    phones: ['030 1234'],
    payerIbans: ['DE89370400440532013000'],
  };
  const startsOn = monthStart(-30);
  const depositOf = (agreedCents: number, amountCents: number | null) => ({
    ...{ id: randomUUID(), agreedCents },
    received: amountCents === null ? null : { id: randomUUID(), bookedOn: startsOn, amountCents },
  });
  const said = [
    { persons: 3, openingBalanceCents: 35_000, deposit: depositOf(210_000, 210_000) },
    { persons: null, openingBalanceCents: -2_050, deposit: depositOf(210_000, 100_000) },
    { persons: 1, openingBalanceCents: 0, deposit: depositOf(150_000, null) },
  ];
  const rows = said.map((one, index) => known(lease(`Anna Poe${index}`, one), reached));
  const place = house(rows.map((row, index) => ({ ...home(`Unit ${index}`, row), ...facts })));
  const request = { language: 'de' as const, places: [place], bookedFrom: monthStart(-1) };
  await books.owner.setup.enterHomes(request);
  await books.owner.setup.enterHomes(request);

  const { owner } = books;
  for (const [index, row] of rows.entries()) {
    const by = { property: randomUUID(), unit: randomUUID(), tenant: randomUUID(), lease: randomUUID() };
    await owner.property.create({
      id: by.property,
      unitId: randomUUID(),
      name: 'Typed',
      kind: 'multi_family',
      country: 'DE',
    });
    const unit = { id: by.unit, propertyId: by.property, name: `Unit ${index}`, kind: 'apartment' as const };
    await owner.unit.create({ ...unit, ...facts, availableFrom: null });
    const named = {
      kind: 'person' as const,
      firstName: 'Anna',
      lastName: `Poe${index}`,
      letterLanguage: 'de' as const,
    };
    await owner.tenant.create({ id: by.tenant, ...named, ...reached });
    await owner.lease.create({
      ...{ id: by.lease, startsOn, bookedFrom: monthStart(-1), unitIds: [by.unit], tenantIds: [by.tenant] },
      ...{ prorationMethod: 'calendar_days', dueRule: 'third_working_day' },
      ...{ persons: said[index]?.persons, openingBalanceCents: said[index]?.openingBalanceCents },
      rentLines: [
        { component: 'net', settlement: 'none', amountCents: 70_000 },
        { component: 'operating_costs', settlement: 'advance', amountCents: 12_000 },
      ],
    });
    const { received, ...agreed } = said[index]?.deposit ?? depositOf(1, null);
    const isWhole = received?.amountCents === agreed.agreedCents;
    const depositId = randomUUID();
    await owner.deposit.create({
      ...agreed,
      id: depositId,
      leaseId: by.lease,
      receivedOn: isWhole ? startsOn : null,
    });
    if (received && !isWhole) {
      await owner.deposit.record({ ...received, id: randomUUID(), depositId, kind: 'received' });
    }
    const tenantId = row.tenants[0]?.id ?? '';
    const unitId = place.homes[index]?.unitId ?? '';
    const imported = await seenOf({ lease: row.id, tenant: tenantId, unit: unitId, property: place.id });
    expect(imported).toEqual(await seenOf(by));
    expect(imported.account.rows.length).toBeGreaterThan(1);
  }
});

/** All that is seen of a lease, without the ids and names that differ by themselves. */
async function seenOf(ids: Record<'lease' | 'tenant' | 'unit' | 'property', string>) {
  const { owner } = books;
  const own = new Set([
    /(?:^|[a-z])id$/i,
    /Ids?$/,
    /At$/,
    /^(?:recordedBy|paymentReference|version|property|place)/,
  ]);
  const bare = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, one: unknown) =>
        [...own].some((name) => name.test(key)) ? undefined : one,
      ),
    );
  const units = await owner.unit.list({ propertyId: ids.property });
  return {
    account: bare(await owner.ledger.account({ leaseId: ids.lease })) as { rows: unknown[] },
    open: bare(await owner.ledger.openItems({ leaseId: ids.lease })),
    deposits: bare(await owner.deposit.list({ leaseId: ids.lease })),
    tenant: bare(await owner.tenant.get({ id: ids.tenant })),
    lease: bare(await owner.lease.get({ id: ids.lease })),
    unit: bare(units.find(({ id }) => id === ids.unit)),
  };
}

test('a deposit said to have come in the future leaves nothing of any row, and another amount is another request', async () => {
  const deposit = { id: randomUUID(), agreedCents: 1_000, received: null };
  const came = { id: randomUUID(), bookedOn: monthStart(2), amountCents: 500 };
  const early = house([
    home('Unten', lease('Ben Wunder')),
    home('Oben', lease('Cleo Wunder', { deposit: { ...deposit, received: came } })),
  ]);
  expect(await failureOf(enter([early]))).toContain('deposit.in_future');
  expect((await books.owner.tenant.list({ search: 'Wunder' })).rows).toEqual([]);
  const anna = lease('Anna Schmidt', { deposit, openingBalanceCents: 100 });
  const place = house([home('Links', anna)]);
  await enter([place]);
  const again = (more: object) =>
    enter([{ ...place, homes: [{ ...place.homes[0], lease: { ...anna, ...more } }] as never }]);
  expect(await failureOf(again({ openingBalanceCents: 200 }))).toBe('already_exists');
  expect(await failureOf(again({ deposit: { ...deposit, agreedCents: 2_000 } }))).toBe('already_exists');
  expect(await failureOf(again({}))).toBe('no failure');
});

test('the first unit and what came of a deposit are of the request, too: said otherwise, it is another', async () => {
  const deposit = (amountCents: number | null, id = randomUUID()) => ({
    ...{ id, agreedCents: 1_000 },
    received: amountCents === null ? null : { id: randomUUID(), bookedOn: monthStart(-30), amountCents },
  });
  const first = { ...home('Links', lease('Anna Schmidt'), 'apartment'), areaSqm100: 5_000, rooms10: 20 };
  const place = house([first, home('Rechts', null)]);
  const again = (more: object) =>
    failureOf(enter([{ ...place, homes: [{ ...first, ...more }, ...place.homes.slice(1)] }]));
  await enter([place]);
  for (const more of [
    ...[{ name: 'Mitte' }, { kind: 'commercial' }, { areaSqm100: 6_000 }, { areaSqm100: null }],
    ...[{ rooms10: 25 }, { askingRentCents: 1 }],
  ]) {
    expect([more, await again(more)]).toEqual([more, 'already_exists']);
  }
  expect(await again({})).toBe('no failure');

  for (const [before, then] of [
    [null, 400],
    [400, null],
    [1_000, 400],
    [400, 1_000],
    [1_000, null],
    [400, 400],
  ]) {
    const agreed = deposit(before ?? null);
    const anna = lease('Anna Schmidt');
    const flat = home('Links', anna);
    const one = house([flat]);
    const send = (said: typeof agreed) =>
      failureOf(enter([{ ...one, homes: [{ ...flat, lease: { ...anna, deposit: said } as never }] }]));
    expect(await send(agreed)).toBe('no failure');
    expect([before, then, await send(deposit(then ?? null, agreed.id))]).toEqual([
      before,
      then,
      'already_exists',
    ]);
    expect(await send(agreed)).toBe('no failure');
    const { leases } = await books.owner.deposit.list({ leaseId: anna.id });
    const came = leases.flatMap(({ deposits }) => deposits.flatMap(({ movements }) => movements));
    expect(came.map(({ amountCents }) => amountCents)).toEqual(before === null ? [] : [before]);
  }
});

test('one row that cannot be leaves nothing of the others', async () => {
  const taken = home('Links', lease('Anna Schmidt'));
  await enter([house([taken])]);
  const fresh = house([
    home('Unten', lease('Ben Weber')),
    { ...home('Oben', lease('Cleo Wolf')), unitId: taken.unitId },
  ]);
  expect(await failureOf(enter([fresh]))).toBe('already_exists');
  expect(await failureOf(books.owner.property.get({ id: fresh.id }))).toBe('not_found');
  expect((await books.owner.tenant.list({ search: 'Weber' })).rows).toEqual([]);
});

test('what was sent twice with other words is refused, and a name given twice named', async () => {
  const place = house([home('Links', lease('Anna Schmidt'))]);
  await enter([place]);
  const [first] = place.homes;
  const other = { ...first?.lease, netCents: 71_000 };
  expect(await failureOf(enter([{ ...place, homes: [{ ...place.homes[0], lease: other } as never] }]))).toBe(
    'already_exists',
  );
  expect(await failureOf(enter([house([home('Links', null), home('Links', null)])]))).toContain(
    'places.0.homes.1.name',
  );
});
