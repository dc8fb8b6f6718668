import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { failureOf } from '../factories/failure.ts';
import { fileWork } from '../factories/file-work.ts';
import { sendLetter } from '../factories/letters.ts';
import { makePdf } from '../factories/pdf.ts';
import {
  asAdmin,
  createDocument,
  createLease,
  createProperty,
  createTenant,
  createUnit,
  monthStart,
} from '../factories/records.ts';
import { closeTestCallers, testStorage } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let pool: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openDatabase(database.appUrl);
});
afterAll(async () => {
  await pool.close();
  await closeTestCallers();
  await database.drop();
});

const { sweep, filesOf, setUp } = fileWork(
  () => database,
  () => pool,
);

describe('what a document hangs on', () => {
  async function setUpLetHouse() {
    const set = await setUp();
    const { owner, house } = set;
    const tenant = await createTenant(owner, { firstName: 'Jörg', lastName: 'Groß' });
    const lease = await createLease(owner, { unitIds: [house.unitId], tenantIds: [tenant.id] });
    const elsewhere = await createProperty(owner);
    return { ...set, tenant, lease, elsewhere };
  }

  it('decides where it is listed: with the thing and with what the thing belongs to', async () => {
    const { owner, house, tenant, lease, elsewhere } = await setUpLetHouse();
    const unit = await createUnit(owner, house.id);
    const put = async (kind: 'property' | 'unit' | 'tenant' | 'lease', id: string) =>
      (await createDocument(owner, [{ kind, id }], { title: kind })).title;
    for (const [kind, id] of [
      ['property', house.id],
      ['unit', unit.id],
      ['tenant', tenant.id],
      ['lease', lease.id],
    ] as const) {
      await put(kind, id);
    }
    await createDocument(owner, [{ kind: 'property', id: elsewhere.id }], { title: 'elsewhere' });
    const titles = async (kind: 'property' | 'unit' | 'tenant' | 'lease', id: string) =>
      (await owner.document.list({ on: { kind, id } })).rows.map((row) => row.title).sort();
    expect(await titles('property', house.id)).toEqual(['lease', 'property', 'unit']);
    expect(await titles('unit', unit.id)).toEqual(['unit']);
    expect(await titles('unit', house.unitId)).toEqual(['lease']);
    expect(await titles('tenant', tenant.id)).toEqual(['lease', 'tenant']);
    expect(await titles('lease', lease.id)).toEqual(['lease']);
    expect((await owner.document.list({})).rows).toHaveLength(5);
  });

  it('is named in the list, and can be changed as a whole', async () => {
    const { owner, house, tenant, lease, elsewhere } = await setUpLetHouse();
    const file = await createDocument(owner, [
      { kind: 'lease', id: lease.id },
      { kind: 'tenant', id: tenant.id },
      { kind: 'tenant', id: tenant.id },
    ]);
    const [row] = (await owner.document.list({})).rows;
    expect(row?.links).toEqual([
      { kind: 'tenant', id: tenant.id, label: 'Jörg Groß', place: null },
      { kind: 'lease', id: lease.id, label: 'Jörg Groß', place: house.name },
    ]);
    const moved = {
      id: file.documentId,
      version: 2,
      links: [{ kind: 'property' as const, id: elsewhere.id }],
    };
    expect(await owner.document.setLinks(moved)).toMatchObject({ version: 3 });
    expect(await failureOf(owner.document.setLinks(moved))).toBe('version_conflict');
    expect((await owner.document.list({ on: { kind: 'tenant', id: tenant.id } })).rows).toEqual([]);
    expect((await owner.document.get({ id: file.documentId })).links).toMatchObject([
      { kind: 'property', label: elsewhere.name },
    ]);
  });

  it('goes with it when nothing else holds it: property and tenant in the danger zone', async () => {
    const { books, owner, house, tenant, lease, elsewhere } = await setUpLetHouse();
    const gone = await createDocument(owner, [
      { kind: 'unit', id: house.unitId },
      { kind: 'lease', id: lease.id },
    ]);
    const shared = await createDocument(owner, [
      { kind: 'property', id: house.id },
      { kind: 'property', id: elsewhere.id },
    ]);
    const ofTenant = await createDocument(owner, [{ kind: 'tenant', id: tenant.id }]);
    expect((await owner.property.deletePreview({ id: house.id })).counts.documents).toBe(1);
    await owner.property.delete({ id: house.id, typedName: house.name });
    expect((await owner.document.list({})).rows.map((row) => row.id).sort()).toEqual(
      [shared.documentId, ofTenant.documentId].sort(),
    );
    expect((await owner.document.get({ id: shared.documentId })).links).toHaveLength(1);
    expect((await owner.tenant.deletePreview({ id: tenant.id })).counts.documents).toBe(1);
    await owner.tenant.delete({ id: tenant.id, typedName: tenant.name });
    expect(filesOf(books)).toContain(gone.path);
    await sweep(books);
    expect(filesOf(books)).toEqual([shared.path]);
  });

  it('goes with whom it was written to alone, though somebody else has the lease by now', async () => {
    const { books, owner, elsewhere } = await setUpLetHouse();
    const [first, next] = [await createTenant(owner), await createTenant(owner)];
    const { id: leaseId } = await createLease(
      owner,
      { unitIds: [elsewhere.unitId], tenantIds: [first.id] },
      { startsOn: monthStart(-2) },
    );
    const write = async (tenantIds: string[]) => {
      const { id } = await sendLetter(owner, leaseId);
      const file = await createDocument(owner, [
        { kind: 'lease', id: leaseId },
        ...tenantIds.map((tenantId) => ({ kind: 'tenant' as const, id: tenantId })),
      ]);
      await asAdmin(
        database,
        (sql) =>
          sql`update hausbuch.letter set document_id = ${file.documentId}, content = null, proof = 'RR 1' where id = ${id}`,
      );
      return file;
    };
    await write([first.id]);
    await owner.lease.setTenants({
      ...{ id: leaseId, version: (await owner.lease.get({ id: leaseId })).version },
      tenants: [
        { tenantId: first.id, fromOn: monthStart(-2), toOn: null },
        { tenantId: next.id, fromOn: monthStart(-1), toOn: null },
      ],
    });
    const both = await write([first.id, next.id]);
    expect((await owner.tenant.deletePreview({ id: first.id })).counts).toMatchObject({
      ...{ leases: 0, keptLeases: 1, documents: 1 },
    });
    await owner.tenant.delete({ id: first.id, typedName: first.name });
    await sweep(books);
    expect(filesOf(books)).toEqual([both.path]);
    const shown = await asAdmin(
      database,
      (sql) => sql<{ proof: string | null }[]>`
        select proof from hausbuch.letter where lease_id = ${leaseId} order by proof nulls first`,
    );
    expect(shown.map(({ proof }) => proof)).toEqual([null, 'RR 1']);
  });

  it('stays for others on the lease, and is not found by the words of whom was deleted', async () => {
    const { books, owner, elsewhere } = await setUpLetHouse();
    const [carl, dora] = [
      await createTenant(owner, { firstName: 'Karl', lastName: 'Böck' }),
      await createTenant(owner, { firstName: 'Dora', lastName: 'Böck' }),
    ];
    const lease = await createLease(owner, { unitIds: [elsewhere.unitId], tenantIds: [carl.id, dora.id] });
    const onLease = { kind: 'lease' as const, id: lease.id };
    const onBoth = [onLease, ...[carl, dora].map(({ id }) => ({ kind: 'tenant' as const, id }))];
    const put = (title: string, links: typeof onBoth, text: string) =>
      createDocument(owner, links, { title, bytes: makePdf([text]) });
    const contract = await put('Mietvertrag', [onLease], 'Entwurf mit Böck, Karl');
    await put('Hausordnung', [onLease], 'Frau Böck fegt die Treppe');
    await put('Anfahrt', [onLease], 'Karlsruhe, am Boecklerplatz');
    await put('Mahnung', onBoth, 'Herr Böck zahlt nicht');
    await sweep(books);
    const bytes = makePdf(['Vertrag mit Dora Böck']);
    const version = {
      ...{ documentId: contract.documentId, versionId: randomUUID(), fileName: 'Vertrag.pdf' },
      sizeBytes: bytes.length,
    };
    testStorage.put((await owner.document.requestVersion(version)).path, bytes);
    await owner.document.confirmUpload({ versionId: version.versionId });
    await sweep(books);
    // Nobody has read it by the time they are deleted.
    await put('Zweite Mahnung', onBoth, 'Herr Böck zahlt immer noch nicht');
    await put('Nachtrag', [onLease], 'Nachtrag mit Böck, Karl');
    await owner.tenant.delete({ id: carl.id, typedName: 'Karl Böck' });
    await sweep(books);
    const found = async (search: string) =>
      (await owner.document.list({ search })).rows.map(({ title }) => title).sort();
    expect(await found('boeck')).toEqual(['Anfahrt', 'Hausordnung']);
    expect(await found('nachtrag')).toEqual(['Nachtrag']);
    expect(await found('mahnung')).toEqual(['Mahnung', 'Zweite Mahnung']);
    expect(await found('mietvertrag')).toEqual(['Mietvertrag']);
    const kept = await asAdmin(
      database,
      (sql) => sql<{ text: string }[]>`
        select content || d.search_text as text from hausbuch.document_version v
        join hausbuch.document d on d.portfolio_id = v.portfolio_id and d.id = v.document_id
        where v.portfolio_id = ${books.id} and d.title not in ('Anfahrt', 'Hausordnung') and v.state = 'ready'`,
    );
    expect(kept).toHaveLength(5);
    expect(kept.filter(({ text }) => /b(ö|oe|o)ck/i.test(text))).toEqual([]);
  });

  it('stays for others on the lease, and is not called by the name of whom was deleted', async () => {
    const { books, owner, house, elsewhere } = await setUpLetHouse();
    const [karl, dora] = [
      await createTenant(owner, { firstName: 'Karl', lastName: 'Böck' }),
      await createTenant(owner, { firstName: 'Dora', lastName: 'Böck' }),
    ];
    const lease = await createLease(owner, { unitIds: [elsewhere.unitId], tenantIds: [karl.id, dora.id] });
    const onLease = { kind: 'lease' as const, id: lease.id };
    const put = (title: string, fileName: string, links: Parameters<typeof createDocument>[1]) =>
      createDocument(owner, links, { title, fileName, bytes: makePdf([title]) });
    const contract = await put('Mietvertrag Karl Böck', 'Mietvertrag_Böck,_Karl_und_Dora_Böck.pdf', [
      onLease,
    ]);
    await put('Karl Boeck: Ausweis', 'ausweis.pdf', [
      { kind: 'tenant', id: karl.id },
      { kind: 'property', id: house.id },
    ]);
    await put('Mietvertrag Dora Böck', 'Böck.pdf', [onLease]);
    await put('Karl Böck gegenüber', 'Karl Böck.pdf', [{ kind: 'property', id: house.id }]);
    await sweep(books);
    const { version } = await owner.document.get({ id: contract.documentId });
    const edited = { id: contract.documentId, title: 'Mietvertrag Karl Böck', category: 'lease' as const };
    await owner.document.update({ ...edited, version, note: 'Karl Böck, erste Seite' });
    const { version: seen } = await owner.document.get({ id: contract.documentId });
    await owner.tenant.delete({ id: karl.id, typedName: 'Karl Böck' });
    const rows = await asAdmin(
      database,
      (sql) => sql<{ title: string; note: string | null; file: string; search: string }[]>`
        select d.title, d.note, v.file_name as file, d.search_text as search from hausbuch.document d
        join hausbuch.document_version v on v.portfolio_id = d.portfolio_id and v.document_id = d.id
        where d.portfolio_id = ${books.id} order by d.created_at, d.id`,
    );
    expect(rows.map(({ title, note, file }) => [title, note, file])).toEqual([
      ['Mietvertrag …', '…, erste Seite', 'Mietvertrag_…_und_Dora_Böck.pdf'],
      ['…: Ausweis', null, 'ausweis.pdf'],
      ['Mietvertrag Dora Böck', null, 'Böck.pdf'],
      // Hung neither on them nor on their lease: it may be somebody else.
      ['Karl Böck gegenüber', null, 'Karl Böck.pdf'],
    ]);
    expect(rows.slice(0, 2).filter(({ search }) => search.includes('karl'))).toEqual([]);
    // A window that was open does not write it back.
    expect(await failureOf(owner.document.update({ ...edited, version: seen }))).toBe('version_conflict');
  });
});

