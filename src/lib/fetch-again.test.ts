import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchAgain } from './fetch-again';

const fetched = vi.fn<() => Promise<Response>>();
const noNetwork = async () => Promise.reject(new TypeError('Failed to fetch'));
const status = (code: number) => async () => new Response('', { status: code });

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function outcomeOf(...answers: (() => Promise<Response>)[]) {
  for (const answer of answers) fetched.mockImplementationOnce(answer);
  const outcome = fetchAgain('/x').then(
    (response) => response.status,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return { outcome: await outcome, calls: fetched.mock.calls.length };
}

test('no network and gateways that are not there just now are tried again, three times', async () => {
  expect(await outcomeOf(noNetwork, status(502), status(503), status(200))).toEqual({
    outcome: 200,
    calls: 4,
  });
  expect(await outcomeOf(noNetwork, noNetwork, noNetwork, noNetwork)).toMatchObject({
    outcome: new TypeError('Failed to fetch'),
    calls: 8,
  });
});

test.each([200, 404, 500])('an answer %i is taken as it is', async (code) => {
  expect(await outcomeOf(status(code))).toEqual({ outcome: code, calls: 1 });
});
