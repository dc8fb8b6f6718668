import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { costSharing, property } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { type CostSharing, usualSharing } from './rules';
import type { getSharingInput } from './schema';

/** What was said of how a house shares out its costs; null where nothing was. */
export async function findSharing(tx: Tx, scope: Scope, propertyId: string) {
  const [row] = await selectSharing(tx, scope, propertyId);
  return row ?? null;
}

/** The same to be written back whole: whoever changes it at the same moment, or erases something of it, goes first or waits. */
export async function lockSharing(tx: Tx, scope: Scope, propertyId: string) {
  const [row] = await selectSharing(tx, scope, propertyId).for('update');
  return row ?? null;
}

const selectSharing = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({
      id: costSharing.id,
      version: costSharing.version,
      vacantPersons: costSharing.vacantPersons,
      costs: costSharing.costs,
    })
    .from(costSharing)
    .where(and(within(costSharing, scope), eq(costSharing.propertyId, propertyId)));

/** The same for a page: `not_found` for a stranger's property. */
export async function getSharing(tx: Tx, scope: Scope, { propertyId }: z.output<typeof getSharingInput>) {
  await assertExists(tx, scope, property, propertyId);
  const found = await findSharing(tx, scope, propertyId);
  return { version: found?.version ?? null, ...sharedBy(found) };
}

/** How a house shares out its costs; as usual where nothing was said. */
export const readSharing = async (tx: Tx, scope: Scope, propertyId: string): Promise<CostSharing> =>
  sharedBy(await findSharing(tx, scope, propertyId));

const sharedBy = (found: CostSharing | null): CostSharing => {
  const { vacantPersons, costs } = found ?? usualSharing;
  return { vacantPersons, costs };
};
