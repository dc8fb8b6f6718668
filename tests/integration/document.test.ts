import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '@/db/client';
import { failureOf } from '../factories/failure.ts';
import { fileWork, hour, later } from '../factories/file-work.ts';
import { sha256Of } from '../factories/memory-storage.ts';
import { makePdf } from '../factories/pdf.ts';
import { bringFile, createDocument, type Records } from '../factories/records.ts';
import { closeTestCallers, testStorage } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

let database: TestDatabase;
let pool: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openDatabase(database.appUrl);
});
afterEach(() => {
  testStorage.isDown = false;
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await pool.close();
  await closeTestCallers();
  await database.drop();
});

const { sweep, filesOf, rowsOf, setUp } = fileWork(
  () => database,
  () => pool,
);

describe('an upload', () => {
  it('is offered once its bytes have been looked at, and ready once they have been read', async () => {
    const { books, owner, onHouse } = await setUp();
    const bytes = makePdf(['Übergabe am 1. Juli', 'Zählerstand 4711']);
    const file = await bringFile(owner, onHouse, { bytes, title: 'Protokoll', category: 'handover' });
    expect(file.path).toBe(`${books.id}/${file.documentId}/${file.versionId}.pdf`);
    expect((await owner.document.list({})).rows).toEqual([]);

    await owner.document.confirmUpload({ versionId: file.versionId });
    await owner.document.confirmUpload({ versionId: file.versionId });
    const { rows } = await owner.document.list({});
    expect(rows).toMatchObject([{ title: 'Protokoll', state: 'checked', sizeBytes: bytes.length }]);

    expect(await sweep(books)).toMatchObject({ read: 1, failed: 0 });
    expect(await owner.document.get({ id: file.documentId })).toMatchObject({ state: 'ready', version: 2 });
    const [same] = await owner.document.findSame({ sha256s: [sha256Of(bytes)] });
    expect(same).toMatchObject({ id: file.documentId, title: 'Protokoll' });
    expect((await owner.document.list({ search: 'zaehlerstand 4711' })).rows).toHaveLength(1);
    const nothing = { read: 0, settled: 0, purged: 0, removed: 0, failed: 0, left: 0 };
    expect(await sweep(books)).toEqual(nothing);
  });

  it('asked for twice is one upload; another file under its id is refused', async () => {
    const { owner, onHouse } = await setUp();
    const file = await bringFile(owner, onHouse);
    const { path, ...again } = file;
    expect((await owner.document.requestUpload(again)).path).toBe(path);
    const other = { ...again, fileName: 'anders.pdf' };
    expect(await failureOf(owner.document.requestUpload(other))).toBe('already_exists');
    await owner.document.confirmUpload({ versionId: file.versionId });
    expect((await owner.document.list({})).rows).toHaveLength(1);
    expect(await failureOf(owner.document.requestUpload(other))).toBe('already_exists');
  });

  it('asked for again after it was offered has nothing left to send, even where storage has lost it', async () => {
    const { books, owner, onHouse } = await setUp();
    const bytes = makePdf(['Übergabe am 1. Juli']);
    const { path, ...again } = await bringFile(owner, onHouse, { bytes });
    await owner.document.confirmUpload({ versionId: again.versionId });
    testStorage.files.delete(path);
    const answer = { path, isThere: true, url: '', token: '', resumableUrl: '' };
    expect(await owner.document.requestUpload(again)).toMatchObject(answer);
    await owner.document.confirmUpload({ versionId: again.versionId });
    testStorage.put(path, bytes);
    await sweep(books);
    expect(await owner.document.requestUpload(again)).toMatchObject(answer);
    const { documentId, versionId, fileName, sizeBytes, sha256 } = again;
    const asVersion = { documentId, versionId, fileName, sizeBytes, sha256 };
    expect(await owner.document.requestVersion(asVersion)).toMatchObject(answer);
    const another = { ...again, sha256: 'f'.repeat(64) };
    expect(await failureOf(owner.document.requestUpload(another))).toBe('already_exists');
    expect((await owner.document.list({})).rows).toHaveLength(1);
  });

  it.each([
    ['60 MB', { sizeBytes: 60 * 1024 * 1024 }, 'document.too_large @sizeBytes'],
    ['no byte', { sizeBytes: 0 }, 'document.empty @sizeBytes'],
    ['an SVG', { fileName: 'logo.svg' }, 'document.type_not_allowed @fileName'],
    ['an HTML page', { fileName: 'seite.html' }, 'document.type_not_allowed @fileName'],
    ['a program', { fileName: 'rechnung.pdf.exe' }, 'document.type_not_allowed @fileName'],
    ['a ZIP', { fileName: 'bombe.zip' }, 'document.type_not_allowed @fileName'],
    ['no link', { links: [] }, 'BAD_REQUEST links: required'],
  ])('of %s is refused before it begins', async (_what, wrong, failure) => {
    const { books, owner, onHouse } = await setUp();
    const call = bringFile(owner, onHouse, wrong);
    expect(await failureOf(call)).toBe(failure);
    expect(await rowsOf(books)).toEqual([]);
  });

  it.each([
    ['a program named .pdf', 'MZ\x90\0 This program cannot be run in DOS mode', 'document.type_mismatch'],
    ['an SVG with script named .pdf', '<svg><script>alert(1)</script></svg>', 'document.type_mismatch'],
    ['an HTML page named .pdf', '<html><script>alert(1)</script>', 'document.type_mismatch'],
  ])('of %s is refused when it has arrived, and the file goes', async (_what, bytes, failure) => {
    const { books, owner, onHouse } = await setUp();
    const file = await bringFile(owner, onHouse, { bytes });
    expect(await failureOf(owner.document.confirmUpload({ versionId: file.versionId }))).toBe(
      `${failure} @versionId`,
    );
    expect(await rowsOf(books)).toEqual([]);
    expect(filesOf(books)).toHaveLength(1);
    await sweep(books);
    expect(filesOf(books)).toEqual([]);
  });

  it('that has not arrived stays open; one that arrived shorter than announced is refused', async () => {
    const { books, owner, onHouse } = await setUp();
    const file = await bringFile(owner, onHouse, { bytes: '%PDF-1.4 whole' });
    testStorage.files.delete(file.path);
    const confirm = () => failureOf(owner.document.confirmUpload({ versionId: file.versionId }));
    expect(await confirm()).toBe('document.not_uploaded @versionId');
    testStorage.put(file.path, '%PDF-1.4 wh');
    expect(await confirm()).toBe('document.incomplete @versionId');
    expect(await rowsOf(books)).toEqual([]);
  });

  it('that storage cannot tell of is neither offered nor dropped', async () => {
    const { books, owner, onHouse } = await setUp();
    const file = await bringFile(owner, onHouse);
    testStorage.isDown = true;
    expect(await failureOf(owner.document.confirmUpload({ versionId: file.versionId }))).toBe('unavailable');
    expect(await sweep(books, later(2 * 24 * hour))).toMatchObject({ settled: 0, failed: 1 });
    testStorage.isDown = false;
    expect(await sweep(books, later(2 * 24 * hour))).toMatchObject({ settled: 1, read: 1, failed: 0 });
    expect((await owner.document.list({})).rows).toMatchObject([{ id: file.documentId, state: 'ready' }]);
  });

  it('beyond the quota is refused: 600 kB and 500 kB do not fit into 1 MB', async () => {
    vi.stubEnv('DOCUMENT_QUOTA_MB', '1');
    const { owner, onHouse } = await setUp();
    await createDocument(owner, onHouse, { bytes: makePdf([randomBytes(600_000)]) });
    expect(await failureOf(bringFile(owner, onHouse, { sizeBytes: 500_000 }))).toBe(
      'document.quota_exceeded',
    );
    const usage = await owner.document.usage();
    expect(usage.quotaBytes).toBe(1_000_000);
    expect(usage.usedBytes).toBeGreaterThan(600_000);
    await bringFile(owner, onHouse, { sizeBytes: 300_000 });
  });

  it('of ten announced in one moment, no more than fit: three of 300 kB into 1 MB', async () => {
    vi.stubEnv('DOCUMENT_QUOTA_MB', '1');
    const { owner, onHouse } = await setUp();
    const { documentId } = await createDocument(owner, onHouse, { bytes: makePdf(['klein']) });
    const announced = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => bringFile(owner, onHouse, { sizeBytes: 300_000 })),
      ...Array.from({ length: 5 }, (_, index) =>
        owner.document.requestVersion({
          documentId,
          versionId: randomUUID(),
          fileName: `${index}.pdf`,
          sizeBytes: 300_000,
        }),
      ),
    ]);
    const codes = announced.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.cause?.code));
    expect(codes.filter((code) => code === 'done')).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(['done', 'document.quota_exceeded']));
    expect((await owner.document.usage()).usedBytes).toBeLessThanOrEqual(1_000_000);
  });
});

