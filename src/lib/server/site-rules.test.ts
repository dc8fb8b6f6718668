import { describe, expect, test } from 'vitest';
import { parseEnv } from './env';
import { redirectOf } from './site-rules';

const given = {
  SUPABASE_URL: 'https://abc.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  SUPABASE_SECRET_KEY: 'sb_secret_x',
  DATABASE_URL: 'postgres://u:p@localhost:5432/hausbuch',
};
const rulesOf = (more: Record<string, string>) => parseEnv({ ...given, ...more }).siteRules;
const visit = (pathname: string, host = 'hausbuch.de', hasChosen = false) => ({ pathname, host, hasChosen });

test('nothing is redirected unless it is configured', () => {
  expect(redirectOf(visit('/'), rulesOf({}))).toBeNull();
});

describe('a host that speaks German', () => {
  const rules = rulesOf({ LANGUAGE_HOSTS: 'hausbuch.de=de, hausbuch.com=en' });
  test.each([
    ['sends a first visit to the German home page', visit('/', 'hausbuch.de:443'), '/de'],
    ['leaves other pages as they were linked', visit('/what'), null],
    ['leaves who has chosen a language alone', visit('/', 'hausbuch.de', true), null],
    ['says nothing about another host', visit('/', 'hausbuch.com'), null],
  ])('%s', (_, one, expected) => {
    expect(redirectOf(one, rules)).toBe(expected);
  });
});

test('the root leads where it is told, in the language of the host', () => {
  const rules = rulesOf({ ROOT_REDIRECT: '/dashboard', LANGUAGE_HOSTS: 'hausbuch.de=de' });
  expect(redirectOf(visit('/', 'elsewhere.example'), rules)).toBe('/dashboard');
  expect(redirectOf(visit('/'), rules)).toBe('/de/dashboard');
});

test('a path may lead to another, or to another site', () => {
  const rules = rulesOf({ REDIRECTS: '/old=/what, /forum=https://forum.example/a?b=c' });
  expect(redirectOf(visit('/old'), rules)).toBe('/what');
  expect(redirectOf(visit('/forum'), rules)).toBe('https://forum.example/a?b=c');
});

test.each([
  ['LANGUAGE_HOSTS', 'hausbuch.fr=fr'],
  ['ROOT_REDIRECT', '//evil.example'],
  ['REDIRECTS', '/x=javascript:alert(1)'],
  ['REDIRECTS', 'nonsense'],
])('%s=%s is refused at the start', (name, value) => {
  expect(() => rulesOf({ [name]: value })).toThrow(new RegExp(`${name} `));
});
