import { describe, expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { isAllowedRedirect } from './redirect.ts';

const server = (siteUrl: string, patterns: string[] = []) => ({
  siteUrl,
  config: parseConfig(`[auth]\nadditional_redirect_urls = ${JSON.stringify(patterns)}`, '/'),
});

describe('redirects', () => {
  const site = server('https://haus.test', [
    'https://app.haus.test/welcome',
    'https://*.preview.test/**',
    'https://one.test/*',
    'hausbuch://callback',
  ]);

  test.each([
    'https://haus.test',
    'https://haus.test/de/auth/callback?next=%2Fdashboard#x',
    'https://app.haus.test/welcome',
    'https://app.haus.test/welcome#fragment',
    'https://pr-1.preview.test/a/b.html?c=d',
    'https://one.test/page',
    'hausbuch://callback',
  ])('allows %s', (url) => {
    expect(isAllowedRedirect(site, url)).toBe(true);
  });

  test.each([
    undefined,
    '',
    '/dashboard',
    '//evil.test',
    'http://haus.test',
    'https://haus.test:8443',
    'https://haus.test.evil.test',
    'https://evil.test/?https://haus.test',
    'https://haus.test@evil.test',
    'https://evil.test@haus.test',
    'https://user:pw@haus.test/',
    'https://haus.test\\@evil.test',
    'https://evil.test\\.haus.test',
    ' https://haus.test',
    'https://haus.test/\r\nSet-Cookie:a=b',
    'java\nscript:alert(1)',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://app.haus.test/welcome/more',
    'https://app.haus.test/welcome?x',
    'https://a.b.preview.test/x',
    'https://evil.test/.preview.test/x',
    'https://one.test/a/b',
    'https://one.test/a.b',
    'https://3232235777/',
    'https://0x7f000001/',
    'https://10.0.0.1/',
    'https://[2001:db8::1]/',
  ])('refuses %s', (url) => {
    expect(isAllowedRedirect(site, url)).toBe(false);
  });

  test('on this machine any port of the site is the site', () => {
    expect(isAllowedRedirect(server('http://localhost:3000'), 'http://localhost:3001/x')).toBe(true);
    expect(isAllowedRedirect(server('http://127.0.0.1:3000'), 'http://127.0.0.1:4000/x')).toBe(true);
    expect(isAllowedRedirect(server('http://localhost:3000'), 'http://localhost.evil.test/')).toBe(false);
  });
});
