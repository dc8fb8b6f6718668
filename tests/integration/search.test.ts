import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createDocument,
  createLease,
  createPortfolio,
  createProperty,
  createTenant,
  createUnit,
  type Records,
  recordTransaction,
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

test('finds property, unit, tenant and document by any spelling of an umlaut, and each by every word', async () => {
  const house = await createProperty(books.owner, { name: 'Müllerhof', city: 'Köln' });
  const flat = await createUnit(books.owner, house.id, { name: 'Dachgeschoss' });
  const tenant = await createTenant(books.owner, { firstName: 'Jörg', lastName: 'Müller' });
  const lease = await createLease(books.owner, { unitIds: [flat.id], tenantIds: [tenant.id] });
  const paper = await createDocument(books.owner, [{ kind: 'lease', id: lease.id }], {
    title: 'Vertrag Müller',
  });
  for (const text of ['müller', 'MUELLER', 'muller']) {
    const found = await books.owner.search.find({ text });
    expect(found.properties, text).toMatchObject([{ id: house.id, name: 'Müllerhof', city: 'Köln' }]);
    expect(found.units, text).toMatchObject([{ id: flat.id, propertyId: house.id }]);
    expect(found.tenants, text).toMatchObject([{ id: tenant.id, name: 'Jörg Müller' }]);
    expect(found.documents, text).toMatchObject([{ id: paper.documentId, tenantId: tenant.id }]);
  }
  const none = { properties: [], units: [], tenants: [], documents: [] };
  expect(await books.owner.search.find({ text: 'müller dach' })).toMatchObject({
    ...none,
    units: [{ id: flat.id }],
  });
  expect(await books.owner.search.find({ text: '  ' })).toEqual(none);
  expect(await books.owner.search.find({ text: '%' })).toEqual(none);
  expect((await books.owner.search.find({ text: 'hof köln' })).properties).toHaveLength(1);
});

test('letters that no German keyboard has are found by those it has, in names, bookings and papers', async () => {
  const own = await createPortfolio(database);
  const house = await createProperty(own.owner, { name: 'Łódźer Straße 1' });
  await createTenant(own.owner, { firstName: 'Ayşe', lastName: 'Yılmaz' });
  await recordTransaction(own.owner, { propertyId: house.id, title: 'Miete Sørensen', payee: 'İnci Yıldız' });
  await createDocument(own.owner, [{ kind: 'property', id: house.id }], { title: 'Brief an Yılmaz' });
  const find = (text: string) => own.owner.search.find({ text });
  expect((await find('lodzer strasse')).properties).toMatchObject([{ id: house.id }]);
  for (const text of ['yilmaz', 'YILMAZ', 'Yılmaz']) {
    expect((await find(text)).tenants, text).toMatchObject([{ name: 'Ayşe Yılmaz' }]);
    expect((await find(text)).documents, text).toMatchObject([{ title: 'Brief an Yılmaz' }]);
  }
  for (const search of ['sorensen', 'Sørensen', 'inci yildiz']) {
    const { rows } = await own.owner.transaction.list({ search });
    expect(
      rows.map((row) => row.title),
      search,
    ).toEqual(['Miete Sørensen']);
  }
});

test('what begins so stands first, what is archived last; at most six of each', async () => {
  const own = await createPortfolio(database);
  const made = [];
  for (const name of ['Am Ring 1', 'Ring 2', 'Ringhof', 'Zum Ring', 'Ring 3', 'Ring 4', 'Ring 5']) {
    made.push(await createProperty(own.owner, { name }));
  }
  const old = made[1];
  if (!old) throw new Error('Nothing was made.');
  await own.owner.property.archive({ id: old.id, version: old.version });
  const { properties } = await own.owner.search.find({ text: 'ring' });
  expect(properties.map((row) => row.name)).toEqual([
    'Ring 3',
    'Ring 4',
    'Ring 5',
    'Ringhof',
    'Am Ring 1',
    'Zum Ring',
  ]);
  const { properties: archived } = await own.owner.search.find({ text: 'ring 2' });
  expect(archived).toMatchObject([{ id: old.id, isArchived: true }]);
});

test('a stranger finds nothing of it', async () => {
  await createProperty(books.owner, { name: 'Geheimhaus' });
  const stranger = await createPortfolio(database);
  expect((await stranger.owner.search.find({ text: 'geheim' })).properties).toEqual([]);
});