describe('the search', () => {
  it('finds by title, file name and category in either language, however umlauts are typed', async () => {
    const { owner, onHouse } = await setUp();
    await createDocument(owner, onHouse, {
      title: 'Heizöl Müller',
      fileName: 'beleg-4711.pdf',
      category: 'invoice',
    });
    await createDocument(owner, onHouse, { title: 'Grundriss', category: 'plan' });
    const found = async (search: string) =>
      (await owner.document.list({ search })).rows.map((row) => row.title);
    for (const search of [
      'müller',
      'MUELLER',
      'muller',
      'heizoel',
      'beleg-4711',
      'Rechnung',
      'invoice',
      'müller rechn',
    ]) {
      expect(await found(search), search).toEqual(['Heizöl Müller']);
    }
    for (const search of ['100%', '_', 'müller plan', "o'neill"])
      expect(await found(search), search).toEqual([]);
    expect((await owner.document.list({ category: 'plan' })).rows.map((row) => row.title)).toEqual([
      'Grundriss',
    ]);
  });

  it('pages through what it finds, the newest first, each once', async () => {
    const { owner, onHouse } = await setUp();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await createDocument(owner, onHouse)).documentId);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await owner.document.list({ limit: 2, cursor });
      seen.push(...page.rows.map((row) => row.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  it('follows a change of title', async () => {
    const { owner, onHouse } = await setUp();
    const { documentId: id } = await createDocument(owner, onHouse, { title: 'Vorher' });
    const edit = { id, version: 2, title: 'Nachher', category: 'tax' as const, validUntil: '2030-01-01' };
    await owner.document.update({ ...edit, note: 'Kellerabteil' });
    expect((await owner.document.list({ search: 'nachher kellerabteil' })).rows).toHaveLength(1);
    expect((await owner.document.list({ search: 'vorher' })).rows).toHaveLength(0);
    expect(await failureOf(owner.document.update(edit))).toBe('version_conflict');
  });
});
