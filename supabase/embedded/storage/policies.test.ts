import { randomUUID } from 'node:crypto';
import type { StorageClient } from '@supabase/storage-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessToken,
  publishableKey,
  secretKey,
  startTestStorage,
  type TestStorage,
} from '../testing/storage.ts';

const anna = randomUUID();
const bert = randomUUID();
let storage: TestStorage;
let admin: StorageClient;
let asAnna: StorageClient;
let asBert: StorageClient;

const files = (client: StorageClient, bucket = 'documents') => client.from(bucket);

beforeAll(async () => {
  storage = await startTestStorage();
  admin = storage.as(secretKey);
  asAnna = await storage.asUser(anna);
  asBert = await storage.asUser(bert);
  for (const [id, isPublic] of [
    ['documents', false],
    ['inbox', false],
    ['pictures', true],
  ] as const) {
    await admin.createBucket(id, { public: isPublic });
  }
  await storage.asSuperuser(`
    create policy "own folder" on storage.objects for all to authenticated
      using (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text)
      with check (bucket_id = 'documents' and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy "anyone drops images" on storage.objects for insert to anon
      with check (bucket_id = 'inbox' and storage.operation() = 'storage.object.upload'
        and metadata ->> 'mimetype' like 'image/%')`);
  await files(asAnna).upload(`${anna}/lease.txt`, 'of Anna');
  await files(admin, 'pictures').upload('house.png', 'png', { contentType: 'image/png' });
});
afterAll(() => storage.stop());

describe('the policy "own folder"', () => {
  it('lets the owner do everything in it', async () => {
    const mine = files(asAnna);
    expect((await mine.upload(`${anna}/a.txt`, 'a')).error).toBeNull();
    expect((await mine.upload(`${anna}/a.txt`, 'b', { upsert: true })).error).toBeNull();
    expect((await mine.copy(`${anna}/a.txt`, `${anna}/b.txt`)).error).toBeNull();
    expect((await mine.move(`${anna}/b.txt`, `${anna}/c.txt`)).error).toBeNull();
    expect((await mine.list(anna)).data?.map((file) => file.name)).toEqual(['a.txt', 'c.txt', 'lease.txt']);
    expect((await mine.createSignedUrl(`${anna}/a.txt`, 60)).error).toBeNull();
    const { data } = await mine.remove([`${anna}/a.txt`, `${anna}/c.txt`]);
    expect(data).toMatchObject([{ owner_id: anna }, { owner_id: anna }]);
  });

  it('hides it from everybody else, who cannot read, list, sign, change, move or delete', async () => {
    const key = `${anna}/lease.txt`;
    for (const client of [asBert, storage.as(publishableKey)]) {
      const theirs = files(client);
      const hidden = { code: 'NoSuchKey', statusCode: '404', message: 'Object not found' };
      expect((await theirs.download(key)).error).not.toBeNull();
      expect((await theirs.info(key)).error).toMatchObject(hidden);
      expect((await theirs.createSignedUrl(key, 60)).error).toMatchObject(hidden);
      expect((await theirs.createSignedUrls([key], 60)).data?.[0]?.signedUrl).toBeNull();
      expect((await theirs.list(anna)).data).toEqual([]);
      expect((await theirs.listV2({ prefix: anna })).data?.objects).toEqual([]);
      expect((await theirs.move(key, `${bert}/stolen.txt`)).error).toMatchObject(hidden);
      expect((await theirs.copy(key, `${bert}/stolen.txt`)).error).toMatchObject(hidden);
      expect((await theirs.remove([key])).data).toEqual([]);
    }
    expect(await (await files(asAnna).download(key)).data?.text()).toBe('of Anna');
  });

  it('keeps others from writing into it, also by replacing, moving, copying or a signed upload', async () => {
    const denied = {
      code: 'AccessDenied',
      statusCode: '403',
      status: 400,
      message: 'new row violates row-level security policy',
    };
    await files(asBert).upload(`${bert}/own.txt`, 'of Bert');
    const theirs = files(asBert);
    expect((await theirs.upload(`${anna}/x.txt`, 'x')).error).toMatchObject(denied);
    expect((await theirs.upload(`${anna}/lease.txt`, 'x', { upsert: true })).error).toMatchObject(denied);
    expect((await theirs.update(`${anna}/lease.txt`, 'x')).error).toMatchObject(denied);
    expect((await theirs.move(`${bert}/own.txt`, `${anna}/own.txt`)).error).toMatchObject(denied);
    expect((await theirs.copy(`${bert}/own.txt`, `${anna}/own.txt`)).error).toMatchObject(denied);
    expect((await theirs.createSignedUploadUrl(`${anna}/x.txt`)).error).toMatchObject(denied);
    expect((await files(admin).list(anna)).data?.map((file) => file.name)).toEqual(['lease.txt']);
    const stored = await storage.files();
    expect(stored.filter((file) => file.startsWith('documents') || file.startsWith('.tmp'))).toHaveLength(2);
  });

  it('refuses before reading: nobody without the right to write fills the disk', async () => {
    let written = 0;
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        written += 1;
        if (written > 1) await new Promise((resolve) => setTimeout(resolve, 50));
        controller.enqueue(new Uint8Array(10));
      },
    });
    const { error } = await files(asBert).upload(`${anna}/x.bin`, endless);
    expect(error).toMatchObject({ code: 'AccessDenied' });
  });

  it('lets a signed upload keep the owner it was made by', async () => {
    const key = `${anna}/later.txt`;
    const signed = await files(asAnna).createSignedUploadUrl(key);
    const nobody = storage.as(publishableKey);
    expect((await files(nobody).uploadToSignedUrl(key, String(signed.data?.token), 'x')).error).toBeNull();
    const [row] = await storage.sql<{ owner: string; owner_id: string }[]>`
      select owner, owner_id from storage.objects where name = ${key}`;
    expect(row).toEqual({ owner: anna, owner_id: anna });
    await files(asAnna).remove([key]);
  });
});

