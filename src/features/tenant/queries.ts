import 'server-only';
import { and, asc, desc, eq, gte, isNull, lte, not, or, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { countObjections } from '@/db/erase-cost-statement';
import { countErasedDocuments } from '@/db/erase-document';
import { countLeaseRows } from '@/db/erase-lease';
import { lease, leaseTenant, leaseUnit, openItem, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { listMonthlyRents, listTenantsOfLeases } from '@/features/occupancy/lease-queries';
import { isOnlyUnit } from '@/features/occupancy/place-queries';
import { findSaleDays, isWithBuyer } from '@/features/occupancy/sale-queries';
import { leaseState } from '@/features/occupancy/term-rules';
import { isOverdue } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { findKeeping } from './keep-queries';

export const listColumns = {
  id: tenant.id,
  kind: tenant.kind,
  salutation: tenant.salutation,
  firstName: tenant.firstName,
  lastName: tenant.lastName,
  companyName: tenant.companyName,
  emails: tenant.emails,
  phones: tenant.phones,
  archivedAt: tenant.archivedAt,
  version: tenant.version,
};

/** What a tenant is found by, in the list and in the search of everything. */
export const foundBy = [
  tenant.firstName,
  tenant.lastName,
  tenant.companyName,
  sql`array_to_string(${tenant.emails}, ' ')`,
  sql`array_to_string(${tenant.phones}, ' ')`,
];

const tenantColumns = {
  ...listColumns,
  letterLanguage: tenant.letterLanguage,
  payerIbans: tenant.payerIbans,
  street: tenant.street,
  houseNumber: tenant.houseNumber,
  postalCode: tenant.postalCode,
  city: tenant.city,
  state: tenant.state,
  country: tenant.country,
  birthDate: tenant.birthDate,
  emergencyContact: tenant.emergencyContact,
  notes: tenant.notes,
  createdAt: tenant.createdAt,
  updatedAt: tenant.updatedAt,
};

export async function findTenantFields(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select(tenantColumns)
    .from(tenant)
    .where(isRow(tenant, scope, id));
  return row ?? null;
}

export async function getTenantFields(tx: Tx, scope: Scope, id: string) {
  const row = await findTenantFields(tx, scope, id);
  if (!row) throw new DomainError('not_found');
  return row;
}

/** Condition on a lease's tenant and its lease: the tenancy runs today or begins later, and not with the buyer of the house. */
export const isTenantFromToday = (tx: Tx, scope: Scope) =>
  and(
    isNull(lease.voidedAt),
    or(isNull(leaseTenant.toOn), gte(leaseTenant.toOn, scope.today)),
    or(isNull(lease.endsOn), gte(lease.endsOn, scope.today)),
    not(isWithBuyer(tx, scope)),
  );

/** Condition on a lease's tenant and its lease: they rent today. */
export const isTenantToday = (tx: Tx, scope: Scope) =>
  and(isTenantFromToday(tx, scope), lte(leaseTenant.fromOn, scope.today), lte(lease.startsOn, scope.today));

/**
 * Overdue items a tenant answers for: all of the lease for who stayed to its end, else what was due until
 * they left. Several tenants of a lease answer for the whole each.
 */
export const owesOverdueItem = (scope: Scope) =>
  and(
    joins(openItem.leaseId, leaseTenant.leaseId),
    isOverdue(scope.today),
    or(isNull(leaseTenant.toOn), gte(leaseTenant.toOn, lease.endsOn), lte(openItem.dueOn, leaseTenant.toOn)),
  );

export const joinsLease = joins(lease.id, leaseTenant.leaseId);

export async function sumArrears(tx: Tx, scope: Scope, tenantIds: string[]) {
  // A tenant who left and came back stands twice on a lease; its items count once.
  const owed = tx
    .selectDistinct({
      tenantId: leaseTenant.tenantId,
      chargeId: openItem.chargeId,
      openCents: openItem.openCents,
    })
    .from(leaseTenant)
    .innerJoin(lease, joinsLease)
    .innerJoin(openItem, owesOverdueItem(scope))
    .where(and(within(leaseTenant, scope), isAmong(leaseTenant.tenantId, tenantIds)))
    .as('owed');
  const rows = await tx
    .select({ tenantId: owed.tenantId, cents: sql<number>`sum(${owed.openCents})`.mapWith(Number) })
    .from(owed)
    .groupBy(owed.tenantId);
  return new Map(rows.map((row) => [row.tenantId, row.cents]));
}

/** The tenant's leases, the latest first, each with its units, who else is on it, and its rent. */
async function listLeases(tx: Tx, scope: Scope, tenantId: string) {
  const rows = await tx
    .select({
      id: lease.id,
      fromOn: leaseTenant.fromOn,
      toOn: leaseTenant.toOn,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      noticeGivenOn: lease.noticeGivenOn,
      voidedAt: lease.voidedAt,
      bookedFrom: lease.bookedFrom,
      paymentReference: lease.paymentReference,
      version: lease.version,
    })
    .from(leaseTenant)
    .innerJoin(lease, joinsLease)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.tenantId, tenantId)))
    .orderBy(desc(lease.startsOn), desc(lease.id));
  if (rows.length === 0) return [];
  const leaseIds = [...new Set(rows.map((row) => row.id))];
  const [saleDays, units, tenants, rents] = await Promise.all([
    findSaleDays(tx, scope, rows),
    tx
      .select({
        leaseId: leaseUnit.leaseId,
        unitId: unit.id,
        unitName: unit.name,
        isOnlyUnit: isOnlyUnit(scope),
        unitKind: unit.kind,
        propertyId: property.id,
        propertyName: property.name,
        fromOn: leaseUnit.fromOn,
        toOn: leaseUnit.toOn,
      })
      .from(leaseUnit)
      .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
      .innerJoin(property, joins(property.id, unit.propertyId))
      .where(and(within(leaseUnit, scope), isAmong(leaseUnit.leaseId, leaseIds)))
      .orderBy(asc(leaseUnit.fromOn), asc(unit.sortName)),
    listTenantsOfLeases(tx, scope, leaseIds),
    listMonthlyRents(tx, scope, leaseIds),
  ]);
  return rows.map((row) => {
    const soldOn = saleDays.get(row.id) ?? null;
    return {
      ...row,
      soldOn,
      state: leaseState({ ...row, soldOn }, scope.today),
      units: units.filter((place) => place.leaseId === row.id).map(({ leaseId, ...place }) => place),
      tenants: tenants.get(row.id) ?? [],
      monthlyRentCents: rents.get(row.id) ?? 0,
    };
  });
}