/** As long as a signature is good for, and its file removed for good. */
const settled = 3 * hour;

describe('what a signature may still bring', () => {
  const kilobytes = (count: number) => ({ sizeBytes: count * 1_000 });

  it('counts after the upload was cancelled, until no file can come by it any more', async () => {
    vi.stubEnv('DOCUMENT_QUOTA_MB', '1');
    const { books, owner, onHouse } = await setUp();
    const outcomes = [];
    for (let number = 0; number < 6; number += 1) {
      const outcome = await bringFile(owner, onHouse, kilobytes(300)).catch(
        (error: unknown) => (error as { cause?: { code?: string } }).cause?.code,
      );
      if (typeof outcome === 'object') await owner.document.cancelUpload({ versionId: outcome.versionId });
      outcomes.push(typeof outcome === 'object' ? 'signed' : outcome);
      await sweep(books);
    }
    expect(outcomes).toEqual([
      ...Array.from({ length: 3 }, () => 'signed'),
      ...Array.from({ length: 3 }, () => 'document.quota_exceeded'),
    ]);
    expect(await owner.document.usage()).toMatchObject({ usedBytes: 900_000 });
    await sweep(books, later(hour));
    expect(await owner.document.usage()).toMatchObject({ usedBytes: 900_000 });
    await sweep(books, later(settled));
    expect(await owner.document.usage()).toMatchObject({ usedBytes: 0 });
  });

  it('is a whole file of 50 MiB where storage is held to no length, however little was announced', async () => {
    vi.stubEnv('DOCUMENT_QUOTA_MB', '60');
    const { books, owner, onHouse } = await setUp();
    testStorage.holdsLength = false;
    try {
      const bytes = makePdf(['klein']);
      const file = await bringFile(owner, onHouse, { sizeBytes: bytes.length });
      const another = () => failureOf(bringFile(owner, onHouse, { sizeBytes: 1 }));
      expect(await another()).toBe('document.quota_exceeded');
      expect((await owner.document.usage()).usedBytes).toBe(bytes.length);
      testStorage.put(file.path, bytes);
      await owner.document.confirmUpload({ versionId: file.versionId });
      const small = await bringFile(owner, onHouse, { sizeBytes: 1 });
      expect(await another()).toBe('document.quota_exceeded');
      await owner.document.cancelUpload({ versionId: small.versionId });
      expect(await another()).toBe('document.quota_exceeded');
      await sweep(books, later(settled));
      expect(await another()).toBe('no failure');
    } finally {
      testStorage.holdsLength = true;
    }
  });

  it('counts after the document was erased with its house', async () => {
    const { books, owner, house, onHouse } = await setUp();
    await createDocument(owner, onHouse, { bytes: makePdf([randomBytes(600_000)]) });
    const { usedBytes } = await owner.document.usage();
    await owner.property.delete({ id: house.id, typedName: house.name });
    expect(await owner.document.usage()).toMatchObject({ usedBytes });
    await sweep(books, later(settled));
    expect(await owner.document.usage()).toMatchObject({ usedBytes: 0 });
  });
});

