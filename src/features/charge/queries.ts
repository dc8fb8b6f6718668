import 'server-only';
import { and, asc, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { charge, lease, leaseUnit, openItem, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { overlaps } from '@/lib/calendar';
import { decodeCursor, toPage } from '@/lib/cursor';
import { findWaived } from '../ledger/queries';
import { chargeState } from '../ledger/rules';
import { listLeaseTenants, listLeaseUnits } from '../occupancy/party-queries';
import type { listChargesInput } from './schema';

/** What was charged to the leases of a property, to one lease, or in the portfolio; the latest due first. */
export async function listCharges(tx: Tx, scope: Scope, input: z.output<typeof listChargesInput>) {
  if (input.propertyId) await assertExists(tx, scope, property, input.propertyId);
  if (input.leaseId) await assertExists(tx, scope, lease, input.leaseId);
  const after = decodeCursor(input.cursor);
  const rows = await tx
    .select({
      id: charge.id,
      leaseId: charge.leaseId,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      periodTo: charge.periodTo,
      dueOn: charge.dueOn,
      basis: charge.basis,
      note: charge.note,
      totalCents: openItem.totalCents,
      openCents: openItem.openCents,
    })
    .from(charge)
    .innerJoin(openItem, and(eq(openItem.portfolioId, charge.portfolioId), eq(openItem.chargeId, charge.id)))
    .where(
      and(
        eq(charge.portfolioId, scope.portfolioId),
        eq(openItem.portfolioId, scope.portfolioId),
        isNull(charge.correctsChargeId),
        input.leaseId ? eq(charge.leaseId, input.leaseId) : undefined,
        input.propertyId ? isAmong(charge.leaseId, leaseIdsOf(tx, scope, input.propertyId)) : undefined,
        after
          ? or(lt(charge.dueOn, after.key), and(eq(charge.dueOn, after.key), gt(charge.id, after.id)))
          : undefined,
      ),
    )
    .orderBy(desc(charge.dueOn), asc(charge.id))
    .limit(input.limit + 1);
  const page = toPage(rows, input.limit, (row) => ({ key: row.dueOn, id: row.id }));
  const leaseIds = [...new Set(page.rows.map((row) => row.leaseId))];
  const [waived, tenants, units] = await Promise.all([
    findWaived(
      tx,
      scope,
      page.rows.map((row) => row.id),
    ),
    listLeaseTenants(tx, scope, leaseIds),
    listLeaseUnits(tx, scope, leaseIds),
  ]);
  return {
    rows: page.rows.map((row) => ({
      ...row,
      state: chargeState({ ...row, waived: waived.has(row.id) }, scope.today),
      tenants: concerned(tenants, row),
      unitNames: concerned(units, row).map((other) => other.name),
    })),
    nextCursor: page.nextCursor,
  };
}

/** The leases that have or had a unit of the property. */
export const leaseIdsOf = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({ id: leaseUnit.leaseId })
    .from(leaseUnit)
    .innerJoin(unit, and(eq(unit.portfolioId, leaseUnit.portfolioId), eq(unit.id, leaseUnit.unitId)))
    .where(
      and(
        eq(leaseUnit.portfolioId, scope.portfolioId),
        eq(unit.portfolioId, scope.portfolioId),
        eq(unit.propertyId, propertyId),
      ),
    );

type Part = { leaseId: string; fromOn: string; toOn: string | null };
type Period = { leaseId: string; periodFrom: string | null; periodTo: string | null; dueOn: string };

/** Of the lease's tenants or units those a charge is about: on a day of its period, else on its due day. */
export function concerned<P extends Part>(parts: readonly P[], row: Period): P[] {
  const ofLease = parts.filter((part) => part.leaseId === row.leaseId);
  const period = { from: row.periodFrom ?? row.dueOn, to: row.periodTo ?? row.dueOn };
  const inPeriod = ofLease.filter((part) => overlaps({ from: part.fromOn, to: part.toOn }, period));
  return inPeriod.length > 0 ? inPeriod : ofLease;
}
