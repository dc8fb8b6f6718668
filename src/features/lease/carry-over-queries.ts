import 'server-only';
import { and, asc, desc, eq, isNull, ne } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { deposit, lease, leaseTenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { listLeaseUnits } from '@/features/occupancy/party-queries';
import { listOpenItems } from '@/ledger';
import { carryOver } from '@/ledger/carry-over-rules';
import { listMovements } from '../deposit/queries';
import { depositBalance } from '../deposit/rules';

/** What a lease could pass on to another of its tenants', and which those are, the latest first. */
export async function getCarryOver(tx: Tx, scope: Scope, leaseId: string) {
  await assertExists(tx, scope, lease, leaseId);
  const account = await listOpenItems(tx, scope, leaseId);
  const found = carryOver({
    openItems: account.items,
    creditCents: account.creditCents,
  });
  return {
    ...found.result,
    trace: found.trace,
    deposits: await listHeldDeposits(tx, scope, leaseId),
    targets: await listTargets(tx, scope, leaseId),
  };
}

async function listHeldDeposits(tx: Tx, scope: Scope, leaseId: string) {
  const rows = await tx
    .select({ id: deposit.id, form: deposit.form, heldAt: deposit.heldAt })
    .from(deposit)
    .where(and(within(deposit, scope), eq(deposit.leaseId, leaseId)))
    .orderBy(asc(deposit.createdAt), asc(deposit.id));
  const movements = await listMovements(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  return rows.flatMap((row) => {
    const its = movements.filter((movement) => movement.depositId === row.id);
    const { balanceCents } = depositBalance(its, scope.today);
    return balanceCents > 0 ? [{ ...row, balanceCents }] : [];
  });
}

/** The standing leases that share a tenant with one. */
export async function listTargets(tx: Tx, scope: Scope, leaseId: string) {
  const own = tx
    .select({ id: leaseTenant.tenantId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.leaseId, leaseId)));
  const shared = tx
    .select({ id: leaseTenant.leaseId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), isAmong(leaseTenant.tenantId, own)));
  const rows = await tx
    .select({ id: lease.id, startsOn: lease.startsOn, endsOn: lease.endsOn })
    .from(lease)
    .where(
      and(within(lease, scope), isNull(lease.voidedAt), ne(lease.id, leaseId), isAmong(lease.id, shared)),
    )
    .orderBy(desc(lease.startsOn), asc(lease.id));
  const units = await listLeaseUnits(
    tx,
    scope,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...row,
    places: units
      .filter((unit) => unit.leaseId === row.id)
      .map((unit) => ({
        unitName: unit.name,
        isOnlyUnit: unit.isOnlyUnit,
        propertyName: unit.propertyName,
      })),
  }));
}
