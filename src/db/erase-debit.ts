import 'server-only';
import { and, sql } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { collection, collectionItem, mandate } from './schema';
import type { Scope } from './scope';
import { within } from './within';

/**
 * Removes the mandates of leases that are about to be erased, what was collected by them, and files nothing is left of. Only
 * `hausbuch_erase` may.
 */
export async function eraseDebitsOfLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  for (const table of [collectionItem, mandate]) {
    await tx.delete(table).where(and(within(table, scope), isAmong(table.leaseId, leaseIds)));
  }
  await tx.delete(collection).where(
    and(
      within(collection, scope),
      sql`not exists (select 1 from hausbuch.collection_item i
        where i.portfolio_id = ${scope.portfolioId} and i.collection_id = ${collection.id})`,
    ),
  );
}
