import { randomUUID } from 'node:crypto';
import type { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretKey, startTestStorage, type TestBucket, type TestStorage } from '../testing/storage.ts';

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

describe('move, copy and remove', () => {
  it('moves within a bucket and into another', async () => {
    const other = `other-${randomUUID()}`;
    await admin.createBucket(other, { public: false });
    await bucket.put('a.txt', 'content');
    expect((await bucket.files.move('a.txt', 'folder/b.txt')).data).toMatchObject({
      message: 'Successfully moved',
    });
    expect((await bucket.files.exists('a.txt')).data).toBe(false);
    expect(await bucket.textOf('folder/b.txt')).toBe('content');
    const across = await bucket.files.move('folder/b.txt', 'c.txt', { destinationBucket: other });
    expect(across.error).toBeNull();
    expect((await bucket.files.exists('folder/b.txt')).data).toBe(false);
    expect(await (await admin.from(other).download('c.txt')).data?.text()).toBe('content');
    expect((await storage.files()).filter((file) => file.startsWith(bucket.id))).toEqual([]);
  });

  it('moves onto nothing that exists, and nothing that is missing', async () => {
    await bucket.put('a.txt', 'a');
    await bucket.put('b.txt', 'b');
    expect((await bucket.files.move('a.txt', 'b.txt')).error).toMatchObject({
      code: 'ResourceAlreadyExists',
      statusCode: '409',
    });
    expect(await bucket.textOf('b.txt')).toBe('b');
    const other = await storage.newBucket();
    await other.put('b.txt', 'other b');
    const across = await bucket.files.move('a.txt', 'b.txt', { destinationBucket: other.id });
    expect(across.error).toMatchObject({ code: 'ResourceAlreadyExists' });
    expect(await other.textOf('b.txt')).toBe('other b');
    expect(await bucket.textOf('a.txt')).toBe('a');
    expect((await storage.files()).filter((file) => file.startsWith(other.id))).toHaveLength(1);
    expect((await bucket.files.move('missing', 'x')).error).toMatchObject({ code: 'NoSuchKey' });
    expect((await bucket.files.move('a.txt', '../x')).error).toMatchObject({ code: 'InvalidKey' });
  });

  it('copies so that each lives on without the other', async () => {
    await bucket.files.upload('a.txt', 'original', { metadata: { kept: true }, cacheControl: '5' });
    expect((await bucket.files.copy('a.txt', 'b.txt')).data).toEqual({ path: `${bucket.id}/b.txt` });
    expect((await bucket.files.info('b.txt')).data).toMatchObject({
      metadata: { kept: true },
      cacheControl: 'max-age=5',
    });
    await bucket.put('a.txt', 'changed', { upsert: true });
    await bucket.files.remove(['a.txt']);
    expect(await bucket.textOf('b.txt')).toBe('original');
    expect((await bucket.files.copy('b.txt', 'b.txt')).error).toMatchObject({
      code: 'KeyAlreadyExists',
    });
    expect((await bucket.files.copy('missing', 'c.txt')).error).toMatchObject({ code: 'NoSuchKey' });
    const plain = await bucket.files.copy('b.txt', 'c.txt', {
      copyMetadata: false,
      metadata: { cacheControl: 'max-age=9' },
    });
    expect(plain.error).toBeNull();
    const info = await bucket.files.info('c.txt');
    expect(info.data).toMatchObject({ cacheControl: 'max-age=9', metadata: {} });
  });

  it('does not smuggle past the rules of the other bucket', async () => {
    const pictures = `pictures-${randomUUID()}`;
    await admin.createBucket(pictures, { public: false, allowedMimeTypes: ['image/*'], fileSizeLimit: 5 });
    await bucket.put('a.html', '<b>', { contentType: 'text/html' });
    await bucket.put('big.png', 'much too big', { contentType: 'image/png' });
    const destination = { destinationBucket: pictures };
    const from = bucket.files;
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
    await bucket.put('a.txt', 'a');
    await bucket.put('b/c.txt', 'c');
    const { data } = await bucket.files.remove(['a.txt', 'b/c.txt', 'missing']);
    expect(data?.map((file) => file.name).sort()).toEqual(['a.txt', 'b/c.txt']);
    expect((await storage.files()).filter((file) => file.startsWith(bucket.id))).toEqual([]);
    await bucket.put('a.txt', 'new');
    expect(await bucket.textOf('a.txt')).toBe('new');
  });

  it('removes one by its address', async () => {
    await bucket.put('a.txt', 'a');
    const remove = () =>
      fetch(`${storage.url}/object/${bucket.id}/a.txt`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${secretKey}` },
      });
    expect(await (await remove()).json()).toEqual({ message: 'Successfully deleted' });
    expect(await (await remove()).json()).toMatchObject({ code: 'NoSuchKey' });
  });
});
