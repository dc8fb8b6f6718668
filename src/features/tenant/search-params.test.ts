import { expect, test } from 'vitest';
import { everyTenant, readTenantSearch, writeTenantSearch } from './search-params';

const read = (query: string) => readTenantSearch(new URLSearchParams(query));

test('the address is read back as it was written, and says nothing when nothing is narrowed', () => {
  const search = {
    search: 'Müller',
    archive: 'archived' as const,
    kind: 'company' as const,
    only: ['current', 'credit'] as const,
    sort: 'ends' as const,
    descending: false,
  };
  const written = Object.entries(writeTenantSearch(search)).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  expect(read(new URLSearchParams(written).toString())).toEqual(search);
  expect(Object.values(writeTenantSearch(everyTenant)).every((value) => value === null)).toBe(true);
  expect(read('archive=x&kind=cat&only=x&sort=x')).toEqual(everyTenant);
});
