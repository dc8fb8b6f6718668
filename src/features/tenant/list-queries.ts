import 'server-only';
import { and, asc, between, eq, exists, gt, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { credit, lease, leaseTenant, leaseUnit, openItem, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { matchesSearch } from '@/db/search';
import { type Sorting, sorted } from '@/db/sorted';
import { isUnsoldOn } from '@/db/unsold';
import { inArchive } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { isOnlyUnit } from '@/features/occupancy/place-queries';
import { findSaleDays, isWithBuyer } from '@/features/occupancy/sale-queries';
import { comingUntil } from '@/features/occupancy/term-rules';
import { type CalendarDate, maxDate } from '@/lib/calendar';
import { toPage } from '@/lib/server/cursor';
import { isNeedless } from './keep-queries';
import { foundBy, isTenantToday, joinsLease, listColumns, owesOverdueItem, sumArrears } from './queries';
import type { listTenantsInput } from './schema';
import type { TenantMark, TenantSort } from './search-params';

type Input = z.output<typeof listTenantsInput>;

/** Where the tenants live today and until when, by tenant; not what is with the buyer of the house by now. */
export async function listCurrentUnits(tx: Tx, scope: Scope, tenantIds: string[]) {
  const rows = await tx
    .selectDistinct({
      tenantId: leaseTenant.tenantId,
      leaseId: lease.id,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      unitId: unit.id,
      unitName: unit.name,
      unitSortName: unit.sortName,
      isOnlyUnit: isOnlyUnit(scope),
      propertyId: property.id,
      propertyName: property.name,
      propertySortName: property.sortName,
    })
    .from(leaseTenant)
    .innerJoin(lease, joinsLease)
    .innerJoin(leaseUnit, joins(leaseUnit.leaseId, lease.id))
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .innerJoin(property, joins(property.id, unit.propertyId))
    .where(
      and(
        within(leaseTenant, scope),
        isAmong(leaseTenant.tenantId, tenantIds),
        isTenantToday(tx, scope),
        lte(leaseUnit.fromOn, scope.today),
        or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, scope.today)),
        isUnsoldOn(scope.today),
      ),
    )
    .orderBy(asc(property.sortName), asc(unit.sortName));
  const inOrder = rows.map(({ unitSortName: _, propertySortName: __, ...row }) => row);
  return Map.groupBy(inOrder, (row) => row.tenantId);
}

/** Since when tenants who were there when all they rent was sold have the buyer as their landlord. */
async function findWithBuyer(tx: Tx, scope: Scope, tenantIds: string[]) {
  const rows = await tx
    .select({ tenantId: leaseTenant.tenantId, toOn: leaseTenant.toOn, id: lease.id, endsOn: lease.endsOn })
    .from(leaseTenant)
    .innerJoin(lease, joinsLease)
    .where(
      and(
        within(leaseTenant, scope),
        isAmong(leaseTenant.tenantId, tenantIds),
        isNull(lease.voidedAt),
        isWithBuyer(tx, scope),
      ),
    );
  const saleDays = await findSaleDays(tx, scope, rows);
  const since = new Map<string, CalendarDate>();
  for (const { tenantId, toOn, id } of rows) {
    const soldOn = saleDays.get(id);
    if (soldOn && (toOn === null || toOn >= soldOn))
      since.set(tenantId, maxDate(soldOn, since.get(tenantId)));
  }
  return since;
}

const joinsCredit = and(joins(credit.leaseId, leaseTenant.leaseId), gt(credit.openCents, sql`0`));

/** What was paid on the tenants' leases and settles nothing yet; several tenants of a lease have it together. */
async function sumCredits(tx: Tx, scope: Scope, tenantIds: string[]) {
  // A tenant who left and came back stands twice on a lease; its money counts once.
  const paid = tx
    .selectDistinct({
      tenantId: leaseTenant.tenantId,
      paymentId: credit.paymentId,
      openCents: credit.openCents,
    })
    .from(leaseTenant)
    .innerJoin(credit, joinsCredit)
    .where(and(within(leaseTenant, scope), isAmong(leaseTenant.tenantId, tenantIds)))
    .as('paid');
  const rows = await tx
    .select({ tenantId: paid.tenantId, cents: sql<number>`sum(${paid.openCents})`.mapWith(Number) })
    .from(paid)
    .groupBy(paid.tenantId);
  return new Map(rows.map((row) => [row.tenantId, row.cents]));
}

