import 'server-only';
import { and } from 'drizzle-orm';
import { type ColumnMapping, headerKey, type SaidColumns } from '@/bank/tables/mapping';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { bankMapping } from '@/db/schema';
import { postedBy, type Scope } from '@/db/scope';
import { within } from '@/db/within';

/** What somebody said the columns of a table are, one of whose rows is such a header; null where nobody did. */
export async function findMapping(
  tx: Tx,
  scope: Scope,
  headerKeys: readonly (string | null)[],
): Promise<SaidColumns | null> {
  const known = await tx.select().from(bankMapping).where(within(bankMapping, scope));
  const byKey = new Map(known.map((row) => [row.headerKey, row]));
  const headerRow = headerKeys.findIndex((key) => key !== null && byKey.has(key));
  const row = byKey.get(headerKeys[headerRow] ?? '');
  if (headerRow < 0 || !row) return null;
  const { columns, decimal, dayOrder } = row;
  return { headerRow, columns, decimal, dayOrder };
}

/** Remembers what the columns under a header are until the file is taken back of which it was said. */
export async function rememberMapping(
  tx: Tx,
  scope: Scope,
  importId: string,
  mapping: ColumnMapping,
): Promise<void> {
  const key = headerKey(mapping);
  if (key === null) return;
  const { columns, decimal, dayOrder } = mapping;
  const said = { importId, columns, decimal, dayOrder, learnedBy: postedBy(scope), learnedAt: scope.now };
  // Two who say it at once both find their file read: what was said last holds.
  await tx
    .insert(bankMapping)
    .values({ portfolioId: scope.portfolioId, headerKey: key, ...exactly(bankMapping, said) })
    .onConflictDoUpdate({ target: [bankMapping.portfolioId, bankMapping.headerKey], set: said });
}

/** Forgets what was said of the columns of files. */
export async function forgetMappings(tx: Tx, scope: Scope, importIds: string[]): Promise<void> {
  await tx
    .delete(bankMapping)
    .where(and(within(bankMapping, scope), isAmong(bankMapping.importId, importIds)));
}
