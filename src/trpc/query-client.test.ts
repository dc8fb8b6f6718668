import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchJson } from './json-answer';
import { createQueryClient, isTransient, retryTransient } from './query-client';
import type { AppRouter } from './root';

afterEach(() => vi.unstubAllGlobals());

const answered = (code: string, httpStatus: number) =>
  TRPCClientError.from({ error: { code: -32_000, message: code, data: { code, httpStatus } } });
/** The error of a call that was answered so, as the client's own links make it. */
async function failureBy(answer: () => Promise<Response>): Promise<unknown> {
  vi.stubGlobal('fetch', vi.fn(answer));
  const client = createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: 'http://127.0.0.1/api/trpc', transformer: superjson, fetch: fetchJson })],
  });
  return client.account.session.query().then(
    () => 'an answer',
    (error: unknown) => error,
  );
}
const page = (status: number, type: string) => async () =>
  new Response('<html>Bad Gateway', { status, headers: { 'content-type': type } });
const noNetwork = TRPCClientError.from(new TypeError('Failed to fetch'));

describe('what is tried again', () => {
  it('is what no server has answered', () => {
    expect(isTransient(noNetwork)).toBe(true);
  });

  it.each([502, 503, 504])('is an answer %i of a gateway', async (status) => {
    expect(isTransient(await failureBy(page(status, 'text/html')))).toBe(true);
  });

  it('is a call that the network lost, also in the middle of its answer', async () => {
    expect(isTransient(await failureBy(() => Promise.reject(new TypeError('Failed to fetch'))))).toBe(true);
    const half = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{"result":'));
        controller.error(new TypeError('network error'));
      },
    });
    const answer = new Response(half, { headers: { 'content-type': 'application/json' } });
    expect(isTransient(await failureBy(async () => answer))).toBe(true);
  });

  it('is our own "try again"', () => {
    expect(isTransient(answered('SERVICE_UNAVAILABLE', 503))).toBe(true);
  });

  it.each([200, 400, 403, 404, 413, 500])('is not an answer %i that is no JSON', async (status) => {
    expect(isTransient(await failureBy(page(status, 'text/html')))).toBe(false);
  });

  it('is not an error 500 that only calls itself JSON', async () => {
    expect(isTransient(await failureBy(page(500, 'application/json')))).toBe(false);
  });

  it.each(['NOT_FOUND', 'BAD_REQUEST', 'UNAUTHORIZED', 'INTERNAL_SERVER_ERROR'])('is not %s', (code) => {
    expect(isTransient(answered(code, 400))).toBe(false);
  });
});

describe('how often', () => {
  it('three times', () => {
    expect([0, 1, 2, 3].map((failures) => retryTransient(failures, noNetwork))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('never where the server has said no', () => {
    expect(retryTransient(0, answered('NOT_FOUND', 404))).toBe(false);
  });

  it('once where the reason was lost on the way from the server’s own page', () => {
    expect([0, 1].map((failures) => retryTransient(failures, new Error('digest')))).toEqual([true, false]);
  });

  it('not at all for changes, unless they bring their key', () => {
    expect(createQueryClient().getDefaultOptions().mutations?.retry).toBe(false);
  });
});
