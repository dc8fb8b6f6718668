import { randomUUID } from 'node:crypto';
import type { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fileSizeLimit,
  secretKey,
  startTestStorage,
  type TestBucket,
  type TestStorage,
} from '../testing/storage.ts';

let storage: TestStorage;
let admin: StorageClient;
let bucket: TestBucket;

beforeAll(async () => {
  storage = await startTestStorage();
  admin = storage.as(secretKey);
});
afterAll(() => storage.stop());
beforeEach(async () => {
  bucket = await storage.newBucket();
});

describe('upload and download', () => {
  it('keeps raw bytes, type, cache time and metadata', async () => {
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
    const uploaded = await bucket.files.upload('folder/photo.png', bytes, {
      contentType: 'image/png',
      cacheControl: '60',
      metadata: { title: 'Küche' },
    });
    expect(uploaded.data).toMatchObject({
      path: 'folder/photo.png',
      fullPath: `${bucket.id}/folder/photo.png`,
    });
    const { data } = await bucket.files.download('folder/photo.png');
    expect(data?.type).toBe('image/png');
    expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
    const info = await bucket.files.info('folder/photo.png');
    expect(info.data).toMatchObject({
      id: uploaded.data?.id,
      name: 'folder/photo.png',
      bucketId: bucket.id,
      size: 300_000,
      contentType: 'image/png',
      cacheControl: 'max-age=60',
      metadata: { title: 'Küche' },
    });
  });

  it('takes forms as browsers send them', async () => {
    const blob = new Blob(['%PDF-1.7 …'], { type: 'application/pdf' });
    const { error } = await bucket.files.upload('lease.pdf', blob, {
      cacheControl: '120',
      metadata: { pages: 3 },
    });
    expect(error).toBeNull();
    const info = await bucket.files.info('lease.pdf');
    expect(info.data).toMatchObject({
      contentType: 'application/pdf',
      cacheControl: 'max-age=120',
      metadata: { pages: 3 },
    });
    expect(await bucket.textOf('lease.pdf')).toBe('%PDF-1.7 …');
  });

  it('is kept for an hour by browsers where nothing else is said', async () => {
    for (const body of [new Blob(['a form'], { type: 'text/plain' }), new TextEncoder().encode('raw')]) {
      const { error } = await bucket.files.upload('plain.txt', body, { upsert: true });
      expect(error).toBeNull();
      expect((await bucket.files.info('plain.txt')).data).toMatchObject({ cacheControl: 'max-age=3600' });
    }
  });

  it('takes an empty file', async () => {
    await bucket.put('empty.txt', '');
    expect(await bucket.textOf('empty.txt')).toBe('');
    expect((await bucket.files.info('empty.txt')).data).toMatchObject({ size: 0, metadata: {} });
  });

  it('replaces only when asked, keeps the id, and removes the bytes before', async () => {
    const first = await bucket.put('note.txt', 'one');
    const again = await bucket.files.upload('note.txt', 'two');
    expect(again.error).toMatchObject({ code: 'KeyAlreadyExists', statusCode: '409', status: 400 });
    expect(await bucket.textOf('note.txt')).toBe('one');
    const replaced = await bucket.put('note.txt', 'three', { upsert: true });
    expect(replaced?.id).toBe(first?.id);
    expect(await bucket.textOf('note.txt')).toBe('three');
    await bucket.files.update('note.txt', 'four');
    expect(await bucket.textOf('note.txt')).toBe('four');
    expect((await storage.files()).filter((file) => file.includes(String(first?.id)))).toHaveLength(1);
  });

  it('lets exactly one of two uploads to the same new key win', async () => {
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) => bucket.files.upload('race.txt', `writer ${index}`)),
    );
    expect(results.filter((result) => result.error === null)).toHaveLength(1);
    for (const { error } of results) if (error) expect(error).toMatchObject({ code: 'KeyAlreadyExists' });
    expect(
      await storage.files().then((files) => files.filter((file) => file.startsWith(bucket.id))),
    ).toHaveLength(1);
  });

  it('ends whole when many replace the same key at once', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => bucket.put('race.txt', `writer ${index}`, { upsert: true })),
    );
    expect(await bucket.textOf('race.txt')).toMatch(/^writer \d$/);
    expect(
      await storage.files().then((files) => files.filter((file) => file.startsWith(bucket.id))),
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
    const beyond = await bucket.files.upload('raw', new Uint8Array(fileSizeLimit + 1));
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
      const response = await fetch(`${storage.url}/object/${bucket.id}/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
        body: 'x',
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidKey' });
    },
  );

  it('refuses encodings nobody would undo', async () => {
    const bodies = ['x', new Blob(['x'])];
    for (const body of bodies) {
      const { error } = await bucket.files.upload('a.gz', body, { contentEncoding: 'gzip' });
      expect(error).toMatchObject({ code: 'InvalidRequest' });
    }
  });

  it('says not found for missing objects and buckets', async () => {
    expect((await bucket.files.info('missing')).error).toMatchObject({
      code: 'NoSuchKey',
      statusCode: '404',
      status: 400,
      message: 'Object not found',
    });
    expect((await admin.from('nowhere').upload('a', 'a')).error).toMatchObject({ code: 'NoSuchBucket' });
    expect((await bucket.files.exists('missing')).data).toBe(false);
    await bucket.put('there', 'x');
    expect((await bucket.files.exists('there')).data).toBe(true);
  });
});
