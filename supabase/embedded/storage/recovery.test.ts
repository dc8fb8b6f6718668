import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secretKey, startTestStorage, type TestStorage } from '../testing/storage.ts';
import { FileStore } from './files.ts';
import { sweep } from './sweep.ts';

let storage: TestStorage;

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.as(secretKey).createBucket('files', { public: false });
  await storage.as(secretKey).createBucket('Dots.and Blanks', { public: false });
});
afterAll(() => storage.stop());

/** Sends the beginning of a request and hangs up once the server has begun to write it down. */
async function breakOff(head: string[], body: string): Promise<void> {
  const { hostname, port } = new URL(storage.url);
  const socket = net.connect(Number(port), hostname);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.write([...head, `Host: ${hostname}`, `Authorization: Bearer ${secretKey}`, '', body].join('\r\n'));
  await expect.poll(async () => (await storage.files()).some((file) => file.startsWith('.tmp'))).toBe(true);
  socket.destroy();
}

const filePart =
  '--B\r\nContent-Disposition: form-data; name=""; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

it.each([
  [
    'a body shorter than announced',
    ['POST /storage/v1/object/files/broken HTTP/1.1', 'Content-Length: 9000'],
    'xyz',
  ],
  [
    'a chunked body without end',
    ['POST /storage/v1/object/files/broken HTTP/1.1', 'Transfer-Encoding: chunked'],
    '3\r\nxyz\r\n',
  ],
  [
    'a form without its last boundary',
    [
      'POST /storage/v1/object/files/broken HTTP/1.1',
      'Transfer-Encoding: chunked',
      'Content-Type: multipart/form-data; boundary=B',
    ],
    chunk(`${filePart}some`),
  ],
  [
    'a form whose file is complete, but not the form',
    [
      'POST /storage/v1/object/files/broken HTTP/1.1',
      'Transfer-Encoding: chunked',
      'Content-Type: multipart/form-data; boundary=B',
    ],
    chunk(`${filePart}some\r\n--B\r\nContent-Disposition: form-data; name="more"\r\n\r\nvalue`),
  ],
])('an upload broken off leaves nothing: %s', async (_name, head, body) => {
  await breakOff(head, body);
  await expect.poll(() => storage.files(), { timeout: 5000 }).toEqual([]);
  expect((await storage.as(secretKey).from('files').list()).data).toEqual([]);
});

it('a broken replacement leaves what was there', async () => {
  const files = storage.as(secretKey).from('files');
  await files.upload('kept.txt', 'before');
  await breakOff(['PUT /storage/v1/object/files/kept.txt HTTP/1.1', 'Content-Length: 9000'], 'after?');
  await expect
    .poll(async () => (await storage.files()).filter((file) => file.startsWith('.tmp')), { timeout: 5000 })
    .toEqual([]);
  expect(await (await files.download('kept.txt')).data?.text()).toBe('before');
});

it('the next start sweeps what a crash left behind and nothing else', async () => {
  const admin = storage.as(secretKey);
  await admin.from('files').upload('live.txt', 'live');
  await admin.from('Dots.and Blanks').upload('live.txt', 'live too');
  const live = await storage.files();
  const [object] = live.map((file) => file.split(path.sep)).filter(([bucket]) => bucket === 'files');
  const orphans = [
    path.join('.tmp', randomUUID()),
    path.join('files', String(object?.[1]), randomUUID()),
    path.join('files', randomUUID(), randomUUID()),
    path.join('gone', randomUUID(), randomUUID()),
  ];
  for (const orphan of orphans) {
    const file = path.join(storage.filesDir, orphan);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, 'orphan');
  }
  await storage.restart();
  await expect.poll(() => storage.files(), { timeout: 5000 }).toEqual(live);
  expect(await (await storage.as(secretKey).from('files').download('live.txt')).data?.text()).toBe('live');
  await expect(fs.access(path.join(storage.filesDir, 'gone'))).rejects.toThrow('ENOENT');
});

it('the sweep takes neither a file still arriving nor one whose row is not committed yet', async () => {
  const store = new FileStore(storage.filesDir);
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const before = await storage.files();
  async function* slowly() {
    yield new Uint8Array(10);
    expect(await sweep(storage.sql, store, silent)).toBe(0);
    yield new Uint8Array(10);
  }
  const received = await store.receive(slowly(), 100);
  expect(received.sizeBytes).toBe(20);
  const target = { bucketId: 'files', objectId: randomUUID(), version: randomUUID() };
  await store.place(received, target);
  expect(await sweep(storage.sql, store, silent)).toBe(0);
  expect(await storage.files()).toHaveLength(before.length + 1);
  store.settle(target.version);
  expect(await sweep(storage.sql, store, silent)).toBe(1);
  expect(await storage.files()).toEqual(before);
});

it('files of another database are never swept', async () => {
  const before = await storage.files();
  const warnings: string[] = [];
  const log = {
    info: () => {},
    warn: (_: object, message: string) => warnings.push(message),
    error: () => {},
  };
  await storage.sql`update storage.file_store set id = gen_random_uuid()`;
  await fs.writeFile(path.join(storage.filesDir, '.tmp', 'orphan'), '');
  expect(await sweep(storage.sql, new FileStore(storage.filesDir), log)).toBe(0);
  expect(warnings).toHaveLength(1);
  await fs.rm(path.join(storage.filesDir, '.database'));
  expect(await sweep(storage.sql, new FileStore(storage.filesDir), log)).toBe(0);
  expect(await storage.files()).toEqual([...before, path.join('.tmp', 'orphan')].sort());
});

it('a row whose file is gone answers not found and is logged', async () => {
  const files = storage.as(secretKey).from('files');
  await files.upload('lost.txt', 'x');
  const [row] = await storage.sql<{ id: string }[]>`select id from storage.objects where name = 'lost.txt'`;
  await fs.rm(path.join(storage.filesDir, 'files', String(row?.id)), { recursive: true });
  const response = await fetch(`${storage.url}/object/files/lost.txt`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  expect(await response.json()).toMatchObject({ code: 'NoSuchKey' });
  expect(storage.logged).toContain('the file of an object is missing');
});

it('what the disk refuses is told as an error of the server, without its inside', async () => {
  const files = storage.as(secretKey).from('files');
  const blocked = path.join(storage.filesDir, '.tmp');
  await fs.rm(blocked, { recursive: true });
  await fs.writeFile(blocked, 'a file where the folder should be');
  const { error } = await files.upload('nowhere.txt', 'x');
  expect(error).toMatchObject({ status: 500, code: 'InternalError', message: 'Internal server error' });
  await fs.rm(blocked);
  expect((await files.upload('nowhere.txt', 'x')).error).toBeNull();
});
