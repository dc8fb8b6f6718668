import 'server-only';
import { and, or, sql } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { collection, collectionItem, letter, mandate } from './schema';
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
  await eraseEmptyFiles(tx, scope);
}

/** The same of the account of one person, where others go on with the leases: nothing is collected from it any more. */
export async function eraseDebitsOfPayer(
  tx: Tx,
  scope: Scope,
  leaseIds: string[],
  { name, ibans }: { name: string; ibans: readonly string[] },
): Promise<void> {
  const own = await tx
    .select({ id: mandate.id })
    .from(mandate)
    .where(
      and(
        within(mandate, scope),
        isAmong(mandate.leaseId, leaseIds),
        or(isAmong(mandate.iban, ibans), sql`lower(${mandate.holder}) = lower(${name})`),
      ),
    );
  const ids = own.map((row) => row.id);
  const items = tx
    .select({ id: collectionItem.id })
    .from(collectionItem)
    .where(and(within(collectionItem, scope), isAmong(collectionItem.mandateId, ids)));
  await tx
    .update(letter)
    .set({ collectionItemId: null })
    .where(and(within(letter, scope), isAmong(letter.collectionItemId, items)));
  await tx
    .delete(collectionItem)
    .where(and(within(collectionItem, scope), isAmong(collectionItem.mandateId, ids)));
  await tx.delete(mandate).where(and(within(mandate, scope), isAmong(mandate.id, ids)));
  await eraseEmptyFiles(tx, scope);
}

async function eraseEmptyFiles(tx: Tx, scope: Scope): Promise<void> {
  await tx.delete(collection).where(
    and(
      within(collection, scope),
      sql`not exists (select 1 from hausbuch.collection_item i
        where i.portfolio_id = ${scope.portfolioId} and i.collection_id = ${collection.id})`,
    ),
  );
}
