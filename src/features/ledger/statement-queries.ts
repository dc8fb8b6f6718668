import 'server-only';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { leaseTenant, leaseUnit, property, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { DomainError } from '@/lib/errors';
import { getAccount } from './queries';
import type { statementInput } from './schema';

const STATEMENT_PAGE = 200;
/** Eight years of one lease are some two hundred entries; a statement beyond this is refused, not cut. */
const STATEMENT_MAX = 10_000;

/**
 * The whole account up to a day (default today) as a bank would print it: the oldest first, with whose it is and
 * where. In one transaction, so that its lines and its balance belong together.
 */
export async function getStatement(tx: Tx, scope: Scope, input: z.output<typeof statementInput>) {
  const asOf = input.asOf ?? scope.today;
  const rows: Awaited<ReturnType<typeof getAccount>>['rows'] = [];
  let cursor: string | null = null;
  let balanceCents = 0;
  let leaseIds: string[] = [];
  do {
    const page: Awaited<ReturnType<typeof getAccount>> = await getAccount(tx, scope, {
      ...input,
      asOf,
      cursor,
      limit: STATEMENT_PAGE,
    });
    rows.push(...page.rows);
    ({ nextCursor: cursor, leaseIds } = page);
    balanceCents = page.summary.balanceCents;
    if (rows.length > STATEMENT_MAX) throw new DomainError('invalid', { field: 'asOf' });
  } while (cursor);
  const [tenants, places] = await Promise.all([
    listStatementTenants(tx, scope, leaseIds, input.tenantId ?? null),
    listStatementPlaces(tx, scope, leaseIds),
  ]);
  return { asOf, tenants, places, balanceCents, rows: rows.toReversed() };
}

async function listStatementTenants(tx: Tx, scope: Scope, leaseIds: string[], tenantId: string | null) {
  const name = sql<string>`coalesce(${tenant.companyName}, concat_ws(' ', ${tenant.firstName}, ${tenant.lastName}))`;
  if (tenantId) {
    const rows = await tx
      .select({ name })
      .from(tenant)
      .where(and(eq(tenant.portfolioId, scope.portfolioId), eq(tenant.id, tenantId)));
    return rows.map((row) => row.name);
  }
  const rows = await tx
    .select({ name })
    .from(leaseTenant)
    .innerJoin(
      tenant,
      and(eq(tenant.portfolioId, leaseTenant.portfolioId), eq(tenant.id, leaseTenant.tenantId)),
    )
    .where(
      and(
        eq(leaseTenant.portfolioId, scope.portfolioId),
        eq(tenant.portfolioId, scope.portfolioId),
        inArray(leaseTenant.leaseId, leaseIds),
      ),
    )
    .orderBy(asc(leaseTenant.fromOn), asc(tenant.sortName));
  return [...new Set(rows.map((row) => row.name))];
}

async function listStatementPlaces(tx: Tx, scope: Scope, leaseIds: string[]) {
  if (leaseIds.length === 0) return [];
  const rows = await tx
    .select({ unitName: unit.name, propertyName: property.name })
    .from(leaseUnit)
    .innerJoin(unit, and(eq(unit.portfolioId, leaseUnit.portfolioId), eq(unit.id, leaseUnit.unitId)))
    .innerJoin(property, and(eq(property.portfolioId, unit.portfolioId), eq(property.id, unit.propertyId)))
    .where(
      and(
        eq(leaseUnit.portfolioId, scope.portfolioId),
        eq(unit.portfolioId, scope.portfolioId),
        eq(property.portfolioId, scope.portfolioId),
        inArray(leaseUnit.leaseId, leaseIds),
      ),
    )
    .orderBy(asc(leaseUnit.fromOn), asc(unit.name));
  return [...new Set(rows.map((row) => `${row.propertyName} · ${row.unitName}`))];
}
