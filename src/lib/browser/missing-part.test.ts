import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isMissingPart, loadPart, preloadErrorEvent, reloadOnce } from './missing-part';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload } }));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  reload.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failing = (times: number) => {
  let calls = 0;
  return vi.fn(async () => {
    calls += 1;
    if (calls <= times) throw new Error('Failed to load chunk 7');
    return 'the part';
  });
};

describe('a part that is loaded later', () => {
  test('is tried three times more, after 0.3, 0.7 and 1.5 seconds', async () => {
    const load = failing(3);
    const loading = loadPart(load);
    await vi.advanceTimersByTimeAsync(299);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_201);
    expect(await loading).toBe('the part');
    expect(load).toHaveBeenCalledTimes(4);
  });

  test('that cannot be had is told to the window, and thrown where nobody deals with it', async () => {
    const told = vi.fn();
    window.addEventListener(preloadErrorEvent, told);
    const outcome = expect(loadPart(failing(4))).rejects.toThrow('Failed to load chunk 7');
    await vi.advanceTimersByTimeAsync(2_500);
    await outcome;
    expect(told).toHaveBeenCalledTimes(1);
  });

  test('is not thrown where somebody deals with it: the page is being loaded anew', async () => {
    window.addEventListener(preloadErrorEvent, (event) => event.preventDefault());
    const settled = vi.fn();
    void loadPart(failing(4)).then(settled, settled);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled).not.toHaveBeenCalled();
  });
});

describe('loading the page anew', () => {
  test('happens once in ten seconds', () => {
    const at = Date.UTC(2026, 10, 21);
    expect([reloadOnce(at), reloadOnce(at + 9_999), reloadOnce(at + 10_000)]).toEqual([true, false, true]);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('does not happen where nothing can be remembered', () => {
    vi.stubGlobal('sessionStorage', undefined);
    expect(reloadOnce()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});

test('a missing script is told from other failures by its name or words', () => {
  const chunk = Object.assign(new Error('Loading chunk 12 failed'), { name: 'ChunkLoadError' });
  expect(isMissingPart(chunk)).toBe(true);
  expect(isMissingPart(new TypeError('Failed to fetch dynamically imported module: /x.js'))).toBe(true);
  expect(isMissingPart(new TypeError('x is undefined'))).toBe(false);
  expect(isMissingPart('Loading chunk 12 failed')).toBe(false);
});
