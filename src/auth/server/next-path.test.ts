import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeNextPath } from './next-path';

describe('safeNextPath', () => {
  it.each([
    '/dashboard',
    '/de/dashboard?month=2026-11#rent',
    '/property/0197c9a0-0000-7000-8000-000000000000#rent',
    '/de/tenant/1?name=M%C3%BCller%20%26%20Co',
    '/what?next=https://example.com',
  ])('keeps a path of ours: %s', (path) => {
    expect(safeNextPath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    ' //evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/%2f/evil.example',
    '/%2Fevil.example',
    '/%252f%252fevil.example',
    '/%5cevil.example',
    '/%255Cevil.example',
    '/%09/evil.example',
    '/en//evil.example',
    '/%E0%A4%A',
    '/%25252525252f',
    '/api/trpc/portfolio.list',
    '/api',
    'dashboard',
    '',
    '@evil.example',
    '.evil.example',
    `/${'a'.repeat(3_000)}`,
  ])('refuses %j', (path) => {
    expect(safeNextPath(path)).toBe('/dashboard');
  });

  it.each([undefined, null, 7, ['/dashboard'], {}])('refuses what is no text: %j', (value) => {
    expect(safeNextPath(value, '/de/dashboard')).toBe('/de/dashboard');
  });

  it('never leads to another site, however it is read', () => {
    const piece = fc.constantFrom(
      ...['/', '\\', '.', '..', '%2f', '%5C', '%252f', '%2e', '\t', '\n', ' ', '@', ':', '?', '#', 'https:'],
      ...['evil.example', 'de', 'dashboard', '\u0000', '／', '。', '%', '%0d%0a'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const path = safeNextPath(pieces.join(''));
        const origin = 'https://hausbuch.example';
        const readings = [path, path.replaceAll('\\', '/'), path.split(/[?#]/)[0] ?? ''];
        for (const reading of readings) expect(new URL(reading, origin).origin).toBe(origin);
        const pathname = decodeURIComponent(decodeURIComponent(path.split(/[?#]/)[0] ?? ''));
        expect(new URL(pathname, origin).origin).toBe(origin);
        expect(pathname.startsWith('//')).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives back what it has accepted', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const once = safeNextPath(`/de${path}?${query}`);
        expect(safeNextPath(once)).toBe(once);
      }),
    );
  });
});
