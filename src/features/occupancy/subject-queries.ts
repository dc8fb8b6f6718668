import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';

/** What figures are asked of. */
export type Subject =
  | { kind: 'portfolio' }
  | { kind: 'property'; propertyId: string; unitIds: string[] }
  | { kind: 'unit'; propertyId: string; unitIds: [string] };

/** `not_found` for a stranger's property or unit. */
export async function getSubject(
  tx: Tx,
  scope: Scope,
  input: { propertyId: string | null; unitId: string | null },
): Promise<Subject> {
  if (input.unitId !== null) {
    const [row] = await tx
      .select({ id: unit.id, propertyId: unit.propertyId })
      .from(unit)
      .where(isRow(unit, scope, input.unitId));
    if (!row) throw new DomainError('not_found', { field: 'unitId' });
    return { kind: 'unit', propertyId: row.propertyId, unitIds: [row.id] };
  }
  if (input.propertyId === null) return { kind: 'portfolio' };
  const [found] = await tx
    .select({ id: property.id })
    .from(property)
    .where(isRow(property, scope, input.propertyId));
  if (!found) throw new DomainError('not_found', { field: 'propertyId' });
  const units = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, found.id)));
  return { kind: 'property', propertyId: found.id, unitIds: units.map((row) => row.id) };
}