describe('a new version', () => {
  async function announce(owner: Records['owner'], documentId: string, text: string) {
    const bytes = makePdf([text]);
    const input = { documentId, versionId: randomUUID(), fileName: `${text}.pdf`, sizeBytes: bytes.length };
    const { path } = await owner.document.requestVersion(input);
    testStorage.put(path, bytes);
    return input.versionId;
  }

  it('takes the place of the one before, which can still be had', async () => {
    const { books, owner, onHouse } = await setUp();
    const first = await createDocument(owner, onHouse, {
      bytes: makePdf(['altertext']),
      fileName: 'alt.pdf',
    });
    await sweep(books);
    const second = await announce(owner, first.documentId, 'neuertext');
    expect(await owner.document.get({ id: first.documentId })).toMatchObject({ fileName: 'alt.pdf' });
    await owner.document.confirmUpload({ versionId: second });
    await sweep(books);
    const now = await owner.document.get({ id: first.documentId });
    expect(now).toMatchObject({ fileName: 'neuertext.pdf', versionNumber: 2, state: 'ready' });
    expect(now.versions.map((one) => [one.number, one.fileName, one.isCurrent])).toEqual([
      [2, 'neuertext.pdf', true],
      [1, 'alt.pdf', false],
    ]);
    const old = { id: first.documentId, versionId: first.versionId, use: 'save' as const };
    expect(await owner.document.fileUrl(old)).toMatchObject({ fileName: 'alt.pdf' });
    expect((await owner.document.list({ search: 'neuertext' })).rows).toHaveLength(1);
    expect((await owner.document.list({ search: 'altertext' })).rows).toHaveLength(0);
  });

  it('announced later wins, whichever arrives last', async () => {
    const { owner, onHouse } = await setUp();
    const { documentId } = await createDocument(owner, onHouse);
    const [second, third] = [
      await announce(owner, documentId, 'zwei'),
      await announce(owner, documentId, 'drei'),
    ];
    await owner.document.confirmUpload({ versionId: third });
    await owner.document.confirmUpload({ versionId: second });
    expect(await owner.document.get({ id: documentId })).toMatchObject({ fileName: 'drei.pdf' });
  });

  it('refused or cancelled leaves the document as it was', async () => {
    const { books, owner, onHouse } = await setUp();
    const first = await createDocument(owner, onHouse);
    const second = await announce(owner, first.documentId, 'zwei');
    await owner.document.cancelUpload({ versionId: second });
    await sweep(books);
    expect(await owner.document.get({ id: first.documentId })).toMatchObject({ fileName: first.fileName });
    expect(filesOf(books)).toEqual([first.path]);
  });

  it('whose file vanishes before it is read gives way to the one before', async () => {
    const { books, owner, onHouse } = await setUp();
    const first = await createDocument(owner, onHouse);
    await sweep(books);
    const second = await announce(owner, first.documentId, 'zwei');
    await owner.document.confirmUpload({ versionId: second });
    for (const path of filesOf(books)) if (path !== first.path) testStorage.files.delete(path);
    await sweep(books);
    const now = await owner.document.get({ id: first.documentId });
    expect([now.fileName, now.state, now.versions.length]).toEqual([first.fileName, 'ready', 1]);
  });
});
