import { randomBytes, randomUUID } from 'node:crypto';
import { startSupabaseOn, type TestSupabase } from '@hausbuch/supabase-embedded/testing';
import { StorageClient } from '@supabase/storage-js';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { zipDocuments } from '@/features/document/zip-steps';
import { workOnFilesOf } from '@/jobs/document-files';
import { createFileStorage, type FileStorage } from '@/storage/file-storage';
import { transactionsFor } from '@/trpc/procedures';
import { failureOf } from '../factories/failure.ts';
import { sha256Of } from '../factories/memory-storage.ts';
import { makePdf, packBlanks } from '../factories/pdf.ts';
import { asAdmin, createPortfolio, createProperty } from '../factories/records.ts';
import { closeTestCallers, createTestCaller, createTestContext } from '../factories/session.ts';
import { createTestDatabase, type TestDatabase } from '../setup/database.ts';

/** The application's own way to the storage server that is shipped, and the browser's with what it is given. */

let database: TestDatabase;
let supabase: TestSupabase;
let storage: FileStorage;
let pool: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  [database, supabase] = await Promise.all([
    createTestDatabase(),
    createTestDatabase().then((own) => startSupabaseOn(own)),
  ]);
  storage = createFileStorage({
    supabaseUrl: supabase.url,
    supabasePublicUrl: supabase.url,
    supabaseSecretKey: supabase.secretKey,
  });
  pool = openDatabase(database.appUrl);
});
afterAll(async () => {
  await pool.close();
  await closeTestCallers();
  await supabase.stop();
  await database.drop();
});

async function setUp() {
  const books = await createPortfolio(database);
  const house = await createProperty(books.owner);
  const { appUrl } = database;
  const signedIn = { appUrl, userId: books.ownerId, portfolioId: books.id, fileStorage: storage };
  const caller = await createTestCaller(signedIn);
  const links = [{ kind: 'property' as const, id: house.id }];
  const announce = async (fileName: string, sizeBytes: number) => {
    const ids = { documentId: randomUUID(), versionId: randomUUID() };
    const grant = await caller.document.requestUpload({
      ...ids,
      fileName,
      sizeBytes,
      title: fileName,
      links,
    });
    return { ...ids, ...grant };
  };
  /** As a browser does it: with the signed token alone. */
  const upload = async (fileName: string, bytes: Buffer) => {
    const file = await announce(fileName, bytes.length);
    const { error } = await browser().uploadToSignedUrl(file.path, file.token, bytes, {
      contentType: file.mediaType,
    });
    if (error) throw error;
    await caller.document.confirmUpload({ versionId: file.versionId });
    return file;
  };
  const sweep = () => workOnFilesOf(pool.db, storage, books.id);
  return { books, caller, signedIn, announce, upload, sweep };
}

const browser = () =>
  new StorageClient(`${supabase.url}/storage/v1`, { apikey: supabase.publishableKey }).from('documents');

const contentsOf = (versionId: string) =>
  asAdmin(database, async (sql) => {
    const [row] = await sql<{ state: string; sha256: string | null; content: string | null }[]>`
      select state, sha256, content from hausbuch.document_version where id = ${versionId}`;
    return row;
  });

