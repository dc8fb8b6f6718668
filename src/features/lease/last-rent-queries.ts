import 'server-only';
import { and, asc, desc, eq, not } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease, leaseUnit, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { listRents } from '../rent/queries';
import { rentOn } from '../rent/rules';

/**
 * The rent of the latest lease of the units once that has an end, as agreed for its last day; null where it has none, or was about
 * other units than these, whose rent says nothing about theirs.
 */
export async function getLastRent(tx: Tx, scope: Scope, { unitIds }: { unitIds: readonly string[] }) {
  const known = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), isAmong(unit.id, unitIds)));
  if (known.length < new Set(unitIds).size) throw new DomainError('not_found', { field: 'unitIds' });
  const [asked = ''] = unitIds;
  const [latest] = await tx
    .select({ leaseId: leaseUnit.leaseId, endsOn: lease.endsOn })
    .from(leaseUnit)
    .innerJoin(lease, joins(lease.id, leaseUnit.leaseId))
    .where(and(within([leaseUnit, lease], scope), eq(leaseUnit.unitId, asked), not(leaseUnit.isVoided)))
    .orderBy(desc(leaseUnit.fromOn), asc(leaseUnit.id))
    .limit(1);
  if (!latest?.endsOn) return null;
  const { leaseId, endsOn } = latest;
  const held = await tx
    .select({ unitId: leaseUnit.unitId })
    .from(leaseUnit)
    .where(
      and(
        within(leaseUnit, scope),
        eq(leaseUnit.leaseId, leaseId),
        not(leaseUnit.isVoided),
        eq(leaseUnit.toOn, endsOn),
      ),
    );
  const [last, now] = [new Set(held.map(({ unitId }) => unitId)), new Set(unitIds)];
  if (last.symmetricDifference(now).size > 0) return null;
  const rent = rentOn(await listRents(tx, scope, [leaseId]), endsOn);
  return rent && { endsOn, lines: rent.lines };
}
