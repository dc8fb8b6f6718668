import { randomUUID } from 'node:crypto';
import type { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  publishableKey,
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
    const { error } = await admin.createBucket(randomUUID(), { public: false, fileSizeLimit: '12.1mb' });
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
    expect((await anon.deleteBucket(bucket.id)).error).toMatchObject({ code: 'NoSuchBucket' });
    expect((await anon.emptyBucket(bucket.id)).error).toMatchObject({ code: 'NoSuchBucket' });
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
