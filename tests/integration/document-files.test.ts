import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '@/db/client';
import { compareFilesOf, workOnFilesEverywhere } from '@/jobs/document-files';
import { failureOf } from '../factories/failure.ts';
import { fileWork, hour, later } from '../factories/file-work.ts';
import { asAdmin, bringFile, createDocument, type Records } from '../factories/records.ts';
import { closeTestCallers, testStorage } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

type Caller = Records['owner'];
type SeenRow = { id: string; version: number };

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

describe('uploads nobody came back for', () => {
  it('are offered when their file has arrived, dropped after a day when it has not', async () => {
    const { books, owner, onHouse } = await setUp();
    const arrived = await bringFile(owner, onHouse);
    const lost = await bringFile(owner, onHouse);
    testStorage.files.delete(lost.path);
    expect(await sweep(books, later(10 * 60_000))).toMatchObject({ settled: 0 });
    expect(await sweep(books, later(20 * 60_000))).toMatchObject({ settled: 1, read: 1 });
    expect((await owner.document.list({})).rows.map((row) => row.id)).toEqual([arrived.documentId]);
    expect(await sweep(books, later(25 * hour))).toMatchObject({ settled: 1 });
    expect(await rowsOf(books)).toEqual([arrived.path]);
  });

  it.each([
    ['was removed', (owner: Caller, row: SeenRow) => owner.member.remove(row)],
    [
      'may only look by now',
      (owner: Caller, row: SeenRow) => owner.member.setRole({ ...row, role: 'viewer' }),
    ],
  ])('bring nothing of somebody who %s, nor in the place of what is there', async (_, end) => {
    const { books, owner, onHouse } = await setUp();
    const contract = await createDocument(owner, onHouse);
    await sweep(books);
    const { caller } = await books.join('manager');
    const bytes = '%PDF-1.4 another contract';
    const versionId = randomUUID();
    const { path } = await caller.document.requestVersion({
      ...{ documentId: contract.documentId, versionId },
      ...{ fileName: 'Vertrag.pdf', sizeBytes: bytes.length },
    });
    const added = await bringFile(caller, onHouse);
    const row = (await owner.member.list()).members.find((one) => !one.isSelf);
    await end(owner, { id: row?.id ?? '', version: row?.version ?? 0 });
    // By the address they were given before, which nobody can call back.
    testStorage.put(path, bytes);
    await sweep(books, later(20 * 60_000));
    const { versions } = await owner.document.get({ id: contract.documentId });
    expect(versions.map(({ id }) => id)).toEqual([contract.versionId]);
    expect((await owner.document.list({})).rows.map(({ id }) => id)).toEqual([contract.documentId]);
    await sweep(books, later(4 * hour));
    expect(filesOf(books)).toEqual([contract.path]);
    expect(await failureOf(owner.document.get({ id: added.documentId }))).toBe('not_found');
  });

  it('are found by the round over all portfolios', async () => {
    const { books, owner, onHouse } = await setUp();
    await bringFile(owner, onHouse);
    const round = await workOnFilesEverywhere(pool.db, testStorage, later(20 * 60_000));
    expect(round.failed).toBe(0);
    expect(round.portfolios).toBeGreaterThanOrEqual(1);
    expect((await owner.document.list({})).rows).toMatchObject([{ state: 'ready' }]);
    expect(filesOf(books)).toHaveLength(1);
  });

  it('cancelled, a file that arrives later by the same signature is removed again', async () => {
    const { books, owner, onHouse } = await setUp();
    const file = await bringFile(owner, onHouse);
    testStorage.files.delete(file.path);
    expect(await owner.document.cancelUpload({ versionId: file.versionId })).toMatchObject({
      isOffered: false,
    });
    await sweep(books);
    testStorage.put(file.path, 'late');
    await sweep(books, later(hour));
    expect(filesOf(books)).toHaveLength(1);
    await sweep(books, later(3 * hour));
    expect(filesOf(books)).toEqual([]);
    expect(await sweep(books, later(4 * hour))).toMatchObject({ removed: 0 });
  });

  it('cancelled, its id is not used again: the outbox would take the new file, too', async () => {
    const { owner, onHouse } = await setUp();
    const file = await bringFile(owner, onHouse);
    await owner.document.cancelUpload({ versionId: file.versionId });
    const { path: _path, ...again } = file;
    expect(await failureOf(owner.document.requestUpload(again))).toBe('already_exists');
    await owner.document.requestUpload({ ...again, versionId: randomUUID() });
  });

  it('what is offered already is not cancelled', async () => {
    const { owner, onHouse } = await setUp();
    const file = await createDocument(owner, onHouse);
    expect(await owner.document.cancelUpload({ versionId: file.versionId })).toMatchObject({
      isOffered: true,
    });
    expect((await owner.document.list({})).rows).toHaveLength(1);
  });
});

