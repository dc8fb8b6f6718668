import { expect, test } from 'vitest';
import { asLibpq } from './connection-string';

const server = 'postgres://hausbuch:p%40ss@db.example:5432/hausbuch';

test('sslmode=require means encrypted, whoever signed the certificate, as everywhere else', () => {
  expect(asLibpq(`${server}?sslmode=require`)).toBe(`${server}?sslmode=require&uselibpqcompat=true`);
});

test.each(['', '?sslmode=verify-full', '?sslmode=disable'])('"%s" is left as it is', (query) => {
  expect(asLibpq(server + query)).toBe(server + query);
});
