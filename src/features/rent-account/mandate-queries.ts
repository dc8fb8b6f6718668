import 'server-only';
import { and, desc, gte, isNull } from 'drizzle-orm';
import { UNUSED_MONTHS } from '@/bank/orders/mandate';
import type { Tx } from '@/db/client';
import { collection, collectionItem } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { addMonths } from '@/lib/calendar';

/** When each mandate was last collected by, as far back as that keeps it alive. */
export async function listLastUses(tx: Tx, scope: Scope): Promise<Map<string, string>> {
  const rows = await tx
    .selectDistinctOn([collectionItem.mandateId], {
      mandateId: collectionItem.mandateId,
      collectOn: collection.collectOn,
    })
    .from(collectionItem)
    .innerJoin(collection, joins(collection.id, collectionItem.collectionId))
    .where(
      and(
        within([collectionItem, collection], scope),
        isNull(collection.cancelledAt),
        isNull(collectionItem.cancelledAt),
        gte(collection.collectOn, addMonths(scope.today, -UNUSED_MONTHS - 1)),
      ),
    )
    .orderBy(collectionItem.mandateId, desc(collection.collectOn));
  return new Map(rows.map((row) => [row.mandateId, row.collectOn]));
}
