import 'server-only';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { holdPortfolio } from '@/db/hold-portfolio';
import { collectionItem, mandate } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isChangedSo, isRow, isSeenRow, nextVersion, sameRequestOnly } from '@/db/versioned';
import { within } from '@/db/within';
import { lockForNew, lockLeases } from '@/ledger';
import { DomainError } from '@/lib/errors';
import type {
  createMandateInput,
  deleteMandateInput,
  revokeMandateInput,
  updateMandateInput,
} from './schema';

const shown = { id: mandate.id, version: mandate.version };

/** Enters a mandate. The same request again changes nothing. */
export async function createMandate(tx: Tx, scope: Scope, input: z.output<typeof createMandateInput>) {
  assertEuro(scope);
  assertSigned(scope, input.signedOn);
  await takeTurns(tx, scope);
  await lockForNew(tx, scope, [input.leaseId]);
  await assertFreeReference(tx, scope, input);
  const [row] = await tx
    .insert(mandate)
    .values({ ...exactly(mandate, input), portfolioId: scope.portfolioId })
    .onConflictDoNothing({ target: [mandate.portfolioId, mandate.id] })
    .returning(shown);
  if (!row) {
    const [existing] = await tx
      .select()
      .from(mandate)
      .where(isRow(mandate, scope, input.id));
    return sameRequestOnly(existing, input);
  }
  const { leaseId, reference, signedOn } = input;
  await recordAudit(tx, scope, {
    action: 'mandate.create',
    entity: 'mandate',
    entityId: input.id,
    after: { leaseId, reference, signedOn },
  });
  return row;
}

export function assertEuro(scope: Scope): void {
  if (scope.currency !== 'EUR') throw new DomainError('debit.euro_only');
}

function assertSigned(scope: Scope, signedOn: string): void {
  if (signedOn > scope.today) throw new DomainError('debit.signed_in_future', { field: 'signedOn' });
}

/** Whoever names a mandate waits for whoever else does: the table tells references apart in capitals, too. */
const takeTurns = holdPortfolio;

/** The bank tells mandates of one creditor apart by their reference alone, capitals or not (SEPA Core Direct Debit Rulebook, AT-01). */
async function assertFreeReference(
  tx: Tx,
  scope: Scope,
  { id, reference }: { id: string; reference: string },
): Promise<void> {
  const [taken] = await tx
    .select({ id: mandate.id })
    .from(mandate)
    .where(
      and(
        within(mandate, scope),
        sql`lower(${mandate.reference}) = ${reference.toLowerCase()}`,
        ne(mandate.id, id),
      ),
    );
  if (taken) throw new DomainError('debit.reference_taken', { field: 'reference' });
}

/** Whether a file was ever made by it, one that was called off, too. */
async function isUsed(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const [used] = await tx
    .select({ id: collectionItem.id })
    .from(collectionItem)
    .where(and(within(collectionItem, scope), eq(collectionItem.mandateId, id)))
    .limit(1);
  return used !== undefined;
}

async function getMandate(tx: Tx, scope: Scope, id: string) {
  const [row] = await tx
    .select()
    .from(mandate)
    .where(isRow(mandate, scope, id));
  if (!row) throw new DomainError('not_found');
  await lockLeases(tx, scope, [row.leaseId]);
  return row;
}

/** Changes a mandate. The same request again changes nothing. */
export async function updateMandate(tx: Tx, scope: Scope, input: z.output<typeof updateMandateInput>) {
  await takeTurns(tx, scope);
  const { id, version, ...fields } = input;
  const before = await getMandate(tx, scope, input.id);
  if (isChangedSo(before, input, fields)) return { id, version: before.version };
  assertSigned(scope, input.signedOn);
  if (before.revokedOn !== null && before.revokedOn < input.signedOn) {
    throw new DomainError('debit.revoked_before_signed', { field: 'signedOn' });
  }
  await assertFreeReference(tx, scope, input);
  // The bank knows it by these; what it was told is not changed behind its back.
  const isOther = before.reference !== input.reference || before.signedOn !== input.signedOn;
  if (isOther && (await isUsed(tx, scope, input.id))) {
    throw new DomainError('debit.mandate_fixed', { field: 'reference' });
  }
  const changed = changedRow(
    await tx
      .update(mandate)
      .set({ ...exactly(mandate, fields), ...nextVersion(mandate, scope) })
      .where(isSeenRow(mandate, scope, { id, version }))
      .returning(shown),
  );
  await recordAudit(tx, scope, {
    action: 'mandate.update',
    entity: 'mandate',
    entityId: id,
    before: { reference: before.reference, signedOn: before.signedOn },
    after: { reference: fields.reference, signedOn: fields.signedOn },
  });
  return changed;
}

/**
 * Ends a mandate from a day on, or lets it hold again. What is on its way already is not called back. The same request again
 * changes nothing.
 */
export async function revokeMandate(tx: Tx, scope: Scope, input: z.output<typeof revokeMandateInput>) {
  const before = await getMandate(tx, scope, input.id);
  const { id, version, revokedOn } = input;
  if (isChangedSo(before, input, { revokedOn })) return { id, version: before.version };
  if (revokedOn !== null && revokedOn < before.signedOn) {
    throw new DomainError('debit.revoked_before_signed', { field: 'revokedOn' });
  }
  const changed = changedRow(
    await tx
      .update(mandate)
      .set({ revokedOn, ...nextVersion(mandate, scope) })
      .where(isSeenRow(mandate, scope, { id, version }))
      .returning(shown),
  );
  await recordAudit(tx, scope, {
    action: 'mandate.revoke',
    entity: 'mandate',
    entityId: id,
    before: { revokedOn: before.revokedOn },
    after: { revokedOn },
  });
  return changed;
}

/** Removes a mandate that was entered by mistake. One that was used is revoked instead. Again it changes nothing. */
export async function deleteMandate(tx: Tx, scope: Scope, input: z.output<typeof deleteMandateInput>) {
  const [known] = await tx
    .select({ id: mandate.id })
    .from(mandate)
    .where(isRow(mandate, scope, input.id));
  const removal = { action: 'mandate.delete', entity: 'mandate', entityId: input.id } as const;
  if (!known && (await isMadeSo(tx, scope, removal))) return { id: input.id };
  const before = await getMandate(tx, scope, input.id);
  if (await isUsed(tx, scope, input.id)) throw new DomainError('debit.mandate_used');
  changedRow(
    await tx
      .delete(mandate)
      .where(isSeenRow(mandate, scope, input))
      .returning({ id: mandate.id }),
  );
  await recordAudit(tx, scope, {
    ...removal,
    before: { leaseId: before.leaseId, reference: before.reference },
  });
  return { id: input.id };
}