/** What every tenant who owes something owes; reads what is open and no more. */
function overdueByTenant(tx: Tx, scope: Scope) {
  const items = tx
    .selectDistinct({
      tenantId: leaseTenant.tenantId,
      chargeId: openItem.chargeId,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .innerJoin(leaseTenant, joins(leaseTenant.leaseId, openItem.leaseId))
    .innerJoin(lease, joinsLease)
    .where(and(within(openItem, scope), owesOverdueItem(scope)))
    .as('overdue_item');
  return tx
    .select({ tenantId: items.tenantId, cents: sql<number>`sum(${items.openCents})`.as('cents') })
    .from(items)
    .groupBy(items.tenantId)
    .as('overdue_of_tenant');
}

/** The first end of the leases a tenant has today. */
function endByTenant(tx: Tx, scope: Scope) {
  return tx
    .select({ tenantId: leaseTenant.tenantId, endsOn: sql<string>`min(${lease.endsOn})`.as('ends_on') })
    .from(leaseTenant)
    .innerJoin(lease, joinsLease)
    .where(and(within(leaseTenant, scope), isTenantToday(tx, scope)))
    .groupBy(leaseTenant.tenantId)
    .as('end_of_tenant');
}

function hasMark(tx: Tx, scope: Scope, mark: TenantMark): SQL {
  const ofTenant = and(within(leaseTenant, scope), joins(leaseTenant.tenantId, tenant.id));
  const tenancies = tx.select({ one: sql`1` }).from(leaseTenant).innerJoin(lease, joinsLease);
  switch (mark) {
    case 'current':
      return exists(tenancies.where(and(ofTenant, isTenantToday(tx, scope))));
    case 'arrears':
      return exists(tenancies.innerJoin(openItem, owesOverdueItem(scope)).where(ofTenant));
    case 'credit':
      return exists(tenancies.innerJoin(credit, joinsCredit).where(ofTenant));
    case 'ending': {
      const soon = between(lease.endsOn, scope.today, comingUntil(scope.today));
      return exists(tenancies.where(and(ofTenant, isTenantToday(tx, scope), soon)));
    }
    case 'needless':
      return isNeedless(tx, scope) ?? sql`false`;
  }
}

/** A page of tenants, each with where they live and until when, what is overdue, and their credit. */
export async function listTenants(tx: Tx, scope: Scope, input: Input) {
  const overdue = overdueByTenant(tx, scope);
  const end = endByTenant(tx, scope);
  const sortings: Record<TenantSort, Pick<Sorting, 'by' | 'kind'>> = {
    name: { by: tenant.sortName, kind: 'text' },
    ends: { by: sql`coalesce(${end.endsOn}, 'infinity'::date)`, kind: 'date' },
    arrears: { by: sql`coalesce(${overdue.cents}, 0)::bigint`, kind: 'bigint' },
  };
  const { orderBy, isAfter, key } = sorted(
    { ...sortings[input.sort], id: tenant.id, descending: input.descending },
    input.cursor,
  );
  const all = tx
    .select({ ...listColumns, sortKey: key })
    .from(tenant)
    .$dynamic();
  if (input.sort === 'arrears') all.leftJoin(overdue, eq(overdue.tenantId, tenant.id));
  if (input.sort === 'ends') all.leftJoin(end, eq(end.tenantId, tenant.id));
  const found = await all
    .where(
      and(
        within(tenant, scope),
        inArchive(tenant.archivedAt, input.archive),
        input.kind ? eq(tenant.kind, input.kind) : undefined,
        ...input.only.map((mark) => hasMark(tx, scope, mark)),
        matchesSearch(input.search, foundBy),
        isAfter,
      ),
    )
    .orderBy(...orderBy)
    .limit(input.limit + 1);
  const { rows, nextCursor } = toPage(found, input.limit, (row) => ({ key: row.sortKey, id: row.id }));
  if (rows.length === 0) return { rows: [], nextCursor };
  const ids = rows.map((row) => row.id);
  const [units, withBuyer, arrears, credits] = await Promise.all([
    listCurrentUnits(tx, scope, ids),
    findWithBuyer(tx, scope, ids),
    sumArrears(tx, scope, ids),
    sumCredits(tx, scope, ids),
  ]);
  return {
    rows: rows.map(({ sortKey, ...row }) => ({
      ...row,
      name: tenantName(row),
      units: (units.get(row.id) ?? []).map(({ tenantId, ...place }) => place),
      /** Since when they rent of the buyer of a house. */
      soldOn: withBuyer.get(row.id) ?? null,
      arrearsCents: arrears.get(row.id) ?? 0,
      creditCents: credits.get(row.id) ?? 0,
    })),
    nextCursor,
  };
}
