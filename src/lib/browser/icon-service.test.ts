import { loadIcons } from '@iconify/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setIconHosts } from './icon-service';

type Answer = (url: string) => Promise<Response>;

const asked: string[] = [];
const respond = (answers: Record<string, Answer>) =>
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const host = Object.keys(answers).find((one) => url.startsWith(one));
    return host === undefined ? Promise.reject(new Error('no such host')) : answers[host]?.(url);
  });

/** As the endpoint answers: every icon that was asked for. */
const iconSet: Answer = async (url) => {
  const { pathname, searchParams } = new URL(url, 'https://hausbuch.example');
  const names = (searchParams.get('icons') ?? '').split(',');
  const prefix = pathname.split('/').at(-1)?.replace('.json', '') ?? '';
  return Response.json({ prefix, icons: Object.fromEntries(names.map((name) => [name, { body: '<g/>' }])) });
};
const status =
  (code: number): Answer =>
  async () =>
    new Response('{}', { status: code });
const silence: Answer = () => new Promise(() => undefined);

type Outcome = { loaded: string[]; missing: string[] };

let providers = 0;

/** Iconify settles a provider's hosts with its first request, so every test has a provider of its own. */
function loadFrom(hosts: string[], ...names: string[]): Promise<Outcome> {
  providers += 1;
  const provider = `test-${providers}`;
  setIconHosts(hosts, provider);
  return new Promise((resolve) => {
    const full = names.map((name) => `@${provider}:${name}`);
    loadIcons(full, (loaded, missing, pending) => {
      if (pending.length > 0) return;
      resolve({ loaded: loaded.map(({ name }) => name), missing: missing.map(({ name }) => name) });
    });
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What has come of it when the clock has run this far. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | 'still waiting'> {
  let outcome: T | 'still waiting' = 'still waiting';
  void work.then((value) => {
    outcome = value;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return outcome;
}

describe('icons named at run time', () => {
  test('come from our own endpoint where no other is configured', async () => {
    respond({ '/api/icons': iconSet });
    expect(await within(100, loadFrom([], 'own:a', 'own:b'))).toEqual({ loaded: ['a', 'b'], missing: [] });
    expect(asked).toEqual(['/api/icons/own.json?icons=a%2Cb']);
  });

  test('come from the configured services alone where there are such', async () => {
    respond({ 'https://one.example': iconSet });
    await within(100, loadFrom(['https://one.example'], 'outside:a'));
    expect(asked).toEqual(['https://one.example/outside.json?icons=a']);
  });

  test('are asked for in addresses of at most 500 characters', async () => {
    respond({ 'https://one.example': iconSet });
    const names = Array.from({ length: 100 }, (_, index) => `a-long-icon-name-${index}`);
    const outcome = await within(
      1_000,
      loadFrom(['https://one.example'], ...names.map((name) => `many:${name}`)),
    );
    expect(outcome).toEqual({ loaded: [...names].sort(), missing: [] });
    expect(asked.length).toBeGreaterThan(1);
    expect(Math.max(...asked.map((url) => decodeURIComponent(url).length))).toBeLessThanOrEqual(500);
  });

  test('are asked of the next host when one says nothing for 750 ms', async () => {
    respond({ 'https://silent.example': silence, 'https://two.example': iconSet });
    const loading = loadFrom(['https://silent.example', 'https://two.example'], 'rotate:a');
    await within(700, loading);
    expect(asked).toEqual(['https://silent.example/rotate.json?icons=a']);
    expect(await within(200, loading)).toEqual({ loaded: ['a'], missing: [] });
    expect(asked).toContain('https://two.example/rotate.json?icons=a');
  });

  test('are given up 5 s after the last host was asked', async () => {
    respond({ 'https://silent.example': silence });
    const loading = loadFrom(['https://silent.example'], 'timeout:a');
    expect(await within(4_900, loading)).toBe('still waiting');
    expect(await within(1_000, loading)).toEqual({ loaded: [], missing: ['a'] });
  });

  test('are missing at once when a host answers 404', async () => {
    respond({ 'https://knows-not.example': status(404), 'https://two.example': iconSet });
    expect(
      await within(100, loadFrom(['https://knows-not.example', 'https://two.example'], 'gone:a')),
    ).toEqual({ loaded: [], missing: ['a'] });
    expect(asked).toHaveLength(1);
  });

  test.each([500, 503, 403])('are asked of the next host at once when one answers %i', async (code) => {
    respond({ 'https://broken.example': status(code), 'https://two.example': iconSet });
    expect(
      await within(100, loadFrom(['https://broken.example', 'https://two.example'], `broken-${code}:a`)),
    ).toEqual({ loaded: ['a'], missing: [] });
    expect(asked).toHaveLength(2);
  });

  test('are asked of the next host, with a word in the console, when an answer is no set of icons', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    respond({
      'https://odd.example': async () => Response.json({ hello: 1 }),
      'https://two.example': iconSet,
    });
    expect(await within(100, loadFrom(['https://odd.example', 'https://two.example'], 'odd:a'))).toEqual({
      loaded: ['a'],
      missing: [],
    });
    expect(logged).toHaveBeenCalledWith('Failed to load custom icons');
  });
});
