import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { household, lease, leaseTenant, leaseUnit, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import type { LeaseTerm } from '@/features/occupancy/term-rules';
import type { DateRange } from '@/lib/calendar';
import { DomainError, type DomainErrorCode } from '@/lib/errors';
import { rangeBreach, repeatedRange, uncoveredDay } from './rules';
import type { setHouseholdInput, setTenantsInput, setUnitsInput } from './schema';
import { lockLease } from './term-commands';

/** Units that a lease may take now: here, and not in the archive. */
export async function assertUsableUnits(
  tx: Tx,
  scope: Scope,
  unitIds: string[],
  field: string,
): Promise<void> {
  if (unitIds.length === 0) return;
  const units = await tx
    .select({ archivedAt: unit.archivedAt, propertyArchivedAt: property.archivedAt })
    .from(unit)
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(and(within([unit, property], scope), isAmong(unit.id, unitIds)));
  if (units.length !== new Set(unitIds).size) throw new DomainError('not_found', { field });
  if (units.some((row) => row.propertyArchivedAt)) throw new DomainError('property.archived', { field });
  if (units.some((row) => row.archivedAt)) throw new DomainError('unit.archived', { field });
}

/** Tenants that a lease may take now: here, and not in the archive. */
export async function assertUsableTenants(
  tx: Tx,
  scope: Scope,
  tenantIds: string[],
  field: string,
): Promise<void> {
  if (tenantIds.length === 0) return;
  const tenants = await tx
    .select({ archivedAt: tenant.archivedAt })
    .from(tenant)
    .where(and(within(tenant, scope), isAmong(tenant.id, tenantIds)));
  if (tenants.length !== new Set(tenantIds).size) throw new DomainError('not_found', { field });
  if (tenants.some((row) => row.archivedAt)) throw new DomainError('tenant.archived', { field });
}

type Part = DateRange & { id: string };

/** Every range lies in the lease, nothing is there twice, and no day of the lease goes without. */
function assertParts(term: LeaseTerm, parts: Part[], list: string, missing: DomainErrorCode): void {
  for (const [index, part] of parts.entries()) {
    const breach = rangeBreach(term, part);
    if (!breach) continue;
    throw new DomainError(
      breach.code === 'end_before_start' ? 'lease.end_before_start' : 'lease.part_outside_term',
      { field: `${list}.${index}.${breach.field === 'from' ? 'fromOn' : 'toOn'}` },
    );
  }
  const twice = repeatedRange(parts);
  if (twice !== null) throw new DomainError('lease.part_twice', { field: `${list}.${twice}.fromOn` });
  if (uncoveredDay(term, parts)) throw new DomainError(missing, { field: list });
}

/** Says who is a party to the lease and from when to when. The account is the lease's and stays as it is. */
export async function setTenants(tx: Tx, scope: Scope, input: z.output<typeof setTenantsInput>) {
  const before = await lockLease(tx, scope, input);
  const rows = await tx
    .select({ id: leaseTenant.tenantId, from: leaseTenant.fromOn, to: leaseTenant.toOn })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.leaseId, input.id)));
  const parts = input.tenants.map((row) => ({ id: row.tenantId, from: row.fromOn, to: row.toOn }));
  assertParts(before, parts, 'tenants', 'lease.day_without_tenant');
  await assertUsableTenants(tx, scope, newIds(rows, parts), 'tenants');
  await tx.delete(leaseTenant).where(and(within(leaseTenant, scope), eq(leaseTenant.leaseId, input.id)));
  await tx.insert(leaseTenant).values(
    parts.map((part) => ({
      portfolioId: scope.portfolioId,
      leaseId: input.id,
      tenantId: part.id,
      fromOn: part.from,
      // To the end of the lease is an open end: it follows when that moves.
      toOn: part.to === before.endsOn ? null : part.to,
    })),
  );
  await touchLease(tx, scope, input);
  await recordAudit(tx, scope, {
    action: 'lease.set_tenants',
    entity: 'lease',
    entityId: input.id,
    before: { tenants: rows },
    after: { tenants: parts },
  });
  return { id: input.id, version: input.version + 1 };
}

/**
 * Says what is let by the lease and from when to when.
 * @throws DomainError `lease.overlap` when a unit is let to others on one of the days
 */
export async function setUnits(tx: Tx, scope: Scope, input: z.output<typeof setUnitsInput>) {
  const before = await lockLease(tx, scope, input);
  const rows = await tx
    .select({ id: leaseUnit.unitId, from: leaseUnit.fromOn, to: leaseUnit.toOn })
    .from(leaseUnit)
    .where(and(within(leaseUnit, scope), eq(leaseUnit.leaseId, input.id)));
  const parts = input.units.map((row) => ({ id: row.unitId, from: row.fromOn, to: row.toOn }));
  assertParts(before, parts, 'units', 'lease.day_without_unit');
  await assertUsableUnits(tx, scope, newIds(rows, parts), 'units');
  await tx.delete(leaseUnit).where(and(within(leaseUnit, scope), eq(leaseUnit.leaseId, input.id)));
  await tx.insert(leaseUnit).values(
    parts.map((part) => ({
      portfolioId: scope.portfolioId,
      leaseId: input.id,
      unitId: part.id,
      fromOn: part.from,
      toOn: part.to ?? before.endsOn,
    })),
  );
  await touchLease(tx, scope, input);
  await recordAudit(tx, scope, {
    action: 'lease.set_units',
    entity: 'lease',
    entityId: input.id,
    before: { units: rows },
    after: { units: parts },
  });
  return { id: input.id, version: input.version + 1 };
}

/** Says how many persons live in the household, each from a day on. */
export async function setHousehold(tx: Tx, scope: Scope, input: z.output<typeof setHouseholdInput>) {
  const before = await lockLease(tx, scope, input);
  for (const [index, row] of input.household.entries()) {
    if (rangeBreach(before, { from: row.validFrom, to: null })) {
      throw new DomainError('lease.part_outside_term', { field: `household.${index}.validFrom` });
    }
  }
  const its = and(within(household, scope), eq(household.leaseId, input.id));
  const rows = await tx
    .select({ validFrom: household.validFrom, persons: household.persons })
    .from(household)
    .where(its);
  await tx.delete(household).where(its);
  if (input.household.length > 0) {
    await tx.insert(household).values(
      input.household.map((row) => ({
        portfolioId: scope.portfolioId,
        leaseId: input.id,
        ...exactly(household, row),
      })),
    );
  }
  await touchLease(tx, scope, input);
  await recordAudit(tx, scope, {
    action: 'lease.set_household',
    entity: 'lease',
    entityId: input.id,
    before: { household: rows },
    after: { household: input.household },
  });
  return { id: input.id, version: input.version + 1 };
}

const newIds = (before: readonly { id: string }[], after: readonly { id: string }[]): string[] =>
  after.map((part) => part.id).filter((id) => !before.some((row) => row.id === id));

async function touchLease(tx: Tx, scope: Scope, seen: { id: string; version: number }): Promise<void> {
  await tx
    .update(lease)
    .set({ version: seen.version + 1, updatedAt: scope.now })
    .where(and(within(lease, scope), eq(lease.id, seen.id)));
}
