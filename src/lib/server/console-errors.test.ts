import { format } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm';
import { RouteModule } from 'next/dist/server/route-modules/route-module.js';
import { afterEach, expect, test, vi } from 'vitest';
import { concealPrintedErrors } from './console-errors';

const original = console.error;
afterEach(() => {
  console.error = original;
});

/** What Next prints of an error of a page or a route, by the very method that prints it. */
async function printed(error: unknown): Promise<string> {
  const heard = vi.fn();
  console.error = heard;
  concealPrintedErrors();
  const module = { instrumentationOnRequestError: async () => {} };
  await Reflect.apply(RouteModule.prototype.onRequestError, module, [{ url: '/' }, error, {}, false]);
  expect(heard).toHaveBeenCalledOnce();
  return format(...(heard.mock.lastCall ?? []));
}

const failed = new DrizzleQueryError(
  'insert into tenant',
  ['Hoffmann', 'DE02120300000000202051'],
  new Error('Key (email)=(anna@example.com) already exists.'),
);

test('of a database error nothing is printed that was written', async () => {
  for (const error of [failed, new Error('The page failed.', { cause: failed })]) {
    const text = await printed(error);
    expect(text).toContain('console-errors.test');
    expect(text).not.toMatch(/Hoffmann|DE0212|anna@/);
  }
});

test('other errors are printed with their words, and words as they are', async () => {
  expect(await printed(new Error('No such picture.'))).toContain('No such picture.');
  expect(await printed('A sentence.')).toBe('A sentence.');
});
