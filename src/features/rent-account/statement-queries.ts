import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { getAccount } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { listLeaseTenants, listLeaseUnits, tenantDisplayName } from '../occupancy/party-queries';
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
  const rows = tenantId
    ? await tx
        .select({ name: tenantDisplayName })
        .from(tenant)
        .where(and(within(tenant, scope), eq(tenant.id, tenantId)))
    : await listLeaseTenants(tx, scope, leaseIds);
  return [...new Set(rows.map((row) => row.name))];
}

async function listStatementPlaces(tx: Tx, scope: Scope, leaseIds: string[]) {
  const rows = await listLeaseUnits(tx, scope, leaseIds);
  return [...new Set(rows.map((row) => `${row.propertyName} · ${row.name}`))];
}
