import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { eraseSendersOf, forgetLinesOfLeases } from '@/db/erase-bank';
import { forgetNameInObjections } from '@/db/erase-cost-statement';
import { eraseDebitsOfPayer } from '@/db/erase-debit';
import { eraseDocumentsOf } from '@/db/erase-document';
import { forgetPresent } from '@/db/erase-handover';
import { eraseLeases } from '@/db/erase-lease';
import { eraseRecipient } from '@/db/erase-letter';
import { assertNothingUnderWayTo, erasePayoutsOfPayee } from '@/db/erase-payout';
import { eraseRoomsOfTenant } from '@/db/erase-receipt-room';
import { exactly } from '@/db/exactly';
import { lease, leaseTenant, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import {
  changedRow,
  forEachRow,
  isRow,
  isSeenRow,
  nextVersion,
  type SeenRow,
  sameRequestOnly,
} from '@/db/versioned';
import { joins, within } from '@/db/within';
import { tenantName } from '@/domain/names';
import { forgetWordsOf } from '@/features/document/forget-commands';
import { forgetPayer, lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import { changesBetween } from '@/lib/server/changes';
import { isTypedName } from '@/lib/typed-name';
import { findTenantFields, getTenantFields, isTenantFromToday, previewDelete, splitLeases } from './queries';
import { ownNamesOnly } from './rules';
import type { createTenantInput, deleteTenantInput, updateTenantInput } from './schema';

const tenantKey = { id: tenant.id, version: tenant.version };

export async function createTenant(tx: Tx, scope: Scope, input: z.output<typeof createTenantInput>) {
  const fields = ownNamesOnly(input);
  const [row] = await tx
    .insert(tenant)
    .values({ portfolioId: scope.portfolioId, ...exactly(tenant, fields) })
    .onConflictDoNothing()
    .returning(tenantKey);
  if (!row) return sameRequestOnly(await findTenantFields(tx, scope, input.id), fields);
  await recordAudit(tx, scope, {
    action: 'tenant.create',
    entity: 'tenant',
    entityId: input.id,
    after: { name: tenantName(fields) },
  });
  return row;
}

/**
 * The trail names which details of a person changed, not what they are: it stays when the person is deleted.
 */
export async function updateTenant(tx: Tx, scope: Scope, input: z.output<typeof updateTenantInput>) {
  const { id, version, ...given } = input;
  const fields = ownNamesOnly(given);
  const before = await getTenantFields(tx, scope, id);
  const row = changedRow(
    await tx
      .update(tenant)
      .set({ ...exactly(tenant, fields), ...nextVersion(tenant, scope) })
      .where(isSeenRow(tenant, scope, { id, version }))
      .returning(tenantKey),
  );
  const changed = changesBetween(before, fields);
  await recordAudit(tx, scope, {
    action: 'tenant.update',
    entity: 'tenant',
    entityId: id,
    before: { name: tenantName(before) },
    after: { name: tenantName(fields), changed: changed ? Object.keys(changed.after) : [] },
  });
  return row;
}

/** Whether they live somewhere or are about to. */
async function isInUse(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const [tenancy] = await tx
    .select({ id: leaseTenant.id })
    .from(leaseTenant)
    .innerJoin(lease, joins(lease.id, leaseTenant.leaseId))
    .where(and(within(leaseTenant, scope), eq(leaseTenant.tenantId, id), isTenantFromToday(tx, scope)))
    .limit(1);
  return tenancy !== undefined;
}

/** Not while they live somewhere or are about to: end the lease first. */
export async function archiveTenant(tx: Tx, scope: Scope, seen: SeenRow) {
  const before = await getTenantFields(tx, scope, seen.id);
  if (await isInUse(tx, scope, seen.id)) throw new DomainError('tenant.in_use');
  const row = changedRow(
    await tx
      .update(tenant)
      .set({ archivedAt: scope.now, ...nextVersion(tenant, scope) })
      .where(isSeenRow(tenant, scope, seen))
      .returning(tenantKey),
  );
  const after = { name: tenantName(before) };
  await recordAudit(tx, scope, { action: 'tenant.archive', entity: 'tenant', entityId: seen.id, after });
  return row;
}

export async function restoreTenant(tx: Tx, scope: Scope, seen: SeenRow) {
  const before = await getTenantFields(tx, scope, seen.id);
  const row = changedRow(
    await tx
      .update(tenant)
      .set({ archivedAt: null, ...nextVersion(tenant, scope) })
      .where(isSeenRow(tenant, scope, seen))
      .returning(tenantKey),
  );
  const after = { name: tenantName(before) };
  await recordAudit(tx, scope, { action: 'tenant.restore', entity: 'tenant', entityId: seen.id, after });
  return row;
}

/**
 * Archives who lives nowhere; the others stay and are named. All or none when one was changed meanwhile; each
 * leaves its own trace.
 */
export async function archiveTenants(tx: Tx, scope: Scope, rows: readonly SeenRow[]) {
  const done: SeenRow[] = [];
  const inUseIds: string[] = [];
  await forEachRow(rows, async (seen) => {
    if (await isInUse(tx, scope, seen.id)) inUseIds.push(seen.id);
    else done.push(await archiveTenant(tx, scope, seen));
  });
  return { done, inUseIds };
}

export const restoreTenants = (tx: Tx, scope: Scope, rows: readonly SeenRow[]) =>
  forEachRow(rows, (seen) => restoreTenant(tx, scope, seen));

/**
 * The danger zone: the tenant and the leases nobody else was ever on, with all that was posted and paid.
 * On shared leases only the name goes; the account stays whole for the others.
 */
export async function deleteTenant(tx: Tx, scope: Scope, input: z.output<typeof deleteTenantInput>) {
  const [locked] = await tx
    .select({
      kind: tenant.kind,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
      payerIbans: tenant.payerIbans,
    })
    .from(tenant)
    .where(isRow(tenant, scope, input.id))
    .for('update');
  if (!locked) throw new DomainError('not_found');
  const name = tenantName(locked);
  if (!isTypedName(input.typedName, name)) {
    throw new DomainError('tenant.name_mismatch', { field: 'typedName' });
  }
  const concerned = await splitLeases(tx, scope, input.id);
  await lockLeases(tx, scope, [...concerned.erasedIds, ...concerned.keptIds]);
  // Read again what the lock has made certain.
  const { erasedIds, keptIds } = await splitLeases(tx, scope, input.id);
  const { counts, stayingTenants } = await previewDelete(tx, scope, input.id);
  const person = { name, ibans: locked.payerIbans };
  await assertNothingUnderWayTo(tx, scope, keptIds, person);

  const others = stayingTenants.map((one) => one.name);
  await forgetWordsOf(tx, scope, { tenantId: input.id, name, erasedIds, keptIds, others });
  await forgetNameInObjections(tx, scope, { keptIds, name, others });
  await eraseDocumentsOf(tx, scope, { tenantId: input.id, leaseIds: erasedIds });
  await eraseLeases(tx, scope, erasedIds);
  // A line of the bank may name them, also where others go on with the lease.
  await forgetLinesOfLeases(tx, scope, keptIds);
  await eraseSendersOf(tx, scope, keptIds, person);
  await eraseDebitsOfPayer(tx, scope, keptIds, person);
  await erasePayoutsOfPayee(tx, scope, keptIds, person);
  await tx.delete(leaseTenant).where(and(within(leaseTenant, scope), eq(leaseTenant.tenantId, input.id)));
  await eraseRecipient(tx, scope, input.id);
  await eraseRoomsOfTenant(tx, scope, input.id);
  await forgetPayer(tx, scope, { tenantId: input.id, leaseIds: keptIds });
  await forgetPresent(tx, scope, keptIds, name);
  await tx.delete(tenant).where(isRow(tenant, scope, input.id));
  await recordAudit(tx, scope, {
    action: 'tenant.delete',
    entity: 'tenant',
    entityId: input.id,
    before: { name, ...counts },
  });
  return { id: input.id, counts };
}
