import { open } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { deliver } from '@hausbuch/supabase-embedded/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isForSupabase, passOn } from './pass-on.ts';

// Before a real server: what reaches it, and what comes back.

let inner: http.Server;
let outer: http.Server;
let at: string;
const seen: { url?: string; headers: http.IncomingHttpHeaders; aborted: boolean }[] = [];

const listen = (server: http.Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** This file, as the file server hands it out. */
const stored = async () => {
  const at = new Date('2026-11-26T10:00:00Z');
  const row = {
    ...{ id: '1', bucket_id: 'documents', name: 'house.svg', owner: null, owner_id: null, version: '2' },
    ...{ created_at: at, updated_at: at, last_accessed_at: at, user_metadata: null },
    metadata: { mimetype: 'image/svg+xml' },
  };
  return deliver(new Request('http://inner/stored'), row, await open(import.meta.filename), {});
};

beforeAll(async () => {
  inner = http.createServer(async (request, response) => {
    const one = { url: request.url, headers: request.headers, aborted: false };
    seen.push(one);
    response.on('close', () => {
      one.aborted = !response.writableFinished;
    });
    if (request.url?.includes('refused')) {
      response.writeHead(413, { connection: 'close' }).end('too large');
      return;
    }
    if (request.url?.includes('endless')) {
      response.write('begun');
      return;
    }
    if (request.url?.includes('stored')) {
      const answer = await stored();
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.end(Buffer.concat(chunks));
  });
  const target = `http://127.0.0.1:${await listen(inner)}`;
  outer = http.createServer(passOn(target));
  at = `http://127.0.0.1:${await listen(outer)}`;
});
beforeEach(() => {
  seen.length = 0;
});
afterAll(() => {
  inner.closeAllConnections();
  outer.closeAllConnections();
  inner.close();
  outer.close();
});

test.each([
  ['/auth/v1/token?grant_type=password', true],
  ['/storage/v1/object/x', true],
  ['/auth/login', false],
  ['/de/auth/v1/x', false],
  ['//auth/v1/x', false],
  ['/auth/v1', false],
  ['/auth/v1/../../mailbox/v1/messages', false],
  ['/auth/v1/%2e%2e/%2E%2E/mailbox/v1/messages', false],
  ['/auth/v1/..\\..\\mailbox/v1/messages', false],
])('%s is for the sign-in or file server: %s', (url, expected) => {
  expect(isForSupabase(url)).toBe(expected);
});

test('5 MB come through in both directions as they are, with every header', async () => {
  const bytes = Buffer.alloc(5_000_000, 'Miete ');
  const answer = await fetch(`${at}/storage/v1/object/a%20b?token=x`, {
    method: 'PUT',
    body: bytes,
    headers: { 'x-signature': 'signed', authorization: 'Bearer x' },
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(seen[0]).toMatchObject({
    url: '/storage/v1/object/a%20b?token=x',
    headers: { host: new URL(at).host, 'x-signature': 'signed', authorization: 'Bearer x' },
  });
  expect((await fetch(`${at}/auth/v1/health`)).headers.get('content-security-policy')).toBeNull();
});

test('a file comes with every header that the file server gives it, none of them weakened', async () => {
  const { headers, body } = await stored();
  await body?.cancel();
  const sent = Object.fromEntries(headers);
  expect(sent).toMatchObject({
    'referrer-policy': 'no-referrer',
    'content-disposition': expect.stringContaining('house.svg'),
  });
  const came = Object.fromEntries((await fetch(`${at}/storage/v1/object/stored`)).headers);
  expect(came).toMatchObject(sent);
});

test.each([
  [{}, undefined],
  [{ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }, '203.0.113.7'],
  [{ 'x-forwarded-for': '127.0.0.1' }, undefined],
  [{ 'sb-forwarded-for': '203.0.113.7' }, undefined],
])('who asks with %j counts as %s', async (headers, expected) => {
  await fetch(`${at}/auth/v1/token`, { method: 'POST', headers: Object.entries(headers) });
  expect(seen[0]?.headers['x-forwarded-for']).toBe(expected);
  expect(seen[0]?.headers).not.toHaveProperty('sb-forwarded-for');
});

test('an answer before the end of what is sent is handed out', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(100_000)),
  });
  const answer = await fetch(`${at}/storage/v1/refused`, {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  expect([answer.status, await answer.text()]).toEqual([413, 'too large']);
});

test('who leaves is waited for no longer, and nobody else is disturbed', async () => {
  const leaving = new AbortController();
  const answer = await fetch(`${at}/storage/v1/endless`, { signal: leaving.signal });
  expect(answer.status).toBe(200);
  leaving.abort();
  await expect.poll(() => seen[0]?.aborted).toBe(true);
  expect((await fetch(`${at}/auth/v1/health`)).status).toBe(200);
});

test('a server that is away is told of, with when to come again', async () => {
  const lonely = http.createServer(passOn('http://127.0.0.1:9'));
  const answer = await fetch(`http://127.0.0.1:${await listen(lonely)}/auth/v1/health`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  lonely.close();
});