describe('a signed upload', () => {
  it('arrives, is checked by its bytes, read and found by its text', async () => {
    const { caller, upload, sweep } = await setUp();
    const bytes = makePdf(['Mietvertrag Müller', 'Staffelmiete']);
    const file = await upload('Mietvertrag Müller.pdf', bytes);
    expect(await sweep()).toMatchObject({ read: 1, failed: 0 });
    expect(await contentsOf(file.versionId)).toEqual({
      state: 'ready',
      sha256: sha256Of(bytes),
      content: 'Mietvertrag Müller\nStaffelmiete',
    });
    expect((await caller.document.list({ search: 'staffelmiete mueller' })).rows).toHaveLength(1);
  });

  it('is good for this one file, once', async () => {
    const { announce } = await setUp();
    const [one, other] = [await announce('a.pdf', 4), await announce('b.pdf', 4)];
    const put = (path: string, token: string) =>
      browser().uploadToSignedUrl(path, token, 'test', { contentType: 'application/pdf' });
    expect((await put(other.path, one.token)).error).toMatchObject({ code: 'InvalidSignature' });
    expect((await put(one.path, one.token)).error).toBeNull();
    expect((await put(one.path, one.token)).error).toMatchObject({ code: 'KeyAlreadyExists' });
  });

  it.each([
    ['60 MB', randomBytes(60 * 1024 * 1024), 'application/pdf', 'EntityTooLarge'],
    ['an HTML page', Buffer.from('<script>'), 'text/html', 'InvalidMimeType'],
    ['an SVG', Buffer.from('<svg/>'), 'image/svg+xml', 'InvalidMimeType'],
    ['a ZIP', Buffer.from('PK'), 'application/zip', 'InvalidMimeType'],
  ])('of %s is refused by storage whatever was announced', async (_what, bytes, contentType, code) => {
    const { announce } = await setUp();
    const file = await announce('klein.pdf', 10);
    const { error } = await browser().uploadToSignedUrl(file.path, file.token, bytes, { contentType });
    expect(error).toMatchObject({ code });
    expect(await storage.readPart(file.path, { first: 1 })).toBeNull();
  });

  it('of a program is refused by its bytes, and the sweep removes it', async () => {
    const { books, upload, sweep } = await setUp();
    const program = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), randomBytes(5_000)]);
    expect(await failureOf(upload('rechnung.pdf', program))).toBe('document.type_mismatch @versionId');
    expect((await storage.list(`${books.id}/`, null)).files).toHaveLength(1);
    await sweep();
    expect((await storage.list(`${books.id}/`, null)).files).toEqual([]);
  });

  it('nobody reaches a file without a signature, with the public key or signed in', async () => {
    const { upload } = await setUp();
    const file = await upload('a.pdf', makePdf(['x']));
    const user = await supabase.signedUp(`${randomUUID()}@example.com`, 'Passwort-1234');
    for (const files of [browser(), user.storage.from('documents')]) {
      expect((await files.download(file.path)).data).toBeNull();
      expect((await files.createSignedUrl(file.path, 60)).data).toBeNull();
      expect(
        (await files.upload(`${randomUUID()}.pdf`, 'x', { contentType: 'application/pdf' })).data,
      ).toBeNull();
      expect((await files.remove([file.path])).data).toEqual([]);
    }
    expect(await storage.readPart(file.path, { first: 4 })).toMatchObject({
      bytes: new Uint8Array(Buffer.from('%PDF')),
    });
  });
});

