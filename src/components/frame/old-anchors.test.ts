import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { ANCHOR_SCRIPT, newAddressOf, oldAnchors } from './old-anchors';

/** Where the script of the head sends a browser at this address. */
function sentTo(address: string): string | null {
  const { pathname, search, hash } = new URL(address, 'https://hausbuch.test');
  const replace = vi.fn<(to: string) => void>();
  const dataset: Record<string, string> = {};
  runInNewContext(ANCHOR_SCRIPT, {
    location: { pathname, search, hash, replace },
    document: { documentElement: { dataset } },
  });
  const [to = null] = replace.mock.calls[0] ?? [];
  expect('leaving' in dataset).toBe(to !== null);
  return to;
}

test('an old anchor leads to its page, in its language and with its parameters', () => {
  expect(sentTo('/property/p1?year=2025&view=list#rent')).toBe('/property/p1/rent?year=2025&view=list');
  expect(sentTo('/de/property/p1/#danger')).toBe('/de/property/p1/danger');
  expect(sentTo('/tenant/t1#rent')).toBe('/tenant/t1/account');
  expect(sentTo('/de/tenant/t1?a=b#deposit')).toBe('/de/tenant/t1/account?a=b#deposit');
  expect(sentTo('/dashboard/settings#members')).toBe('/dashboard/settings/members');
  expect(sentTo('/de/dashboard/settings?problem=x#sessions')).toBe(
    '/de/dashboard/settings/access?problem=x#sessions',
  );
});

test('the script and the app agree, also on what is no old anchor', () => {
  const anchors = [
    ...Object.values(oldAnchors).flatMap((page) => Object.keys(page)),
    ...['', 'main', 'nowhere', 'constructor', 'toString', '%23rent'],
  ];
  const pages = [
    ...['/property/p1', '/tenant/t1', '/de/property/p1', '/property', '/property/p1/rent', '/what'],
    ...['/dashboard', '/dashboard/settings', '/de/dashboard/settings/', '/dashboard/settings/access'],
  ];
  for (const page of pages) {
    for (const anchor of anchors) {
      const address = new URL(`${page}?q=1#${anchor}`, 'https://hausbuch.test');
      expect(sentTo(address.href), address.href).toBe(newAddressOf(address));
    }
  }
});
