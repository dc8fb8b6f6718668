import { QueryObserver } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changedHeaderName } from '@/lib/tab-header';
import { freshLink, renew, setServeAnew, whenFresh } from './fresh-link';
import { createQueryClient } from './query-client';
import type { AppRouter } from './root';

const paths = ['statistics.report', 'category.list', 'account.getProfile', 'document.usage'] as const;
const keyOf = (path: string) => [path.split('.'), { type: 'query' }];

let queryClient: ReturnType<typeof createQueryClient>;
let reply: () => Response | Promise<Response>;
/** How often the page asked for what it shows. */
let asked: number;

const good = (data: unknown = null) => ({ result: { data: superjson.serialize(data) } });
const bad = (code: string) => ({
  error: superjson.serialize({ code: -32_000, message: code, data: { code, httpStatus: 400 } }),
});
const answering = (body: unknown[], changed: string | null) => () =>
  Response.json(body, { headers: changed === null ? {} : { [changedHeaderName]: changed } });

const stale = () => paths.filter((path) => queryClient.getQueryState(keyOf(path))?.isInvalidated);
const client = () =>
  createTRPCClient<AppRouter>({
    links: [
      freshLink(queryClient),
      httpBatchLink({ url: 'http://test/api/trpc', transformer: superjson, fetch: async () => reply() }),
    ],
  });
const rename = () => client().category.archive.mutate({ id: crypto.randomUUID(), version: 1 });

beforeEach(() => {
  queryClient = createQueryClient();
  asked = 0;
  for (const path of paths) queryClient.setQueryData(keyOf(path), 'as it was');
  setServeAnew(() => {});
});

describe('after a mutation', () => {
  test('what the answer names makes stale what its rows name, and nothing else', async () => {
    reply = answering([good()], 'category upload');
    await rename();
    expect(stale()).toEqual(['statistics.report', 'category.list', 'document.usage']);
  });

  test('an answer that names nothing leaves everything as it is', async () => {
    reply = answering([good()], '');
    await rename();
    expect(stale()).toEqual([]);
  });

  test('a name of a newer server makes everything stale', async () => {
    reply = answering([good()], 'hovercraft');
    await rename();
    expect(stale()).toEqual([...paths]);
  });

  test.each([
    ['the network was lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a gateway answered', () => new Response('', { status: 502 })],
    ['the server failed', answering([bad('INTERNAL_SERVER_ERROR')], '')],
    ['the data had changed', answering([bad('CONFLICT')], '')],
    ['what it was about is gone', answering([bad('NOT_FOUND')], '')],
  ])('everything is stale where %s', async (_name, answer) => {
    reply = answer;
    await expect(rename()).rejects.toThrow(TRPCClientError);
    expect(stale()).toEqual([...paths]);
  });

  test.each(['BAD_REQUEST', 'FORBIDDEN', 'UNAUTHORIZED', 'TOO_MANY_REQUESTS'])(
    'refused with %s, only what an earlier step has changed is stale',
    async (code) => {
      reply = answering([bad(code)], 'upload');
      await expect(rename()).rejects.toThrow(code);
      expect(stale()).toEqual(['document.usage']);
    },
  );

  test('a call that is given up while it is under way may have been carried out', async () => {
    reply = () => new Promise(() => {});
    const giveUp = new AbortController();
    const call = client().account.dismissSetup.mutate(undefined, { signal: giveUp.signal });
    giveUp.abort();
    await expect(call).rejects.toThrow();
    expect(stale()).toEqual([...paths]);
  });

  test('a query leaves everything as it is, whatever becomes of it', async () => {
    reply = answering([bad('CONFLICT')], null);
    await expect(client().category.list.query({})).rejects.toThrow();
    expect(stale()).toEqual([]);
  });
});

describe('what is on the page', () => {
  const show = () => {
    const observer = new QueryObserver(queryClient, {
      queryKey: keyOf('category.list'),
      queryFn: async () => {
        asked += 1;
        return `asked ${asked}`;
      },
    });
    return observer.subscribe(() => {});
  };

  test('is fetched, once for all calls that were sent together, and can be waited for', async () => {
    const leave = show();
    reply = answering([good(), good(), good()], 'category');
    const one = client();
    const archive = () => one.category.archive.mutate({ id: crypto.randomUUID(), version: 1 });
    await Promise.all([archive(), archive(), archive()]);
    await whenFresh();
    expect(queryClient.getQueryData(keyOf('category.list'))).toBe('asked 1');
    expect(asked).toBe(1);
    leave();
  });

  test('is not fetched where it is left', async () => {
    const leave = show();
    await renew(queryClient, ['member', 'departure']);
    expect([asked, stale()]).toEqual([0, [...paths]]);
    leave();
  });
});

test('what the server wrote into the page is fetched with it where that has changed', async () => {
  const serve = vi.fn();
  setServeAnew(serve);
  await renew(queryClient, ['category']);
  expect(serve).not.toHaveBeenCalled();
  await renew(queryClient, ['profile']);
  expect(serve).toHaveBeenCalledTimes(1);
  // Whose role is another by now sees what it allows; whoever leaves goes to another page anyway.
  await renew(queryClient, ['member']);
  expect(serve).toHaveBeenCalledTimes(2);
  await renew(queryClient, ['member', 'departure']);
  expect(serve).toHaveBeenCalledTimes(2);
});

test('a change that is refused for who asks shows the page as it is for them by now', async () => {
  const serve = vi.fn();
  setServeAnew(serve);
  const refused = (code: string, domain: string) => ({
    error: superjson.serialize({
      ...{ code: -32_000, message: domain },
      data: { code, httpStatus: 400, domain: { code: domain } },
    }),
  });
  for (const [code, domain, times] of [
    ['CONFLICT', 'version_conflict', 0],
    ['FORBIDDEN', 'forbidden', 1],
    ['NOT_FOUND', 'portfolio.gone', 2],
  ] as const) {
    reply = answering([refused(code, domain)], null);
    await rename().catch(() => {});
    expect(serve, domain).toHaveBeenCalledTimes(times);
  }
});
