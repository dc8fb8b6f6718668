import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { wordOf } from './message-loader';

const fetched = vi.fn<(url: string) => Promise<Response>>();
const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);

async function freshLoader() {
  vi.resetModules();
  return (await import('./message-loader')).loadMessages;
}

beforeEach(() => {
  fetched.mockReset();
  warned.mockClear();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

describe('the words of another language', () => {
  test('are asked for once, at an address that names the build', async () => {
    fetched.mockImplementation(async () => Response.json({ Site: { name: 'Hausbuch' } }));
    const load = await freshLoader();
    const [one, two] = await Promise.all([load('de'), load('de')]);
    expect(one).toBe(two);
    expect(wordOf(one, 'Site', 'name')).toBe('Hausbuch');
    expect(fetched.mock.calls.map(([url]) => [url])).toEqual([['/_i18n/de/messages.json?v=development']]);
  });

  test('are tried three times more where the network fails or a gateway answers', async () => {
    vi.useFakeTimers();
    fetched
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockImplementationOnce(async () => new Response('', { status: 503 }))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockImplementationOnce(async () => Response.json({ Site: {} }));
    const load = await freshLoader();
    const words = load('de');
    await vi.runAllTimersAsync();
    expect(await words).toEqual({ Site: {} });
    expect(warned).not.toHaveBeenCalled();
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const none = (await freshLoader())('de');
    await vi.runAllTimersAsync();
    expect([await none, fetched.mock.calls.length, warned.mock.calls.length]).toEqual([null, 8, 1]);
    vi.useRealTimers();
  });

  test.each([
    ['an error', async () => new Response('', { status: 500 })],
    ['no JSON', async () => new Response('<html>')],
    ['no words', async () => Response.json(null)],
  ])('that cannot be had (%s) are a warning, and asked for again the next time', async (_, failing) => {
    fetched.mockImplementationOnce(failing).mockImplementationOnce(async () => Response.json({ Site: {} }));
    const load = await freshLoader();
    expect(await load('en')).toBeNull();
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      'The messages for "en" could not be loaded.',
      expect.anything(),
    );
    expect(await load('en')).toEqual({ Site: {} });
  });
});

test('a word that is not there is none', () => {
  expect(wordOf(null, 'Site', 'name')).toBeNull();
  expect(wordOf({ Site: 'x' }, 'Site', 'name')).toBeNull();
  expect(wordOf({ Site: { name: { more: 'x' } } }, 'Site', 'name')).toBeNull();
  expect(wordOf({ Site: {} }, 'Site', 'toString')).toBeNull();
});
