import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newId } from './new-id';

afterEach(() => vi.unstubAllGlobals());

test('makes a UUID the schemas accept, also where crypto.randomUUID is missing', () => {
  const { getRandomValues } = crypto;
  expect(z.uuidv4().safeParse(newId()).success).toBe(true);
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 100 }, newId);
  expect(ids.every((id) => z.uuidv4().safeParse(id).success)).toBe(true);
  expect(new Set(ids).size).toBe(100);
});