describe('a deleted document', () => {
  it('is out of the lists, can be brought back for a week, and then its file goes', async () => {
    const { books, owner, onHouse } = await setUp();
    const [kept, gone] = [await createDocument(owner, onHouse), await createDocument(owner, onHouse)];
    await sweep(books);
    const both = { ids: [kept.documentId, gone.documentId] };
    await owner.document.delete(both);
    await owner.document.delete(both);
    expect((await owner.document.list({})).rows).toEqual([]);
    expect((await owner.document.list({ shelf: 'deleted' })).rows).toHaveLength(2);
    const url = { id: kept.documentId, use: 'show' as const };
    expect(await failureOf(owner.document.fileUrl(url))).toBe('not_found');
    const edit = { id: kept.documentId, version: 3, title: 'x', category: 'tax' as const };
    expect(await failureOf(owner.document.update(edit))).toBe('document.deleted');

    await owner.document.restore({ ids: [kept.documentId] });
    expect((await owner.document.list({})).rows).toMatchObject([{ id: kept.documentId, state: 'ready' }]);
    expect(await sweep(books, later(6 * 24 * hour))).toMatchObject({ purged: 0 });
    expect(await sweep(books, later(8 * 24 * hour))).toMatchObject({ purged: 1 });
    expect(filesOf(books)).toEqual([kept.path]);
    expect(await failureOf(owner.document.restore({ ids: [gone.documentId] }))).toBe('not_found');
  });

  it('leaves a trail', async () => {
    const { books, owner, onHouse } = await setUp();
    const { documentId, title } = await createDocument(owner, onHouse);
    await owner.document.delete({ ids: [documentId] });
    await sweep(books, later(8 * 24 * hour));
    const events = await asAdmin(
      database,
      (sql) => sql<{ action: string; actor_kind: string; after: unknown }[]>`
        select action, actor_kind, after from hausbuch.audit_event where entity_id = ${documentId} order by id`,
    );
    expect(events.map(({ action, actor_kind, after }) => [action, actor_kind, after])).toEqual([
      ['document.upload', 'user', { name: title }],
      ['document.delete', 'user', { name: title }],
      ['document.purge', 'system', null],
    ]);
  });
});

