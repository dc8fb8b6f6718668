import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  accessToken,
  fileSizeLimit,
  secretKey,
  startTestStorage,
  type TestStorage,
} from '../testing/storage.ts';

let storage: TestStorage;
let bucketId: string;

beforeAll(async () => {
  storage = await startTestStorage();
  bucketId = (await storage.newBucket()).id;
});
afterAll(() => storage.stop());

const megabyte = 1_000_000;

// Asked for anew each time: a restart moves the server to another port.
const files = () => storage.as(secretKey).from(bucketId);

async function bytesOf(name: string): Promise<Buffer | null> {
  const { data } = await files().download(name);
  return data && Buffer.from(await data.arrayBuffer());
}

const textOf = async (name: string) => (await bytesOf(name))?.toString();

async function grantFor(name: string, upsert = false): Promise<string> {
  const { data, error } = await files().createSignedUploadUrl(name, { upsert });
  if (error) throw error;
  return data.token;
}

const metadataFor = (name: string, more: Record<string, string> = {}) => ({
  bucketName: bucketId,
  objectName: name,
  contentType: 'application/pdf',
  ...more,
});

/** Uploads with Supabase's recommended client; `stopAfter` hangs up in the middle, at the end of a piece. */
function send(
  bytes: Buffer,
  options: Partial<UploadOptions> & { stopAfterBytes?: number },
): Promise<{ url: string | null; isFinished: boolean }> {
  const { stopAfterBytes, ...rest } = options;
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${storage.url}/upload/resumable/sign`,
      chunkSize: 2 * megabyte,
      retryDelays: null,
      storeFingerprintForResuming: false,
      ...rest,
      onSuccess: () => resolve({ url: upload.url, isFinished: true }),
      onError: reject,
      onChunkComplete: (_size, accepted) => {
        if (stopAfterBytes === undefined || accepted < stopAfterBytes) return;
        upload.abort().then(() => resolve({ url: upload.url, isFinished: false }), reject);
      },
    });
    upload.start();
  });
}

const tusHeaders = { 'tus-resumable': '1.0.0' };
const encoded = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Begins an upload by hand; the body of an answer that refuses says why. */
function begin(headers: Record<string, string>, metadata: Record<string, string>, size = 10, sign = '/sign') {
  return fetch(`${storage.url}/upload/resumable${sign}`, {
    method: 'POST',
    headers: {
      ...tusHeaders,
      'upload-length': String(size),
      'upload-metadata': encoded(metadata),
      ...headers,
    },
  });
}

const hang = async (request: Promise<Response>) => {
  const response = await request;
  return { status: response.status, text: await response.text() };
};

async function unfinished(): Promise<string[]> {
  return (await storage.files()).filter((file) => file.startsWith('.tus') && !file.endsWith('.json'));
}

it('takes a file in pieces with a signed token alone, and serves it whole', async () => {
  const name = `${randomUUID()}.pdf`;
  const bytes = randomBytes(7 * megabyte);
  const signature = await grantFor(name);
  const { isFinished } = await send(bytes, {
    headers: { 'x-signature': signature },
    metadata: metadataFor(name, { cacheControl: '60', metadata: '{"page":1}' }),
  });
  expect(isFinished).toBe(true);
  expect((await bytesOf(name))?.equals(bytes)).toBe(true);
  const { data: info } = await files().info(name);
  expect(info).toMatchObject({
    size: 7 * megabyte,
    contentType: 'application/pdf',
    cacheControl: 'max-age=60',
    metadata: { page: 1 },
  });
  expect(await unfinished()).toEqual([]);
});

it('goes on where it stopped after the server was killed, and nothing is visible before the end', async () => {
  const name = `${randomUUID()}.pdf`;
  const bytes = randomBytes(9 * megabyte);
  const options = { headers: { 'x-signature': await grantFor(name) }, metadata: metadataFor(name) };
  const { url, isFinished } = await send(bytes, { ...options, stopAfterBytes: 4 * megabyte });
  expect(isFinished).toBe(false);
  expect((await files().info(name)).error).toMatchObject({ code: 'NoSuchKey' });

  await storage.restart();
  expect(await unfinished()).toHaveLength(1);
  const moved = new URL(new URL(url ?? '').pathname, storage.url).toString();
  const sent: number[] = [];
  await send(bytes, { ...options, uploadUrl: moved, onProgress: (accepted) => sent.push(accepted) });
  expect(Math.min(...sent)).toBeGreaterThanOrEqual(4 * megabyte);
  expect((await bytesOf(name))?.equals(bytes)).toBe(true);
  expect(await unfinished()).toEqual([]);
});

it('keeps what arrived of a piece whose connection broke', async () => {
  const name = `${randomUUID()}.pdf`;
  const signature = await grantFor(name);
  const created = await begin({ 'x-signature': signature }, metadataFor(name), 100_000);
  const url = new URL(created.headers.get('location') ?? '', `${storage.url}/upload/resumable/sign`);
  const socket = net.connect(Number(url.port), url.hostname);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const head = [
    `PATCH ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    'Content-Length: 100000',
    `X-Signature: ${signature}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write('x'.repeat(40_000));
  const [file] = await unfinished();
  await expect
    .poll(async () => (await fs.stat(path.join(storage.filesDir, String(file)))).size, { timeout: 5_000 })
    .toBe(40_000);
  socket.destroy();

  const headers = { ...tusHeaders, 'x-signature': signature };
  const offset = await fetch(url, { method: 'HEAD', headers });
  expect(offset.headers.get('upload-offset')).toBe('40000');
  const rest = await fetch(url, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '40000', 'content-type': 'application/offset+octet-stream' },
    body: 'y'.repeat(60_000),
  });
  expect(rest.status).toBe(204);
  expect(await textOf(name)).toBe('x'.repeat(40_000) + 'y'.repeat(60_000));
});

it('finishes what a crash left complete, and says so again to who missed the answer', async () => {
  const name = `${randomUUID()}.pdf`;
  const signature = await grantFor(name);
  const created = await begin({ 'x-signature': signature }, metadataFor(name), 5);
  const url = new URL(created.headers.get('location') ?? '', `${storage.url}/upload/resumable/sign`);
  const [file] = await unfinished();
  await fs.writeFile(path.join(storage.filesDir, String(file)), 'whole');
  const headers = { ...tusHeaders, 'x-signature': signature };
  for (let time = 1; time <= 2; time += 1) {
    const head = await fetch(url, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '5']);
    expect(await textOf(name)).toBe('whole');
  }
});

it('of one object bytes arrive once at a time', async () => {
  const twoAtOnce = async () => {
    const name = `${randomUUID()}.pdf`;
    const token = await grantFor(name);
    const put = (body: BodyInit) =>
      fetch(`${storage.url}/object/upload/sign/${bucketId}/${name}?token=${token}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/pdf' },
        body,
        duplex: 'half',
      } as RequestInit);
    const slow = new TransformStream<Uint8Array, Uint8Array>();
    const writer = slow.writable.getWriter();
    const first = put(slow.readable);
    await writer.write(new TextEncoder().encode('%PDF-'));
    const { statusCode } = await (await put('again')).json();
    await writer.close();
    return { statusCode, status: (await first).status, text: await textOf(name) };
  };
  // On a busy machine the second one comes first now and then, and is taken.
  await expect
    .poll(twoAtOnce, { timeout: 20_000 })
    .toEqual({ statusCode: '423', status: 200, text: '%PDF-' });
});

