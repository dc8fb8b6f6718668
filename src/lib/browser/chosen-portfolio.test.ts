import { beforeEach, expect, test, vi } from 'vitest';
import { isChosen, serveOwn, tellChosen, untellChosen } from './chosen-portfolio';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

const served = (portfolioId: string | undefined) => {
  const serve = vi.fn();
  serveOwn(portfolioId, serve);
  return serve.mock.calls.length;
};

test('a page is not fetched again as one of the portfolio that another window has turned to', () => {
  expect(served('a')).toBe(1);
  tellChosen('a');
  expect(served('a')).toBe(1);
  // In the other window.
  tellChosen('b');
  expect([served('a'), served('b')]).toEqual([0, 1]);
  // Who is in no portfolio yet has nothing that could be another's.
  expect(served(undefined)).toBe(1);
  tellChosen('a');
  expect(served('a')).toBe(1);
});

test('a choice that failed is nobody’s, and another’s stays', () => {
  tellChosen('a');
  untellChosen('b');
  expect(isChosen('a')).toBe(true);
  untellChosen('a');
  expect(isChosen('a')).toBe(false);
  // The cookie is another's still.
  expect(served('a')).toBe(0);
});
