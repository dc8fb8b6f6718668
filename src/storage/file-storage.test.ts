import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DomainError } from '@/lib/errors';
import { createFileStorage, type FileStorage } from './file-storage';

/** Says what it is about to answer, sends half of it, and is gone: killed while it spoke. */
const cutOff = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"token":"a', () => response.destroy());
});

async function codeOf(asking: Promise<unknown>): Promise<string> {
  const error = await asking.then(
    () => new Error('It was answered.'),
    (reason: unknown) => reason,
  );
  return error instanceof DomainError ? error.code : String(error);
}

describe('a storage that dies while it answers', () => {
  let server: Server;
  let storage: FileStorage;
  beforeAll(async () => {
    server = await new Promise((resolve) => {
      cutOff.listen(0, 'localhost', () => resolve(cutOff));
    });
    const { port } = server.address() as AddressInfo;
    const url = `http://localhost:${port}`;
    storage = createFileStorage({ supabaseUrl: url, supabasePublicUrl: url, supabaseSecretKey: 'sb_secret' });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test.each<[string, (storage: FileStorage) => Promise<unknown>]>([
    ['signing an upload', (it) => it.signUpload('a/b.pdf', 3)],
    ['signing a download', (it) => it.signDownload('a/b.pdf', null)],
    ['the first bytes', (it) => it.readPart('a/b.pdf', { first: 10 })],
    ['the whole file', async (it) => new Response(await it.open('a/b.pdf')).arrayBuffer()],
    ['a list', (it) => it.list('a/', null)],
    ['removing', (it) => it.remove(['a/b.pdf'])],
  ])('could not be asked for %s: to be asked again', async (_what, ask) => {
    expect(await codeOf(ask(storage))).toBe('unavailable');
  });
});
