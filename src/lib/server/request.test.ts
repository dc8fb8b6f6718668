import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailOrigin, networkOf, requestAddress } from './request';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:12:34:5:6:7:8', '2001:db8:12:34::/64'],
  ['2001:0DB8:0012:0034::1', '2001:db8:12:34::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['10.9.9.9, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::7]:51234', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
])('a proxy that says %s names %s', (said, address) =>
  expect(requestAddress(new Headers({ 'x-forwarded-for': said }))).toBe(address),
);

describe('a mail to others names', () => {
  const asked = (more: Record<string, string>) => new Headers(more);
  beforeEach(() => {
    vi.stubEnv('SUPABASE_URL', 'https://project.supabase.co');
    vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
    vi.stubEnv('SUPABASE_SECRET_KEY', 'sb_secret_test');
    vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost:1/none');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('what is configured', () => {
    const origin = mailOrigin(asked({ host: 'evil.example' }), undefined, 'https://hausbuch.example/');
    expect(origin).toBe('https://hausbuch.example');
  });

  test('else nothing that a visitor made up', () => {
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.0.0.7:3000',
    ]) {
      expect(mailOrigin(asked({ host })), host).toBeNull();
    }
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      expect(mailOrigin(asked({ host })), host).toBe(`http://${host}`);
    }
    // Only of a proxy that was named this is left.
    const vouched = {
      host: 'app:3000',
      'x-forwarded-host': 'hausbuch.example',
      'x-forwarded-proto': 'https',
    };
    expect(mailOrigin(asked(vouched))).toBe('https://hausbuch.example');
  });
});