describe('rows and files', () => {
  it('storage that is down keeps the outbox waiting, not lost', async () => {
    const { books, owner, onHouse } = await setUp();
    const file = await bringFile(owner, onHouse);
    await owner.document.cancelUpload({ versionId: file.versionId });
    testStorage.isDown = true;
    expect(await sweep(books)).toMatchObject({ removed: 0, failed: 1 });
    testStorage.isDown = false;
    expect(await sweep(books)).toMatchObject({ removed: 1, failed: 0 });
    expect(filesOf(books)).toEqual([]);
  });

  it('two sweeps at once do what one does', async () => {
    const { books, owner, onHouse } = await setUp();
    await createDocument(owner, onHouse);
    await owner.document.cancelUpload({ versionId: (await bringFile(owner, onHouse)).versionId });
    await Promise.all([sweep(books), sweep(books), sweep(books)]);
    expect(filesOf(books)).toEqual(await rowsOf(books));
    expect(filesOf(books)).toHaveLength(1);
  });

  it('a file no row knows goes after a week; a row whose file is gone is named, not dropped', async () => {
    const { books, owner, onHouse } = await setUp();
    const file = await createDocument(owner, onHouse);
    await sweep(books);
    const stray = `${books.id}/${randomUUID()}/${randomUUID()}.pdf`;
    testStorage.put(stray, 'x');
    testStorage.files.delete(file.path);
    expect(await compareFilesOf(pool.db, testStorage, books.id)).toEqual({
      orphans: 0,
      missing: [file.versionId],
    });
    expect(await compareFilesOf(pool.db, testStorage, books.id, later(8 * 24 * hour))).toMatchObject({
      orphans: 1,
    });
    expect(filesOf(books)).toEqual([]);
    expect(await rowsOf(books)).toEqual([file.path]);
  });

  type Step =
    | 'announce'
    | 'arrive'
    | 'confirm'
    | 'cancel'
    | 'delete'
    | 'restore'
    | 'version'
    | 'break'
    | 'sweep';
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom<Step[]>(
        'announce',
        'arrive',
        'confirm',
        'cancel',
        'delete',
        'restore',
        'version',
        'break',
        'sweep',
      ),
      fc.nat(),
    ),
    { minLength: 4, maxLength: 30 },
  );

  it('whatever happened: after the sweep every file has its row and every row its file', async () => {
    const { books, owner, onHouse } = await setUp();
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const known: { documentId: string; versionId: string; path: string; bytes: string }[] = [];
        let clock = 0;
        const announce = async (documentId: string | null, seed: number) => {
          const bytes = seed % 3 === 0 ? 'MZ not fine' : '%PDF-1.4 fine';
          const versionId = randomUUID();
          const file = { versionId, fileName: 'a.pdf', sizeBytes: bytes.length };
          const id = documentId ?? randomUUID();
          const { path } = documentId
            ? await owner.document.requestVersion({ documentId, ...file })
            : await owner.document.requestUpload({ documentId: id, title: 'a', links: onHouse, ...file });
          known.push({ documentId: id, versionId, path, bytes });
        };
        for (const [step, seed] of history) {
          const one = known[seed % Math.max(1, known.length)];
          testStorage.isDown = step === 'break';
          const work = {
            announce: () => announce(null, seed),
            version: () => announce(one?.documentId ?? null, seed),
            // By then its signature has run out.
            arrive: async () => one && clock < 2 * hour && testStorage.put(one.path, one.bytes),
            confirm: async () => one && owner.document.confirmUpload({ versionId: one.versionId }),
            cancel: async () => one && owner.document.cancelUpload({ versionId: one.versionId }),
            delete: async () => one && owner.document.delete({ ids: [one.documentId] }),
            restore: async () => one && owner.document.restore({ ids: [one.documentId] }),
            break: async () => one && owner.document.confirmUpload({ versionId: one.versionId }),
            sweep: () => {
              clock = Math.max(clock, (seed % 30) * hour);
              return sweep(books, later((seed % 30) * hour));
            },
          }[step];
          // What is refused (unknown, deleted, not arrived) is part of the history.
          await work().catch(() => {});
        }
        testStorage.isDown = false;
        await sweep(books, later(9 * 24 * hour));
        await sweep(books, later(10 * 24 * hour));
        expect(filesOf(books)).toEqual(await rowsOf(books));
        const [leftOpen] = await asAdmin(
          database,
          (sql) => sql`select count(*)::int as count from hausbuch.document_version
            where portfolio_id = ${books.id} and state <> 'ready'`,
        );
        expect(leftOpen?.count).toBe(0);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }, 120_000);
});