describe('other policies', () => {
  it('may allow inserting alone, by type, without letting anyone read back', async () => {
    const anon = files(storage.as(publishableKey), 'inbox');
    const image = { contentType: 'image/png' };
    expect((await anon.upload('a.png', 'x', image)).error).toBeNull();
    expect((await anon.upload('b.png', new Blob(['x'], { type: 'image/jpeg' }))).error).toBeNull();
    expect((await anon.upload('a.txt', 'x')).error).toMatchObject({ code: 'AccessDenied' });
    expect((await anon.upload('a.png', 'y', { ...image, upsert: true })).error).toMatchObject({
      code: 'AccessDenied',
    });
    expect((await anon.list()).data).toEqual([]);
    expect((await anon.info('a.png')).error).toMatchObject({ code: 'NoSuchKey' });
  });

  it('that fail inside tell nothing of themselves', async () => {
    await storage.sql`create policy broken on storage.objects for select to anon
      using ((1 / (length(name) - length(name))) = 0)`;
    const { error } = await files(storage.as(publishableKey), 'inbox').info('a.png');
    expect(error).toMatchObject({ status: 500, message: 'Internal server error' });
    await storage.sql`drop policy broken on storage.objects`;
  });

  it('do not outlive the request: no role or claim stays on the connection', async () => {
    await Promise.all(Array.from({ length: 20 }, () => files(asBert).list(bert)));
    const states = await Promise.all(
      Array.from(
        { length: 20 },
        () => storage.sql<{ role: string; claims: string | null }[]>`
          select current_user::text as role, current_setting('request.jwt.claims', true) as claims`,
      ),
    );
    for (const [state] of states) {
      expect(state?.role).toBe('supabase_storage_admin');
      expect(state?.claims ?? '').toBe('');
    }
  });

  it('bind direct SQL as well: nobody deletes a row behind the bytes', async () => {
    await expect(storage.sql`delete from storage.objects`).rejects.toThrow(postgres.PostgresError);
  });
});

describe('who is nobody', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${storage.url}/${path}`, { headers });

  it('reads public buckets only, and is told nothing of private ones', async () => {
    expect(await (await get('object/public/pictures/house.png')).text()).toBe('png');
    expect((await get('object/pictures/house.png')).status).toBe(200);
    expect((await get('object/info/public/pictures/house.png')).status).toBe(200);
    for (const path of [
      `object/public/documents/${anna}/lease.txt`,
      `object/documents/${anna}/lease.txt`,
      `object/info/documents/${anna}/lease.txt`,
      'object/public/nowhere/x',
    ]) {
      const response = await get(path);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        statusCode: '404',
        error: 'Bucket not found',
        message: 'Bucket not found',
        code: 'NoSuchBucket',
      });
    }
  });

  it('is told by a route that needs somebody which header is missing, as Supabase says it', async () => {
    const refusalOf = async (path: string, init?: RequestInit) =>
      (await fetch(`${storage.url}/${path}`, { ...init, body: init?.method ? '{}' : undefined })).json();
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const header = {
      statusCode: '400',
      error: 'Error',
      message: "headers must have required property 'authorization'",
      code: 'InvalidRequest',
    };
    expect(await refusalOf('bucket')).toEqual(header);
    expect(await refusalOf('object/list/documents', post)).toEqual(header);
    expect(await refusalOf('object/upload/sign/documents/x', post)).toEqual(header);
    expect(await refusalOf(`object/authenticated/documents/${anna}/lease.txt`)).toEqual(header);
    expect(await refusalOf('object/list-v2/documents', post)).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      message: 'Invalid Compact JWS',
      code: 'AccessDenied',
    });
  });

  it.each([
    ['an expired token', async () => ({ authorization: `Bearer ${await accessToken(anna, '-1h')}` })],
    [
      'a forged token',
      async () => ({ authorization: `Bearer ${(await accessToken(anna)).slice(0, -4)}abcd` }),
    ],
    ['a made-up key', async () => ({ apikey: 'sb_secret_guess' })],
  ])('is refused with %s', async (_name, headers) => {
    const own = await headers();
    const response = await fetch(`${storage.url}/object/list/documents`, {
      method: 'POST',
      headers: { ...own, 'content-type': 'application/json' },
      body: JSON.stringify({ prefix: anna }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      statusCode: '403',
      error: 'Unauthorized',
      code: 'AccessDenied',
    });
    const download = await get(`object/authenticated/documents/${anna}/lease.txt`, own);
    expect(await download.json()).toMatchObject({ code: 'AccessDenied' });
    expect(await (await get(`object/documents/${anna}/lease.txt`, own)).json()).toMatchObject({
      code: 'NoSuchBucket',
    });
  });

  it('cannot become another role by a claim', async () => {
    const { SignJWT } = await import('jose');
    const forged = await new SignJWT({ sub: anna, role: 'postgres' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('only for tests: signs access tokens'));
    expect((await storage.as(forged).listBuckets()).error).toMatchObject({ code: 'AccessDenied' });
  });
});