export async function getTenant(tx: Tx, scope: Scope, id: string) {
  const fields = await getTenantFields(tx, scope, id);
  const [leases, arrears] = await Promise.all([listLeases(tx, scope, id), sumArrears(tx, scope, [id])]);
  return { ...fields, name: tenantName(fields), leases, arrearsCents: arrears.get(id) ?? 0 };
}

/** Which leases go with the tenant: those nobody else was ever on. */
export async function splitLeases(tx: Tx, scope: Scope, tenantId: string) {
  const own = tx
    .select({ leaseId: leaseTenant.leaseId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.tenantId, tenantId)));
  const rows = await tx
    .select({
      leaseId: leaseTenant.leaseId,
      goes: sql<boolean>`bool_and(${leaseTenant.tenantId} = ${tenantId}::uuid)`,
    })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), isAmong(leaseTenant.leaseId, own)))
    .groupBy(leaseTenant.leaseId);
  return {
    erasedIds: rows.filter((row) => row.goes).map((row) => row.leaseId),
    keptIds: rows.filter((row) => !row.goes).map((row) => row.leaseId),
  };
}

/** What deleting the tenant would take with it, and who stays on the leases that remain. */
export async function previewDelete(tx: Tx, scope: Scope, id: string) {
  const fields = await getTenantFields(tx, scope, id);
  const { erasedIds, keptIds } = await splitLeases(tx, scope, id);
  const [keeping, counts, objections, documents, stays] = await Promise.all([
    findKeeping(tx, scope, id),
    countLeaseRows(tx, scope, erasedIds),
    countObjections(tx, scope, { leaseIds: erasedIds }),
    countErasedDocuments(tx, scope, { tenantId: id, leaseIds: erasedIds }),
    keptIds.length === 0
      ? []
      : tx
          .selectDistinct({
            id: tenant.id,
            kind: tenant.kind,
            firstName: tenant.firstName,
            lastName: tenant.lastName,
            companyName: tenant.companyName,
            sortName: tenant.sortName,
          })
          .from(leaseTenant)
          .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
          .where(
            and(
              within(leaseTenant, scope),
              isAmong(leaseTenant.leaseId, keptIds),
              sql`${tenant.id} <> ${id}::uuid`,
            ),
          )
          .orderBy(asc(tenant.sortName), asc(tenant.id)),
  ]);
  return {
    id,
    name: tenantName(fields),
    version: fields.version,
    keeping,
    counts: { ...counts, objections, documents, keptLeases: keptIds.length },
    stayingTenants: stays.map((row) => ({ id: row.id, name: tenantName(row) })),
  };
}
