import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tenant } from '@/db/schema';
import { catalog } from './catalog-queries';

/** What stands in a tenant's row and neither calls nor reaches them: nobody is known by it. */
const ofNobody: readonly string[] = ['portfolioId', 'id', 'kind', 'salutation', 'letterLanguage', 'sortName'];
/** What others wrote about them, in which third persons may be named. */
const aboutThem: readonly string[] = ['notes'];

test('of each text of a tenant it is said whether it is their own word or was written about them', () => {
  const decision = catalog.tenant;
  const asIs: readonly string[] = 'of' in decision ? (decision.asIs ?? []) : [];
  const texts = Object.entries(getTableColumns(tenant))
    .filter(([, column]) => /Text|Array/.test(column.columnType))
    .map(([name]) => name)
    .filter((name) => !ofNobody.includes(name) && !aboutThem.includes(name));
  expect(
    texts.filter((name) => !asIs.includes(name)),
    'A name or address of theirs belongs into asIs of tenant in src/features/export/catalog-queries.ts, or their own word is hidden from them where a co-tenant is called so; and into readOthers and hiderOf (other-people-*), or it stands in a co-tenant’s answer. What was written about them is named in this test.',
  ).toEqual([]);
});
