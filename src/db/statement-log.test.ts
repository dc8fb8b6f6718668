import { afterEach, expect, test, vi } from 'vitest';
import { tellStatement } from './statement-log';

const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
afterEach(() => {
  vi.unstubAllEnvs();
  printed.mockClear();
});

test('SQL=1 prints a statement with its values, rows and time, in development', () => {
  vi.stubEnv('NODE_ENV', 'development');
  vi.stubEnv('SQL', '1');
  tellStatement('select name from tenant where id = $1', ['one'])?.({ rows: 3 });
  expect(printed.mock.calls[0]?.[0]).toMatch(
    /^sql [\d.]+ ms, 3 rows: select name from tenant where id = \$1\n {4}\$1 = "one"$/,
  );
});

test.each([
  ['production', '1'],
  ['', '1'],
  ['development', ''],
])('with NODE_ENV=%s and SQL=%s nothing is printed', (mode, sql) => {
  vi.stubEnv('NODE_ENV', mode);
  vi.stubEnv('SQL', sql);
  expect(tellStatement('select 1', ['secret'])).toBeUndefined();
});
