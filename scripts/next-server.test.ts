import { expect, test } from 'vitest';
import { linkSources, readSources } from './checks/source.ts';
import { readyPath } from './next-server.ts';

test('what says that a development server is ready loads no table: a changed one would be the old one elsewhere', () => {
  const { ours, loadedBy } = linkSources(readSources(['src']));
  function tablesOf(path: string): string[] {
    const loaded = new Set(ours.filter((source) => source.path === path));
    expect(loaded.size, path).toBe(1);
    for (const source of loaded) for (const { found } of loadedBy(source)) loaded.add(found);
    return [...loaded].map((source) => source.path).filter((name) => name.startsWith('src/db/schema/'));
  }
  expect(tablesOf('src/app/api/health/route.ts')).toContain('src/db/schema/tenant.ts');
  expect(readyPath.dev).toBe('/robots.txt');
  expect(tablesOf('src/app/robots.ts')).toEqual([]);
});
