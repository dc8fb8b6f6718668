import { open, readdir, readlink } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretKey, startTestStorage, type TestStorage } from '../testing/storage.ts';
import { attachment, deliver, parseRange } from './delivery.ts';
import { FileStore } from './files.ts';
import type { ObjectRow } from './objects.ts';
import { versionOf } from './upload.ts';

describe('ranges', () => {
  it.each([
    ['bytes=0-3', 10, { start: 0, end: 3 }],
    ['bytes=4-', 10, { start: 4, end: 9 }],
    ['bytes=-4', 10, { start: 6, end: 9 }],
    ['bytes=-40', 10, { start: 0, end: 9 }],
    ['bytes=8-99', 10, { start: 8, end: 9 }],
    [null, 10, null],
    ['bytes=-', 10, null],
    ['bytes=3-1', 10, null],
    ['bytes=0-1,3-4', 10, null],
    ['lines=0-1', 10, null],
  ])('%s of %i bytes', (header, size, expected) => {
    expect(parseRange(header, size)).toEqual(expected);
  });

  it.each([
    ['bytes=10-', 10],
    ['bytes=-0', 10],
    ['bytes=0-0', 0],
    ['bytes=-1', 0],
  ])('%s of %i bytes cannot be served', (header, size) => {
    expect(() => parseRange(header, size)).toThrow('not satisfiable');
  });

  it('lie within the file, whatever is asked', () => {
    const number = fc.oneof(fc.constant(''), fc.nat().map(String));
    fc.assert(
      fc.property(number, number, fc.nat(1000), (first, last, size) => {
        let range: ReturnType<typeof parseRange>;
        try {
          range = parseRange(`bytes=${first}-${last}`, size);
        } catch {
          return;
        }
        if (!range) return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});

describe('names of downloads', () => {
  it.each([
    ['Grundriß.pdf', `attachment; filename="Grundri_.pdf"; filename*=UTF-8''Grundri%C3%9F.pdf`],
    ['M%C3%BCller.pdf', `attachment; filename="M_ller.pdf"; filename*=UTF-8''M%C3%BCller.pdf`],
    ['100%.pdf', `attachment; filename="100_.pdf"; filename*=UTF-8''100%25.pdf`],
    ['a"b\\c/d.pdf', `attachment; filename="a_b_c_d.pdf"; filename*=UTF-8''a_b_c_d.pdf`],
    ["it's (1)!.pdf", `attachment; filename="it's (1)!.pdf"; filename*=UTF-8''it%27s%20%281%29%21.pdf`],
    [' ', `attachment; filename="download"; filename*=UTF-8''download`],
    ['\u202efdp.exe', `attachment; filename="_fdp.exe"; filename*=UTF-8''_fdp.exe`],
  ])('%j', (name, expected) => {
    expect(attachment(name)).toBe(expected);
  });

  it('are always one well-formed header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (name) => {
        const header = attachment(name);
        expect(header).toMatch(/^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[A-Za-z0-9._~%-]+$/);
        expect(() => new Headers({ 'content-disposition': header })).not.toThrow();
      }),
    );
  });
});

describe('what is sent', () => {
  let storage: TestStorage;
  const text = 'abcdefghijklmnopqrstuvwxyz';
  const headers = { authorization: `Bearer ${secretKey}` };

  beforeAll(async () => {
    storage = await startTestStorage();
    const admin = storage.as(secretKey);
    await admin.createBucket('files', { public: false });
    await admin.from('files').upload('letters.txt', text, { contentType: 'text/plain', cacheControl: '7' });
    await admin.from('files').upload('big.bin', new Uint8Array(11_000_000).fill(7));
    await admin.from('files').upload('empty.txt', '');
  });
  afterAll(() => storage.stop());

  const get = (name: string, more: Record<string, string> = {}, method = 'GET') =>
    fetch(`${storage.url}/object/files/${name}`, { method, headers: { ...headers, ...more } });

  it('is the whole with its tag (MD5), time and length', async () => {
    const response = await get('letters.txt');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(text);
    const sent = Object.fromEntries(response.headers);
    expect(sent).toMatchObject({
      etag: '"c3fcd3d76192e4007dfb496cca67e13b"',
      'content-type': 'text/plain',
      'content-length': '26',
      'cache-control': 'max-age=7',
      'accept-ranges': 'bytes',
      'x-robots-tag': 'none',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(Date.now() - Date.parse(String(sent['last-modified']))).toBeLessThan(60_000);
    expect(sent['content-disposition']).toBeUndefined();
  });

  it('is a part when a part is asked for', async () => {
    const response = await get('letters.txt', { range: 'bytes=3-5' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe('bytes 3-5/26');
    expect(await response.text()).toBe('def');
    const far = await get('big.bin', { range: 'bytes=-1000001' });
    expect((await far.arrayBuffer()).byteLength).toBe(1_000_001);
  });

  it('is 416 when no byte of it exists', async () => {
    const response = await get('letters.txt', { range: 'bytes=26-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */26');
    expect(await response.json()).toMatchObject({ statusCode: '416', code: 'InvalidRange' });
  });

  it('continues a download only of the same version (If-Range)', async () => {
    const tag = '"c3fcd3d76192e4007dfb496cca67e13b"';
    expect((await get('letters.txt', { range: 'bytes=3-', 'if-range': tag })).status).toBe(206);
    expect((await get('letters.txt', { range: 'bytes=3-', 'if-range': '"other"' })).status).toBe(200);
  });

  it('is nothing when the client has it already', async () => {
    const tag = '"c3fcd3d76192e4007dfb496cca67e13b"';
    const conditions: Record<string, string>[] = [
      { 'if-none-match': tag },
      { 'if-none-match': `"x", W/${tag}` },
      { 'if-modified-since': new Date().toUTCString() },
    ];
    for (const condition of conditions) {
      const response = await get('letters.txt', condition);
      expect(response.status).toBe(304);
      expect(await response.text()).toBe('');
      expect(response.headers.get('etag')).toBe(tag);
    }
    expect((await get('letters.txt', { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('is the headers alone for HEAD', async () => {
    const response = await get('big.bin', {}, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('11000000');
    expect(await response.text()).toBe('');
    expect((await get('missing', {}, 'HEAD')).status).toBe(400);
    expect((await get('empty.txt')).headers.get('content-length')).toBe('0');
  });

  /** How many of the store's files this process holds open. */
  async function openFiles(): Promise<number> {
    const links = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    );
    return (await Promise.all(links)).filter((target) => target.startsWith(storage.filesDir)).length;
  }

  it('closes the file when a waiting stream is given up', async () => {
    const [row] = await storage.sql<ObjectRow[]>`select * from storage.objects where name = 'big.bin'`;
    if (!row) throw new Error('big.bin is missing');
    const handle = await open(new FileStore(storage.filesDir).pathOf(versionOf(row)));
    const response = await deliver(new Request('http://host/big.bin'), row, handle, {});
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(handle.fd).not.toBe(-1);
    await reader?.cancel();
    expect(handle.fd).toBe(-1);
  });

  it.skipIf(process.platform !== 'linux')(
    'closes the file when the client hangs up (seen in /proc)',
    async () => {
      const controller = new AbortController();
      const response = await fetch(`${storage.url}/object/files/big.bin`, {
        headers,
        signal: controller.signal,
      });
      await response.body?.getReader().read();
      expect(await openFiles()).toBe(1);
      controller.abort();
      await expect.poll(openFiles, { timeout: 5000 }).toBe(0);
      await get('big.bin', {}, 'HEAD');
      await get('letters.txt', { range: 'bytes=99-' });
      expect(await openFiles()).toBe(0);
    },
  );

  it.each([
    ['text/html', 'text/plain; charset=utf-8', null],
    ['TEXT/HTML; charset=utf-8', 'text/plain; charset=utf-8', null],
    ['application/xhtml+xml', 'text/plain; charset=utf-8', null],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['text/xml', 'text/xml', 'attachment'],
    ['text/javascript', 'text/javascript', 'attachment'],
    ['application/octet-stream', 'application/octet-stream', 'attachment'],
    ['image/png', 'image/png', null],
    ['application/pdf', 'application/pdf', null],
  ])('never runs: %s is served as %s', async (type, served, disposition) => {
    await storage
      .as(secretKey)
      .from('files')
      .upload('active', '<script>', { contentType: type, upsert: true });
    const response = await get('active');
    expect(response.headers.get('content-type')).toBe(served);
    expect(response.headers.get('content-disposition')?.split(';')[0] ?? null).toBe(disposition);
    const saved = await get('active?download=');
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="active"; filename*=UTF-8''active`,
    );
  });
});
