import 'server-only';
import { and, eq } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { association, associationEffort, associationYear } from './schema';
import type { Scope } from './scope';
import { within } from './within';

/** The associations of a property or of one unit, with their papers and how they were asked for. */
export async function eraseAssociationsOf(
  tx: Tx,
  scope: Scope,
  of: { propertyId: string } | { unitId: string } | { id: string },
): Promise<void> {
  const own =
    'id' in of
      ? eq(association.id, of.id)
      : 'unitId' in of
        ? eq(association.unitId, of.unitId)
        : eq(association.propertyId, of.propertyId);
  const ids = tx
    .select({ id: association.id })
    .from(association)
    .where(and(within(association, scope), own));
  for (const table of [associationYear, associationEffort]) {
    await tx.delete(table).where(and(within(table, scope), isAmong(table.associationId, ids)));
  }
  await tx.delete(association).where(and(within(association, scope), own));
}
