import 'server-only';
import { and } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { category, costAgreement } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { assertSeen, changedRow, isSeenRow, nextVersion } from '@/db/versioned';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { findAgreement, propertyOf } from './queries';
import type { clearAgreementInput, setAgreementInput } from './schema';

/** Says what the contract of a lease, or those of a property, agree on. The same words again change nothing. */
export async function setAgreement(tx: Tx, scope: Scope, input: z.output<typeof setAgreementInput>) {
  const { id, version, agreesAll, ...whose } = input;
  await propertyOf(tx, scope, whose);
  const named = input.named.toSorted((a, b) => (a.categoryId < b.categoryId ? -1 : 1));
  await assertKinds(
    tx,
    scope,
    named.map(({ categoryId }) => categoryId),
  );
  const { propertyId, leaseId } = whose;
  const before = await findAgreement(tx, scope, whose);
  const wanted = { agreesAll, named };
  if (before && isSame(before, wanted)) return { id: before.id, version: before.version };
  assertSeen(before, { id, version });
  const [row] = before
    ? [
        changedRow(
          await tx
            .update(costAgreement)
            .set({ ...exactly(costAgreement, wanted), ...nextVersion(costAgreement, scope) })
            .where(isSeenRow(costAgreement, scope, before))
            .returning({ id: costAgreement.id, version: costAgreement.version }),
        ),
      ]
    : await tx
        .insert(costAgreement)
        .values({
          portfolioId: scope.portfolioId,
          id: crypto.randomUUID(),
          propertyId,
          leaseId,
          agreesAll,
          named,
        })
        .onConflictDoNothing()
        .returning({ id: costAgreement.id, version: costAgreement.version });
  // Two windows at once: the other was quicker.
  if (!row) throw new DomainError('version_conflict');
  await recordAudit(tx, scope, {
    action: 'cost_agreement.set',
    entity: 'cost_agreement',
    entityId: row.id,
    ...(before && { before: { agreesAll: before.agreesAll, named: before.named.length } }),
    after: { propertyId, leaseId, agreesAll, named: named.length },
  });
  return row;
}

/** Takes it back: from then on the rule of the property holds, or that of the law. Again it changes nothing. */
export async function clearAgreement(tx: Tx, scope: Scope, input: z.output<typeof clearAgreementInput>) {
  const { id, version, ...whose } = input;
  await propertyOf(tx, scope, whose);
  const before = await findAgreement(tx, scope, whose);
  if (!before) return whose;
  assertSeen(before, { id, version });
  changedRow(
    await tx
      .delete(costAgreement)
      .where(isSeenRow(costAgreement, scope, { id, version }))
      .returning({ id: costAgreement.id }),
  );
  await recordAudit(tx, scope, {
    action: 'cost_agreement.clear',
    entity: 'cost_agreement',
    entityId: before.id,
    before: { ...whose, agreesAll: before.agreesAll, named: before.named.length },
  });
  return whose;
}

type Said = { agreesAll: boolean; named: readonly { categoryId: string; key: string | null }[] };

const isSame = (one: Said, other: Said): boolean =>
  one.agreesAll === other.agreesAll &&
  one.named.length === other.named.length &&
  one.named.every(({ categoryId, key }, index) => {
    const second = other.named[index];
    return categoryId === second?.categoryId && key === second.key;
  });

/** Each kind of cost once, and known here. */
async function assertKinds(tx: Tx, scope: Scope, ids: string[]): Promise<void> {
  const known = await tx
    .select({ id: category.id })
    .from(category)
    .where(and(within(category, scope), isAmong(category.id, ids)));
  if (known.length !== ids.length) throw new DomainError('not_found', { field: 'named' });
}
