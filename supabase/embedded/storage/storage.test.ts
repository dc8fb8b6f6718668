import { randomUUID } from 'node:crypto';
import { StorageClient } from '@supabase/storage-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishableKey, secretKey, startTestStorage, type TestStorage } from './test-server.ts';

let storage: TestStorage;
let admin: StorageClient;
let bucket: string;

beforeAll(async () => {
  storage = await startTestStorage();
  admin = storage.as(secretKey);
});
afterAll(() => storage.stop());
beforeEach(async () => {
  bucket = `b-${randomUUID()}`;
  const { error } = await admin.createBucket(bucket, { public: false });
  expect(error).toBeNull();
});

async function put(name: string, text: string, options?: { upsert?: boolean; contentType?: string }) {
  const { data, error } = await admin.from(bucket).upload(name, text, options);
  expect(error).toBeNull();
  return data;
}

async function textOf(client: StorageClient, name: string): Promise<string | undefined> {
  const { data } = await client.from(bucket).download(name);
  return data?.text();
}

describe('buckets', () => {
  it('are created with limits, listed, found, changed, and deleted once empty', async () => {
    const id = `limits-${randomUUID()}`;
    const created = await admin.createBucket(id, {
      public: true,
      fileSizeLimit: '2mb',
      allowedMimeTypes: ['image/*', 'application/pdf'],
    });
    expect(created.data).toEqual({ name: id });
    expect((await admin.createBucket(id, { public: false })).error).toMatchObject({
      code: 'BucketAlreadyExists',
      statusCode: '409',
      status: 400,
    });
    const found = await admin.getBucket(id);
    expect(found.data).toMatchObject({
      id,
      public: true,
      file_size_limit: 2_000_000,
      allowed_mime_types: ['image/*', 'application/pdf'],
    });
    const listed = await admin.listBuckets({ search: id });
    expect(listed.data?.map((entry) => [entry.id, entry.type])).toEqual([[id, 'STANDARD']]);
    const changed = await admin.updateBucket(id, { public: false, allowedMimeTypes: null });
    expect(changed.data).toEqual({ message: 'Successfully updated' });
    expect((await admin.getBucket(id)).data).toMatchObject({ public: false, allowed_mime_types: null });

    await admin.from(id).upload('a.txt', 'a');
    expect((await admin.deleteBucket(id)).error).toMatchObject({ code: 'ResourceNotEmpty' });
    expect((await admin.emptyBucket(id)).error).toBeNull();
    expect((await admin.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' });
    expect((await admin.getBucket(id)).error).toMatchObject({ code: 'NoSuchBucket', statusCode: '404' });
  });

  it.each(['..', '.', 'a/b', 'ü', ' blank', 'x'.repeat(101)])('refuse the name %j', async (name) => {
    expect((await admin.createBucket(name, { public: false })).error).toMatchObject({
      code: 'InvalidBucketName',
    });
  });

  it('cannot promise more than the server allows', async () => {
    const { error } = await admin.createBucket(randomUUID(), { public: false, fileSizeLimit: '4mb' });
    expect(error).toMatchObject({ code: 'EntityTooLarge' });
  });

  it('belong to the secret key: others neither see nor make them', async () => {
    const anon = storage.as(publishableKey);
    expect((await anon.listBuckets()).data).toEqual([]);
    expect((await anon.createBucket(randomUUID(), { public: true })).error).toMatchObject({
      code: 'AccessDenied',
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    expect((await anon.deleteBucket(bucket)).error).toMatchObject({ code: 'NoSuchBucket' });
    expect((await anon.emptyBucket(bucket)).error).toMatchObject({ code: 'NoSuchBucket' });
  });
});

describe('upload and download', () => {
  it('keeps raw bytes, type, cache time and metadata', async () => {
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
    const uploaded = await admin.from(bucket).upload('folder/photo.png', bytes, {
      contentType: 'image/png',
      cacheControl: '60',
      metadata: { title: 'Küche' },
    });
    expect(uploaded.data).toMatchObject({ path: 'folder/photo.png', fullPath: `${bucket}/folder/photo.png` });
    const { data } = await admin.from(bucket).download('folder/photo.png');
    expect(data?.type).toBe('image/png');
    expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
    const info = await admin.from(bucket).info('folder/photo.png');
    expect(info.data).toMatchObject({
      id: uploaded.data?.id,
      name: 'folder/photo.png',
      bucketId: bucket,
      size: 300_000,
      contentType: 'image/png',
      cacheControl: 'max-age=60',
      metadata: { title: 'Küche' },
    });
  });

  it('takes forms as browsers send them', async () => {
    const blob = new Blob(['%PDF-1.7 …'], { type: 'application/pdf' });
    const { error } = await admin.from(bucket).upload('lease.pdf', blob, {
      cacheControl: '120',
      metadata: { pages: 3 },
    });
    expect(error).toBeNull();
    const info = await admin.from(bucket).info('lease.pdf');
    expect(info.data).toMatchObject({
      contentType: 'application/pdf',
      cacheControl: 'max-age=120',
      metadata: { pages: 3 },
    });
    expect(await textOf(admin, 'lease.pdf')).toBe('%PDF-1.7 …');
  });

  it('takes an empty file', async () => {
    await put('empty.txt', '');
    expect(await textOf(admin, 'empty.txt')).toBe('');
  });

  it('replaces only when asked, keeps the id, and removes the bytes before', async () => {
    const first = await put('note.txt', 'one');
    const again = await admin.from(bucket).upload('note.txt', 'two');
    expect(again.error).toMatchObject({ code: 'KeyAlreadyExists', statusCode: '409', status: 400 });
    expect(await textOf(admin, 'note.txt')).toBe('one');
    const replaced = await put('note.txt', 'three', { upsert: true });
    expect(replaced?.id).toBe(first?.id);
    expect(await textOf(admin, 'note.txt')).toBe('three');
    await admin.from(bucket).update('note.txt', 'four');
    expect(await textOf(admin, 'note.txt')).toBe('four');
    expect((await storage.files()).filter((file) => file.includes(String(first?.id)))).toHaveLength(1);
  });

  it('lets exactly one of two uploads to the same new key win', async () => {
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) => admin.from(bucket).upload('race.txt', `writer ${index}`)),
    );
    expect(results.filter((result) => result.error === null)).toHaveLength(1);
    for (const { error } of results) if (error) expect(error).toMatchObject({ code: 'KeyAlreadyExists' });
    expect(
      await storage.files().then((files) => files.filter((file) => file.startsWith(bucket))),
    ).toHaveLength(1);
  });

  it('ends whole when many replace the same key at once', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => put('race.txt', `writer ${index}`, { upsert: true })),
    );
    expect(await textOf(admin, 'race.txt')).toMatch(/^writer \d$/);
    expect(
      await storage.files().then((files) => files.filter((file) => file.startsWith(bucket))),
    ).toHaveLength(1);
  });

  it('refuses what is too large, announced or not, raw or as a form, and leaves nothing behind', async () => {
    const small = `small-${randomUUID()}`;
    await admin.createBucket(small, { public: false, fileSizeLimit: 1000 });
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(600));
      },
    });
    const tooLarge = { code: 'EntityTooLarge', statusCode: '413', status: 400 };
    const target = admin.from(small);
    expect((await target.upload('raw', new Uint8Array(1001))).error).toMatchObject(tooLarge);
    expect((await target.upload('form', new Blob([new Uint8Array(1001)]))).error).toMatchObject(tooLarge);
    expect((await target.upload('stream', stream)).error).toMatchObject(tooLarge);
    const beyond = await admin.from(bucket).upload('raw', new Uint8Array(3_000_001));
    expect(beyond.error).toMatchObject(tooLarge);
    expect((await target.upload('fits', new Uint8Array(1000))).error).toBeNull();
    expect((await target.list()).data?.map((file) => file.name)).toEqual(['fits']);
    expect(
      (await storage.files()).filter((file) => file.startsWith('.tmp') || file.startsWith(small)),
    ).toHaveLength(1);
  });

  it('obeys the list of types, wildcards included', async () => {
    const typed = `typed-${randomUUID()}`;
    await admin.createBucket(typed, { public: false, allowedMimeTypes: ['image/*', 'application/pdf'] });
    const upload = (contentType: string) =>
      admin.from(typed).upload(`${randomUUID()}.bin`, 'x', { contentType });
    expect((await upload('image/heic')).error).toBeNull();
    expect((await upload('application/pdf')).error).toBeNull();
    for (const refused of ['text/html', 'application/pdfx', 'imagex/png', 'nonsense', '']) {
      expect((await upload(refused)).error).toMatchObject({ code: 'InvalidMimeType', statusCode: '415' });
    }
    const form = await admin.from(typed).upload('a.html', new Blob(['<b>'], { type: 'text/html' }));
    expect(form.error).toMatchObject({ code: 'InvalidMimeType' });
  });

  it.each(['ümlaut.pdf', 'a#b', 'a%b', 'a~b', 'a/../b', './a', 'a//b', 'a\\b', `${'k'.repeat(1025)}`])(
    'refuses the key %j',
    async (key) => {
      const path = key.split('/').map(encodeURIComponent).join('%2F');
      const response = await fetch(`${storage.url}/object/${bucket}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
        body: 'x',
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidKey' });
    },
  );

  it('says not found for missing objects and buckets', async () => {
    expect((await admin.from(bucket).info('missing')).error).toMatchObject({
      code: 'NoSuchKey',
      statusCode: '404',
      status: 400,
      message: 'Object not found',
    });
    expect((await admin.from('nowhere').upload('a', 'a')).error).toMatchObject({ code: 'NoSuchBucket' });
    expect((await admin.from(bucket).exists('missing')).data).toBe(false);
    await put('there', 'x');
    expect((await admin.from(bucket).exists('there')).data).toBe(true);
  });
});

describe('signed URLs', () => {
  it('let anyone download until they expire', async () => {
    await put('contract.txt', 'signed');
    const { data } = await admin.from(bucket).createSignedUrl('contract.txt', 60);
    const response = await fetch(String(data?.signedUrl));
    expect(await response.text()).toBe('signed');
    expect(response.headers.get('cache-control')).toBeNull();
    expect(Date.parse(String(response.headers.get('expires'))) - Date.now()).toBeLessThanOrEqual(60_000);

    const expired = await new SignJWT({ scope: 'download', url: `${bucket}/contract.txt` })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(Date.now() / 1000) - 10)
      .sign(storage.urlSigningKey);
    const late = await fetch(`${storage.url}/object/sign/${bucket}/contract.txt?token=${expired}`);
    expect(late.status).toBe(400);
    expect(await late.json()).toMatchObject({ code: 'InvalidJWT' });
  });

  it('are made for many at once, telling which are missing', async () => {
    await put('one.txt', '1');
    const { data } = await admin.from(bucket).createSignedUrls(['one.txt', 'two.txt'], 60);
    expect(data?.[1]).toMatchObject({
      path: 'two.txt',
      signedUrl: null,
      error: 'Either the object does not exist or you do not have access to it',
    });
    expect(await (await fetch(String(data?.[0]?.signedUrl))).text()).toBe('1');
  });

  it('name the download, umlauts and quotes included', async () => {
    await put('x.pdf', 'pdf');
    const download = 'Mietvertrag Müller "2026".pdf';
    const { data } = await admin.from(bucket).createSignedUrl('x.pdf', 60, { download });
    const response = await fetch(String(data?.signedUrl));
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Mietvertrag M_ller _2026_.pdf"; filename*=UTF-8''Mietvertrag%20M%C3%BCller%20_2026_.pdf`,
    );
  });

  it('do not open another object, another action, or anything without a token', async () => {
    await put('mine.txt', 'mine');
    await put('other.txt', 'other');
    const signed = await admin.from(bucket).createSignedUrl('mine.txt', 60);
    const token = new URL(String(signed.data?.signedUrl)).searchParams.get('token');
    const get = async (name: string, query: string) => {
      const response = await fetch(`${storage.url}/object/sign/${bucket}/${name}${query}`);
      return response.json();
    };
    expect(await get('other.txt', `?token=${token}`)).toMatchObject({ code: 'InvalidSignature' });
    expect(await get('mine.txt', '')).toMatchObject({ code: 'InvalidJWT' });
    const asUpload = await admin.from(bucket).uploadToSignedUrl('mine.txt', String(token), 'changed');
    expect(asUpload.error).toMatchObject({
      code: 'InvalidSignature',
      message: 'Token is not scoped for upload',
    });
    const upload = await admin.from(bucket).createSignedUploadUrl('mine.txt', { upsert: true });
    expect(await get('mine.txt', `?token=${upload.data?.token}`)).toMatchObject({
      code: 'InvalidSignature',
      message: 'Token is not scoped for download',
    });
    const bearer = await storage.as(String(token)).from(bucket).download('mine.txt');
    expect(bearer.error).not.toBeNull();
  });

  it('take one upload without a session, and a second only when made for replacing', async () => {
    const nobody = new StorageClient(storage.url, {});
    const once = await admin.from(bucket).createSignedUploadUrl('inbox/a.txt');
    const token = String(once.data?.token);
    const put1 = await nobody.from(bucket).uploadToSignedUrl('inbox/a.txt', token, 'first');
    expect(put1.data).toMatchObject({ fullPath: `${bucket}/inbox/a.txt` });
    const put2 = await nobody
      .from(bucket)
      .uploadToSignedUrl('inbox/a.txt', token, 'second', { upsert: true });
    expect(put2.error).toMatchObject({ code: 'KeyAlreadyExists', statusCode: '409' });
    expect(await textOf(admin, 'inbox/a.txt')).toBe('first');
    const elsewhere = await nobody.from(bucket).uploadToSignedUrl('inbox/b.txt', token, 'x');
    expect(elsewhere.error).toMatchObject({ code: 'InvalidSignature' });

    expect((await admin.from(bucket).createSignedUploadUrl('inbox/a.txt')).error).toMatchObject({
      code: 'KeyAlreadyExists',
    });
    const many = await admin.from(bucket).createSignedUploadUrl('inbox/a.txt', { upsert: true });
    const blob = new Blob(['third'], { type: 'text/plain' });
    const put3 = await nobody.from(bucket).uploadToSignedUrl('inbox/a.txt', String(many.data?.token), blob);
    expect(put3.error).toBeNull();
    expect(await textOf(admin, 'inbox/a.txt')).toBe('third');
  });
});

