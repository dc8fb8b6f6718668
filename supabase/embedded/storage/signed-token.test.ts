import { StorageClient } from '@supabase/storage-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { secretKey, startTestStorage, type TestBucket, type TestStorage } from '../testing/storage.ts';

let storage: TestStorage;
let _admin: StorageClient;
let bucket: TestBucket;

beforeAll(async () => {
  storage = await startTestStorage();
  _admin = storage.as(secretKey);
});
afterAll(() => storage.stop());
beforeEach(async () => {
  bucket = await storage.newBucket();
});

describe('signed URLs', () => {
  it('let anyone download until they expire', async () => {
    await bucket.put('contract.txt', 'signed');
    const { data } = await bucket.files.createSignedUrl('contract.txt', 60);
    const response = await fetch(String(data?.signedUrl));
    expect(await response.text()).toBe('signed');
    expect(response.headers.get('cache-control')).toBeNull();
    expect(Date.parse(String(response.headers.get('expires'))) - Date.now()).toBeLessThanOrEqual(60_000);

    const expired = await new SignJWT({ scope: 'download', url: `${bucket.id}/contract.txt` })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(Date.now() / 1000) - 10)
      .sign(storage.urlSigningKey);
    const late = await fetch(`${storage.url}/object/sign/${bucket.id}/contract.txt?token=${expired}`);
    expect(late.status).toBe(400);
    expect(await late.json()).toMatchObject({ code: 'InvalidJWT' });
  });

  it('are made for many at once, telling which are missing', async () => {
    await bucket.put('one.txt', '1');
    const { data } = await bucket.files.createSignedUrls(['one.txt', 'two.txt'], 60);
    expect(data?.[1]).toMatchObject({
      path: 'two.txt',
      signedUrl: null,
      error: 'Either the object does not exist or you do not have access to it',
    });
    expect(await (await fetch(String(data?.[0]?.signedUrl))).text()).toBe('1');
  });

  it('refuses a name no object can have', async () => {
    const { data, error } = await bucket.files.createSignedUrls(['a\u0000b'], 60);
    expect(data).toBeNull();
    expect(error).toMatchObject({ status: 400, message: 'Invalid value format' });
  });

  it('name the download, umlauts and quotes included', async () => {
    await bucket.put('x.pdf', 'pdf');
    const download = 'Mietvertrag Müller "2026".pdf';
    const { data } = await bucket.files.createSignedUrl('x.pdf', 60, { download });
    const response = await fetch(String(data?.signedUrl));
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Mietvertrag M_ller _2026_.pdf"; filename*=UTF-8''Mietvertrag%20M%C3%BCller%20_2026_.pdf`,
    );
  });

  it('do not open another object, another action, or anything without a token', async () => {
    await bucket.put('mine.txt', 'mine');
    await bucket.put('other.txt', 'other');
    const signed = await bucket.files.createSignedUrl('mine.txt', 60);
    const token = new URL(String(signed.data?.signedUrl)).searchParams.get('token');
    const get = async (name: string, query: string) => {
      const response = await fetch(`${storage.url}/object/sign/${bucket.id}/${name}${query}`);
      return response.json();
    };
    expect(await get('other.txt', `?token=${token}`)).toMatchObject({ code: 'InvalidSignature' });
    expect(await get('mine.txt', '')).toMatchObject({ code: 'InvalidJWT' });
    const asUpload = await bucket.files.uploadToSignedUrl('mine.txt', String(token), 'changed');
    expect(asUpload.error).toMatchObject({
      code: 'InvalidSignature',
      message: 'Token is not scoped for upload',
    });
    const upload = await bucket.files.createSignedUploadUrl('mine.txt', { upsert: true });
    expect(await get('mine.txt', `?token=${upload.data?.token}`)).toMatchObject({
      code: 'InvalidSignature',
      message: 'Token is not scoped for download',
    });
    const bearer = await storage.as(String(token)).from(bucket.id).download('mine.txt');
    expect(bearer.error).not.toBeNull();
  });

  it('take one upload without a session, and a second only when made for replacing', async () => {
    const nobody = new StorageClient(storage.url, {});
    const once = await bucket.files.createSignedUploadUrl('inbox/a.txt');
    const token = String(once.data?.token);
    const put1 = await nobody.from(bucket.id).uploadToSignedUrl('inbox/a.txt', token, 'first');
    expect(put1.data).toMatchObject({ fullPath: `${bucket.id}/inbox/a.txt` });
    const put2 = await nobody
      .from(bucket.id)
      .uploadToSignedUrl('inbox/a.txt', token, 'second', { upsert: true });
    expect(put2.error).toMatchObject({ code: 'KeyAlreadyExists', statusCode: '409' });
    expect(await bucket.textOf('inbox/a.txt')).toBe('first');
    const elsewhere = await nobody.from(bucket.id).uploadToSignedUrl('inbox/b.txt', token, 'x');
    expect(elsewhere.error).toMatchObject({ code: 'InvalidSignature' });

    expect((await bucket.files.createSignedUploadUrl('inbox/a.txt')).error).toMatchObject({
      code: 'KeyAlreadyExists',
    });
    const many = await bucket.files.createSignedUploadUrl('inbox/a.txt', { upsert: true });
    const blob = new Blob(['third'], { type: 'text/plain' });
    const put3 = await nobody
      .from(bucket.id)
      .uploadToSignedUrl('inbox/a.txt', String(many.data?.token), blob);
    expect(put3.error).toBeNull();
    expect(await bucket.textOf('inbox/a.txt')).toBe('third');
  });

  it('made for a length bring no more than that, what is said beside the file included', async () => {
    const signed = await fetch(`${storage.url}/object/upload/sign/${bucket.id}/a.txt`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'x-upload-length': '5' },
    });
    const { token } = z.object({ token: z.string() }).parse(await signed.json());
    const bring = (metadata: object) => {
      const form = new FormData();
      form.set('metadata', JSON.stringify(metadata));
      form.set('', new Blob(['first'], { type: 'text/plain' }));
      const address = `${storage.url}/object/upload/sign/${bucket.id}/a.txt?token=${token}`;
      return fetch(address, { method: 'PUT', body: form });
    };
    const refused = await bring({ note: 'x'.repeat(500_000) });
    expect(await refused.json()).toMatchObject({ code: 'EntityTooLarge' });
    expect((await bring({})).status).toBe(200);
    expect(await bucket.textOf('a.txt')).toBe('first');
  });
});
