import { afterEach, expect, test, vi } from 'vitest';
import { seal } from './seal.ts';
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

test('a seal is never printed', () => {
  vi.stubEnv('NODE_ENV', 'development');
  vi.stubEnv('SQL', '1');
  const entry = { role: 'hausbuch_app', userId: null, portfolioId: null, as: 'system' } as const;
  const made = seal('sb_secret_test', entry, { pid: 7, beganAt: '0002f00304376e0a' });
  tellStatement('select enter($1, $2)', [made, 'one'])?.({ rows: 1 });
  expect(printed.mock.calls[0]?.[0]).toContain('$1 = a seal, $2 = "one"');
});