describe('list', () => {
  beforeEach(async () => {
    for (const name of ['b.txt', 'a.txt', 'docs/1.txt', 'docs/2.txt', 'docs/deep/3.txt', 'pics/x']) {
      await put(name, name);
    }
  });

  it('shows one level: folders without id first, then files, names relative', async () => {
    const root = await admin.from(bucket).list();
    expect(root.data?.map((entry) => [entry.name, entry.id === null])).toEqual([
      ['docs', true],
      ['pics', true],
      ['a.txt', false],
      ['b.txt', false],
    ]);
    const docs = await admin.from(bucket).list('docs', { sortBy: { column: 'name', order: 'desc' } });
    expect(docs.data?.map((entry) => entry.name)).toEqual(['deep', '2.txt', '1.txt']);
    expect(docs.data?.[1]?.metadata).toMatchObject({ size: 10, mimetype: 'text/plain;charset=UTF-8' });
  });

  it('searches, pages, and knows nothing of an unknown bucket', async () => {
    const names = async (options: object) =>
      (await admin.from(bucket).list('', options)).data?.map((entry) => entry.name);
    expect(await names({ search: 'A' })).toEqual(['a.txt']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ limit: 2, offset: 1 })).toEqual(['pics', 'a.txt']);
    expect((await admin.from('nowhere').list()).data).toEqual([]);
  });

  it.each([
    { column: 'name', order: 'asc' },
    { column: 'name', order: 'desc' },
    { column: 'created_at', order: 'asc' },
    { column: 'created_at', order: 'desc' },
  ] as const)('pages with a cursor by $column $order without loss or repetition', async (sortBy) => {
    for (const with_delimiter of [true, false]) {
      const whole = await admin.from(bucket).listV2({ with_delimiter, sortBy });
      const all = [...(whole.data?.folders ?? []), ...(whole.data?.objects ?? [])].map((entry) => entry.name);
      expect([...all].sort()).toEqual(
        with_delimiter
          ? ['a.txt', 'b.txt', 'docs/', 'pics/']
          : ['a.txt', 'b.txt', 'docs/1.txt', 'docs/2.txt', 'docs/deep/3.txt', 'pics/x'],
      );
      expect(whole.data?.hasNext).toBe(false);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await admin.from(bucket).listV2({ with_delimiter, sortBy, limit: 1, cursor });
        paged.push(
          ...[...(page.data?.folders ?? []), ...(page.data?.objects ?? [])].map((entry) => entry.name),
        );
        cursor = page.data?.nextCursor;
        expect(page.data?.hasNext).toBe(cursor !== undefined);
      } while (cursor !== undefined);
      expect([...paged].sort()).toEqual([...all].sort());
      if (sortBy.column === 'name') {
        const ordered = [...all].sort();
        expect(paged).toEqual(sortBy.order === 'desc' ? ordered.reverse() : ordered);
      }
    }
  });

  it('refuses a forged cursor', async () => {
    const { error } = await admin.from(bucket).listV2({ cursor: 'bm9uc2Vuc2U' });
    expect(error).toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('move, copy and remove', () => {
  it('moves within a bucket and into another', async () => {
    const other = `other-${randomUUID()}`;
    await admin.createBucket(other, { public: false });
    await put('a.txt', 'content');
    expect((await admin.from(bucket).move('a.txt', 'folder/b.txt')).data).toMatchObject({
      message: 'Successfully moved',
    });
    expect((await admin.from(bucket).exists('a.txt')).data).toBe(false);
    expect(await textOf(admin, 'folder/b.txt')).toBe('content');
    const across = await admin.from(bucket).move('folder/b.txt', 'c.txt', { destinationBucket: other });
    expect(across.error).toBeNull();
    expect((await admin.from(bucket).exists('folder/b.txt')).data).toBe(false);
    expect(await (await admin.from(other).download('c.txt')).data?.text()).toBe('content');
    expect((await storage.files()).filter((file) => file.startsWith(bucket))).toEqual([]);
  });

  it('moves onto nothing that exists, and nothing that is missing', async () => {
    await put('a.txt', 'a');
    await put('b.txt', 'b');
    expect((await admin.from(bucket).move('a.txt', 'b.txt')).error).toMatchObject({
      code: 'ResourceAlreadyExists',
      statusCode: '409',
    });
    expect(await textOf(admin, 'b.txt')).toBe('b');
    expect((await admin.from(bucket).move('missing', 'x')).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await admin.from(bucket).move('a.txt', '../x')).error).toMatchObject({ code: 'InvalidKey' });
  });

  it('copies so that each lives on without the other', async () => {
    await admin.from(bucket).upload('a.txt', 'original', { metadata: { kept: true }, cacheControl: '5' });
    expect((await admin.from(bucket).copy('a.txt', 'b.txt')).data).toEqual({ path: `${bucket}/b.txt` });
    expect((await admin.from(bucket).info('b.txt')).data).toMatchObject({
      metadata: { kept: true },
      cacheControl: 'max-age=5',
    });
    await put('a.txt', 'changed', { upsert: true });
    await admin.from(bucket).remove(['a.txt']);
    expect(await textOf(admin, 'b.txt')).toBe('original');
    expect((await admin.from(bucket).copy('b.txt', 'b.txt')).error).toMatchObject({
      code: 'KeyAlreadyExists',
    });
    expect((await admin.from(bucket).copy('missing', 'c.txt')).error).toMatchObject({ code: 'NoSuchKey' });
    const plain = await admin.from(bucket).copy('b.txt', 'c.txt', {
      copyMetadata: false,
      metadata: { cacheControl: 'max-age=9' },
    });
    expect(plain.error).toBeNull();
    const info = await admin.from(bucket).info('c.txt');
    expect(info.data).toMatchObject({ cacheControl: 'max-age=9', metadata: null });
  });

  it('does not smuggle past the rules of the other bucket', async () => {
    const pictures = `pictures-${randomUUID()}`;
    await admin.createBucket(pictures, { public: false, allowedMimeTypes: ['image/*'], fileSizeLimit: 5 });
    await put('a.html', '<b>', { contentType: 'text/html' });
    await put('big.png', 'much too big', { contentType: 'image/png' });
    const destination = { destinationBucket: pictures };
    const from = admin.from(bucket);
    expect((await from.copy('a.html', 'a.png', destination)).error).toMatchObject({
      code: 'InvalidMimeType',
    });
    expect((await from.move('a.html', 'a.png', destination)).error).toMatchObject({
      code: 'InvalidMimeType',
    });
    expect((await from.move('big.png', 'b.png', destination)).error).toMatchObject({
      code: 'EntityTooLarge',
    });
  });

  it('removes several and returns those that were there', async () => {
    await put('a.txt', 'a');
    await put('b/c.txt', 'c');
    const { data } = await admin.from(bucket).remove(['a.txt', 'b/c.txt', 'missing']);
    expect(data?.map((file) => file.name).sort()).toEqual(['a.txt', 'b/c.txt']);
    expect((await storage.files()).filter((file) => file.startsWith(bucket))).toEqual([]);
    await put('a.txt', 'new');
    expect(await textOf(admin, 'a.txt')).toBe('new');
  });

  it('removes one by its address', async () => {
    await put('a.txt', 'a');
    const remove = () =>
      fetch(`${storage.url}/object/${bucket}/a.txt`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${secretKey}` },
      });
    expect(await (await remove()).json()).toEqual({ message: 'Successfully deleted' });
    expect(await (await remove()).json()).toMatchObject({ code: 'NoSuchKey' });
  });
});

describe('requests that are no good', () => {
  it.each([
    ['POST', 'object/list/b', '{', 'InvalidRequest'],
    ['POST', 'object/list/b', '{"prefix":7}', 'InvalidRequest'],
    ['POST', 'object/sign/b/k', '{"expiresIn":0}', 'InvalidRequest'],
    ['POST', 'object/sign/b/k', '{"expiresIn":1.5}', 'InvalidRequest'],
    ['POST', 'object/move', '{"bucketId":"b"}', 'InvalidRequest'],
    ['DELETE', 'object/b', '{"prefixes":[]}', 'InvalidRequest'],
    ['POST', 'bucket', '{"name":"x","file_size_limit":"12 elephants"}', 'InvalidRequest'],
    ['POST', 'bucket', '{"name":"x","allowed_mime_types":["nonsense"]}', 'InvalidMimeType'],
  ])('%s %s with %s is answered in words', async (method, path, body, code) => {
    const response = await fetch(`${storage.url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code });
  });

  it('answers an unknown route with 404', async () => {
    const response = await fetch(`${storage.url}/render/image/x`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ statusCode: '404' });
  });

  it('never logs an error of its own in all of the above', () => {
    expect(storage.logged).toEqual([]);
  });
});
