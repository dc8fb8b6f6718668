import 'server-only';
import { and, asc, isNull, notExists, sql } from 'drizzle-orm';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { landlord, property, propertyOwner } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

const whole = { shareNumerator: 1, shareDenominator: 1 };

/**
 * Where nobody is entered as the owner, the only landlord stands on the letters. Before there is a second one, the houses
 * are entered as the first one's: else nobody would, and a letter that the law wants from the landlord (§ 558a (1) BGB)
 * would name the portfolio. `comingId` is the second one; a request that comes again makes none of the first.
 */
export async function keepOnlyOwner(tx: Tx, scope: Scope, comingId: string): Promise<void> {
  const [only, second] = await tx
    .select({ id: landlord.id })
    .from(landlord)
    .where(and(within(landlord, scope), isNull(landlord.archivedAt)))
    .orderBy(asc(landlord.id))
    .limit(2);
  if (!only || second || only.id === comingId) return;
  const unowned = await tx
    .select({ id: property.id })
    .from(property)
    .where(
      and(
        within(property, scope),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(propertyOwner)
            .where(and(within(propertyOwner, scope), joins(propertyOwner.propertyId, property.id))),
        ),
      ),
    )
    .orderBy(asc(property.id));
  for (const { id } of unowned) {
    const owner = { landlordId: only.id, ...whole };
    const [entered] = await tx
      .insert(propertyOwner)
      .values({ portfolioId: scope.portfolioId, propertyId: id, ...exactly(propertyOwner, owner) })
      .onConflictDoNothing()
      .returning({ id: propertyOwner.propertyId });
    if (!entered) continue;
    await recordAudit(tx, scope, {
      action: 'property.set_owners',
      entity: 'property',
      entityId: id,
      before: { owners: [] },
      after: { owners: [owner] },
    });
  }
}