describe('an upload in pieces', () => {
  const start = (
    file: { path: string; token: string; mediaType: string },
    bytes: Buffer,
    url: string | null,
  ) =>
    new Promise<{ url: string | null }>((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${supabase.url}/storage/v1/upload/resumable/sign`,
        uploadUrl: url,
        headers: { 'x-signature': file.token },
        metadata: { bucketName: 'documents', objectName: file.path, contentType: file.mediaType },
        chunkSize: 6 * 1024 * 1024,
        retryDelays: [100, 500, 1_000, 2_000],
        onSuccess: () => resolve({ url: upload.url }),
        onError: reject,
        onChunkComplete: () => stopped?.(upload.url),
      });
      upload.start();
    });
  let stopped: ((url: string | null) => void) | undefined;

  it('goes on by itself when storage is killed in the middle and started again', async () => {
    const { caller, announce, sweep } = await setUp();
    const bytes = Buffer.concat([makePdf(['groß']), randomBytes(20 * 1024 * 1024)]);
    const file = await announce('groß.pdf', bytes.length);
    expect(file.isResumable).toBe(true);
    let restarts = 0;
    stopped = () => {
      if (restarts > 0) return;
      restarts += 1;
      void supabase.restart();
    };
    await start(file, bytes, null);
    expect(restarts).toBe(1);
    await caller.document.confirmUpload({ versionId: file.versionId });
    await sweep();
    expect(await contentsOf(file.versionId)).toMatchObject({ state: 'ready', sha256: sha256Of(bytes) });
  });

  it('above 50 MB is refused before the first byte', async () => {
    const { announce } = await setUp();
    const file = await announce('klein.pdf', 10);
    stopped = undefined;
    await expect(start(file, randomBytes(60 * 1024 * 1024), null)).rejects.toThrow(/413/);
  });
});

describe('a download', () => {
  it('is signed for a minute and keeps its name, umlauts and emoji included', async () => {
    const { caller, upload } = await setUp();
    const bytes = makePdf(['x']);
    const file = await upload('Übergabe Weiß 🏡 100%.pdf', bytes);
    const { url } = await caller.document.fileUrl({ id: file.documentId, use: 'save' });
    const answer = await fetch(url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const named = /filename\*=UTF-8''(\S+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    expect(decodeURIComponent(named ?? '')).toBe('Übergabe Weiß 🏡 100%.pdf');
    const lifetime = Date.parse(answer.headers.get('expires') ?? '') - Date.now();
    expect(lifetime).toBeGreaterThan(50_000);
    expect(lifetime).toBeLessThanOrEqual(60_000);
    const shown = await fetch((await caller.document.fileUrl({ id: file.documentId, use: 'show' })).url);
    expect(shown.headers.get('content-disposition')).toBeNull();
    expect(shown.headers.get('content-type')).toBe('application/pdf');
  });

  it('of a selection is one ZIP, made while it is sent, with names that differ', async () => {
    const { signedIn, upload } = await setUp();
    const bytes = [makePdf(['eins']), makePdf(['zwei'])];
    const files = [
      await upload('Plan ä.pdf', bytes[0] ?? Buffer.of()),
      await upload('plan ä.pdf', bytes[1] ?? Buffer.of()),
    ];
    const context = await createTestContext(signedIn);
    const inTransaction = transactionsFor({ ...context, verifiedSession: await context.session() }, [
      'owner',
    ]);
    const zip = await zipDocuments(
      inTransaction,
      storage,
      files.map((file) => file.documentId),
      'en',
    );
    expect(zip.name).toBe('hausbuch.zip');
    const packed = Buffer.from(await new Response(zip.bytes).arrayBuffer());
    expect(BigInt(packed.length)).toBe(zip.sizeBytes);
    for (const part of [...bytes, 'Plan ä.pdf', 'plan ä (2).pdf']) expect(packed.includes(part)).toBe(true);
    // A letter is called as its text is, which people write: no file of it comes to lie beside the folder it is unpacked to.
    await asAdmin(
      database,
      (sql) => sql`update hausbuch.document_version set file_name = ${'../../Jahr 2026/27\\x.pdf'}
        where id = ${files[0]?.versionId ?? ''}`,
    );
    const [named] = files;
    const again = await zipDocuments(inTransaction, storage, [named?.documentId ?? ''], 'en');
    const inside = Buffer.from(await new Response(again.bytes).arrayBuffer());
    expect(inside.includes('.._.._Jahr 2026_27_x.pdf')).toBe(true);
    expect(inside.includes('../')).toBe(false);
    await expect(zipDocuments(inTransaction, storage, [randomUUID()], 'en')).rejects.toThrow('not_found');
  });

  it('that storage has lost is said to be lost, and keeps nobody from the others of a selection', async () => {
    const { caller, signedIn, upload } = await setUp();
    const bytes = makePdf(['bleibt']);
    const kept = await upload('bleibt.pdf', bytes);
    const lost = await upload('verloren.pdf', makePdf(['verloren']));
    await storage.remove([lost.path]);
    expect(await failureOf(caller.document.fileUrl({ id: lost.documentId, use: 'show' }))).toBe(
      'document.lost',
    );
    const context = await createTestContext(signedIn);
    const verifiedSession = await context.session();
    const inTransaction = transactionsFor({ ...context, verifiedSession }, ['owner']);
    const zip = await zipDocuments(inTransaction, storage, [kept.documentId, lost.documentId], 'de');
    expect(zip.name).toBe('hausbuch (1 Datei fehlt).zip');
    const packed = Buffer.from(await new Response(zip.bytes).arrayBuffer());
    expect(BigInt(packed.length)).toBe(zip.sizeBytes);
    for (const part of [bytes, 'missing-files.csv', 'verloren.pdf']) {
      expect(packed.includes(part)).toBe(true);
    }
  });
});

describe('a file made to do harm', () => {
  it('a PDF whose page unpacks to gigabytes is kept and its text left unread', async () => {
    const { upload, sweep } = await setUp();
    const bomb = makePdf([await packBlanks(2_000)]);
    expect(bomb.length).toBeLessThan(12_000_000);
    const file = await upload('bombe.pdf', bomb);
    const before = process.memoryUsage().rss;
    expect(await sweep()).toMatchObject({ read: 1, failed: 0 });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect(await contentsOf(file.versionId)).toEqual({
      state: 'ready',
      sha256: sha256Of(bomb),
      content: null,
    });
  }, 60_000);

  it.each([
    ['broken', Buffer.from('%PDF-1.4\nnothing of the kind')],
    [
      'with a loop of pages',
      Buffer.from(
        '%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj 2 0 obj <</Type/Pages/Count 9/Kids[2 0 R]>> endobj trailer <</Root 1 0 R>>',
      ),
    ],
  ])('a PDF %s is kept as it is', async (_what, bytes) => {
    const { upload, sweep } = await setUp();
    const file = await upload('kaputt.pdf', bytes);
    expect(await sweep()).toMatchObject({ read: 1, failed: 0 });
    expect(await contentsOf(file.versionId)).toEqual({
      state: 'ready',
      sha256: sha256Of(bytes),
      content: null,
    });
  });

  it.each([
    ['UTF-8', Buffer.from('Zähler\0 4711 \u0007')],
    ['Windows-1252', Buffer.from('Zähler 4711', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffZähler 4711', 'utf16le')],
  ])('a text in %s is read without what Postgres refuses', async (_what, bytes) => {
    const { caller, upload, sweep } = await setUp();
    // The head is what is checked; control characters further on must do no harm.
    const padded = bytes[0] === 0xff ? bytes : Buffer.concat([Buffer.from(' '.repeat(4_200)), bytes]);
    await upload('notiz.txt', padded);
    expect(await sweep()).toMatchObject({ read: 1, failed: 0 });
    expect((await caller.document.list({ search: 'zähler 4711' })).rows).toHaveLength(1);
  });
});

it('a storage server that is away is told as such, and nothing is lost', async () => {
  const away = createFileStorage({
    supabaseUrl: 'http://localhost:1',
    supabasePublicUrl: 'http://localhost:1',
    supabaseSecretKey: 'sb_secret_x',
  });
  const { signedIn, upload } = await setUp();
  const file = await upload('a.pdf', makePdf(['x']));
  const caller = await createTestCaller({ ...signedIn, fileStorage: away });
  expect(await failureOf(caller.document.fileUrl({ id: file.documentId, use: 'show' }))).toBe('unavailable');
  await expect(away.readPart(file.path, { first: 1 })).rejects.toThrow('unavailable');
});

it('a wrong key is a fault of ours, not a missing file', async () => {
  const { upload } = await setUp();
  const file = await upload('a.pdf', makePdf(['x']));
  const wrong = createFileStorage({
    supabaseUrl: supabase.url,
    supabasePublicUrl: supabase.url,
    supabaseSecretKey: 'sb_secret_wrong',
  });
  await expect(wrong.open(file.path)).rejects.toThrow('unavailable');
});