it('takes nothing longer than the signer announced, in one piece or in many', async () => {
  const name = `${randomUUID()}.pdf`;
  const authorized = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const address = `${storage.url}/object/upload/sign/${bucketId}/${name}`;
  const sign = (length: string) =>
    fetch(address, { method: 'POST', headers: { ...authorized, 'x-upload-length': length }, body: '' });
  expect((await sign('many')).status).toBe(400);
  const { token } = await (await sign('100')).json();
  const put = (bytes: number) =>
    fetch(`${address}?token=${token}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/pdf' },
      body: 'x'.repeat(bytes),
    });
  expect((await (await put(101)).json()).statusCode).toBe('413');
  const begun = await begin({ 'x-signature': token }, metadataFor(name), 20 * megabyte);
  expect(begun.status).toBe(413);
  const open = await fetch(`${storage.url}/upload/resumable/sign`, {
    method: 'POST',
    headers: {
      ...tusHeaders,
      'x-signature': token,
      'upload-defer-length': '1',
      'upload-metadata': Object.entries(metadataFor(name))
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });
  expect(open.status).toBe(413);
  expect(await bytesOf(name)).toBeNull();
  expect((await put(100)).status).toBe(200);
});

it('refuses a missing, foreign or spoiled signature at every step', async () => {
  const name = `${randomUUID()}.pdf`;
  const [own, other] = [await grantFor(name), await grantFor(`${randomUUID()}.pdf`)];
  expect(await hang(begin({}, metadataFor(name)))).toMatchObject({ status: 400 });
  expect(await hang(begin({ 'x-signature': other }, metadataFor(name)))).toMatchObject({ status: 400 });
  expect(await hang(begin({ 'x-signature': `${own}x` }, metadataFor(name)))).toMatchObject({ status: 400 });
  const created = await begin({ 'x-signature': own }, metadataFor(name));
  const url = new URL(created.headers.get('location') ?? '', `${storage.url}/upload/resumable/sign`);
  for (const method of ['HEAD', 'DELETE'] as const) {
    const answer = await fetch(url, { method, headers: { ...tusHeaders, 'x-signature': other } });
    expect([method, answer.status]).toEqual([method, 400]);
  }
  const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const patch = {
    method: 'PATCH',
    headers: { ...tusHeaders, ...piece, 'x-signature': other },
    body: '0123456789',
  };
  expect((await fetch(url, patch)).status).toBe(400);
  const gone = await fetch(url, { method: 'DELETE', headers: { ...tusHeaders, 'x-signature': own } });
  expect(gone.status).toBe(204);
  expect(await unfinished()).toEqual([]);
});

it('without `/sign` it wants a session that may write there, and lets nobody continue another’s', async () => {
  const name = `${randomUUID()}.pdf`;
  expect(await hang(begin({}, metadataFor(name), 10, ''))).toMatchObject({ status: 403 });
  const stranger = `Bearer ${await accessToken(randomUUID())}`;
  const refused = await hang(begin({ authorization: stranger }, metadataFor(name), 10, ''));
  expect(refused).toEqual({ status: 403, text: 'new row violates row-level security policy' });
  const asServer = { authorization: `Bearer ${secretKey}` };
  const created = await begin(asServer, metadataFor(name), 10, '');
  const url = new URL(created.headers.get('location') ?? '', `${storage.url}/upload/resumable`);
  expect(url.pathname).toMatch(/\/upload\/resumable\/[0-9a-f-]{36}$/);
  expect(
    (await fetch(url, { method: 'HEAD', headers: { ...tusHeaders, authorization: stranger } })).status,
  ).toBe(403);
  expect((await fetch(url, { method: 'DELETE', headers: { ...tusHeaders, ...asServer } })).status).toBe(204);
});

it.each([
  ['a file over the limit', fileSizeLimit + 1, {}, 413],
  ['a type the bucket does not take', 10, { contentType: 'application/x-msdownload' }, 415],
  ['a name no key may have', 10, { objectName: 'Müller.pdf' }, 400],
  ['a path out of the bucket', 10, { objectName: '../x.pdf' }, 400],
  ['a bucket that does not exist', 10, { bucketName: 'nowhere' }, 404],
])('refuses before a byte is sent: %s', async (_what, size, metadata: Record<string, string>, status) => {
  await storage
    .as(secretKey)
    .updateBucket(bucketId, { public: false, allowedMimeTypes: ['application/pdf'] });
  const name = `${randomUUID()}.pdf`;
  const asServer = { authorization: `Bearer ${secretKey}` };
  expect((await begin(asServer, { ...metadataFor(name), ...metadata }, size, '')).status).toBe(status);
  expect(await unfinished()).toEqual([]);
});

it('a length told later is held to the limit, too', async () => {
  const name = `${randomUUID()}.pdf`;
  const asServer = { authorization: `Bearer ${secretKey}`, ...tusHeaders };
  const created = await fetch(`${storage.url}/upload/resumable`, {
    method: 'POST',
    headers: { ...asServer, 'upload-defer-length': '1', 'upload-metadata': encoded(metadataFor(name)) },
  });
  const url = new URL(created.headers.get('location') ?? '', `${storage.url}/upload/resumable`);
  const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const headers = { ...asServer, ...piece, 'upload-length': String(fileSizeLimit + 1) };
  expect((await fetch(url, { method: 'PATCH', headers, body: 'x' })).status).toBe(413);
  await fetch(url, { method: 'DELETE', headers: asServer });
});

it('a second file under a name that is taken is refused unless the token says replace', async () => {
  const name = `${randomUUID()}.pdf`;
  const early = await grantFor(name);
  const replacing = await grantFor(name, true);
  await files().upload(name, 'first', { contentType: 'application/pdf' });
  const bytes = Buffer.from('second');
  const metadata = metadataFor(name);
  await expect(send(bytes, { headers: { 'x-signature': early }, metadata })).rejects.toThrow('409');
  expect(await textOf(name)).toBe('first');
  await send(bytes, { headers: { 'x-signature': replacing }, metadata });
  expect(await textOf(name)).toBe('second');
  expect(await unfinished()).toEqual([]);
});

it('forgets what nobody has continued for a day', async () => {
  const name = `${randomUUID()}.pdf`;
  const asServer = { authorization: `Bearer ${secretKey}` };
  await begin(asServer, metadataFor(name), 10, '');
  const folder = path.join(storage.filesDir, '.tus');
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const file of await fs.readdir(folder)) await fs.utimes(path.join(folder, file), yesterday, yesterday);
  await storage.restart();
  await begin(asServer, metadataFor(`${randomUUID()}.pdf`), 10, '');
  await expect.poll(unfinished, { timeout: 5_000 }).toHaveLength(1);
});

it('one signature is good for one upload: beginning again gives up what was begun', async () => {
  const name = `${randomUUID()}.pdf`;
  const signature = await grantFor(name);
  const headers = { ...tusHeaders, 'x-signature': signature };
  const addresses: URL[] = [];
  for (let time = 0; time < 5; time += 1) {
    // Of the same object: another signature for it is no other upload.
    const another = time % 2 === 0 ? await grantFor(name, true) : signature;
    const created = await begin({ 'x-signature': another }, metadataFor(name), 5);
    expect(created.status).toBe(201);
    addresses.push(new URL(created.headers.get('location') ?? '', `${storage.url}/upload/resumable/sign`));
  }
  const patch = (url: URL | undefined) =>
    fetch(url ?? '', {
      method: 'PATCH',
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: '%PDF-',
    });
  for (const url of addresses.slice(0, -1)) expect((await patch(url)).ok).toBe(false);
  const folder = path.join(storage.filesDir, '.tus');
  const ids = addresses.map((url) => url.pathname.split('/').at(-1) ?? '');
  const left = (await fs.readdir(folder)).filter((file) => ids.some((id) => file.startsWith(id)));
  expect(left.every((file) => file.startsWith(ids.at(-1) ?? '-'))).toBe(true);
  expect((await patch(addresses.at(-1))).status).toBe(204);
  expect(await textOf(name)).toBe('%PDF-');
});

it('what a signature began goes with the object, at once, for who holds the key and nobody else', async () => {
  const name = `${randomUUID()}.pdf`;
  const bytes = randomBytes(5 * megabyte);
  const options = { headers: { 'x-signature': await grantFor(name) }, metadata: metadataFor(name) };
  const { url } = await send(bytes, { ...options, stopAfterBytes: 2 * megabyte });
  const id = url?.split('/').at(-1) ?? '-';
  const pieces = async () => (await storage.files()).filter((file) => file.includes(id));
  expect(await pieces()).not.toEqual([]);

  await (await storage.asUser(randomUUID())).from(bucketId).remove([name]);
  await files().remove([`other-${name}`]);
  expect(await pieces()).not.toEqual([]);

  expect((await files().remove([name])).error).toBeNull();
  expect(await pieces()).toEqual([]);
  const asked = await fetch(url ?? '', { method: 'HEAD', headers: { ...tusHeaders, ...options.headers } });
  expect([404, 410]).toContain(asked.status);
  expect(await bytesOf(name)).toBeNull();
});
