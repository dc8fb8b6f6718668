import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { offlineWorker } from './offline-worker';

type Listener = (event: object) => void;
type Asked = { url: string; mode: string; method: string };

const words = [
  ['en', { title: 'You are <offline>', text: 'No network.', again: 'Again' }],
  ['de', { title: 'Sie sind offline', text: 'Kein Netz.', again: 'Erneut' }],
] as const;

/** Runs the worker as a browser would, with a network of our making. */
function start(fetched: () => Promise<Response>) {
  const listeners = new Map<string, Listener>();
  const scope = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    registration: {},
    skipWaiting: () => undefined,
  };
  runInNewContext(offlineWorker(words), { self: scope, fetch: fetched, Response, URL });
  return async (asked: Partial<Asked>, preloadResponse?: Promise<Response>): Promise<Response | null> => {
    let answer: Promise<Response> | null = null;
    listeners.get('fetch')?.({
      request: { url: 'https://hausbuch.example/dashboard', mode: 'navigate', method: 'GET', ...asked },
      preloadResponse: preloadResponse ?? Promise.resolve(undefined),
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    return answer;
  };
}

const down = () => Promise.reject(new TypeError('Failed to fetch'));

test.each([
  ['/dashboard', 'You are &#60;offline&#62;', 'lang="en"'],
  ['/de/dashboard', 'Sie sind offline', 'lang="de"'],
  ['/de', 'Sie sind offline', 'lang="de"'],
  ['/demo', 'You are &#60;offline&#62;', 'lang="en"'],
])('without a network %s says so in its language', async (path, title, language) => {
  const answer = await start(down)({ url: `https://hausbuch.example${path}` });
  const page = await answer?.text();
  expect(answer?.status).toBe(503);
  expect(answer?.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain(title);
  expect(page).toContain(language);
  expect(page).not.toContain('<script');
});

test('what the server says is passed on, errors and redirects too', async () => {
  const served = new Response('busy', { status: 500 });
  expect(await start(async () => served)({})).toBe(served);
  const preloaded = new Response('page');
  expect(await start(down)({}, Promise.resolve(preloaded))).toBe(preloaded);
});

test('only pages that are opened are answered', async () => {
  const ask = start(down);
  expect(await ask({ mode: 'cors' })).toBeNull();
  expect(await ask({ mode: 'no-cors' })).toBeNull();
  expect(await ask({ method: 'POST' })).toBeNull();
});
