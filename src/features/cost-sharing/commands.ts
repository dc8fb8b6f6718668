import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { category, costSharing, lease, property, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { changedRow, isSeenRow, nextVersion } from '@/db/versioned';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { lockSharing } from './queries';
import { type CostSharing, type SharedPeriod, sharingOf, usualSharing, withCost } from './rules';
import type { setSharingInput } from './schema';

/**
 * Says how one cost of a house is shared out, see `setSharingInput`. The same words again change nothing.
 * @throws DomainError `version_conflict`, `not_found` for what is not of this house
 */
export async function setSharing(tx: Tx, scope: Scope, input: z.output<typeof setSharingInput>) {
  const { propertyId, version, vacantPersons } = input;
  await assertExists(tx, scope, property, propertyId);
  await assertExists(tx, scope, category, input.categoryId);
  await assertOfHouse(tx, scope, input);
  const before = await lockSharing(tx, scope, propertyId);
  const wanted = { vacantPersons, costs: withCost((before ?? usualSharing).costs, saidBy(input)) };
  if (isSame(before ?? usualSharing, wanted)) return { version: before?.version ?? null };
  if ((before?.version ?? null) !== version) throw new DomainError('version_conflict');
  const [row] = before
    ? [
        changedRow(
          await tx
            .update(costSharing)
            .set({ ...exactly(costSharing, wanted), ...nextVersion(costSharing, scope) })
            .where(isSeenRow(costSharing, scope, before))
            .returning({ id: costSharing.id, version: costSharing.version }),
        ),
      ]
    : await tx
        .insert(costSharing)
        .values({
          portfolioId: scope.portfolioId,
          id: crypto.randomUUID(),
          ...exactly(costSharing, { propertyId, ...wanted }),
        })
        .onConflictDoNothing()
        .returning({ id: costSharing.id, version: costSharing.version });
  // Two windows at once: the other was quicker.
  if (!row) throw new DomainError('version_conflict');
  await recordAudit(tx, scope, {
    action: 'cost_sharing.set',
    entity: 'cost_sharing',
    entityId: row.id,
    ...(before && { before: told(before, input) }),
    after: { propertyId, ...told(wanted, input) },
  });
  return { version: row.version };
}

/** What the journal keeps of the cost that is meant: its figures, and no sentence somebody wrote. */
function told(sharing: CostSharing, { categoryId, key, from, to }: z.output<typeof setSharingInput>) {
  const { cost, now } = sharingOf(sharing, { categoryId, key }, { from, to }) ?? { cost: null, now: null };
  return {
    ...{ vacantPersons: sharing.vacantPersons, categoryId, key, from, to },
    principle: cost?.principle ?? null,
    units: cost?.circle?.length ?? null,
    deductedCents: now?.deduction?.amountCents ?? null,
    byHandCents: now?.byHand ? sumCents(now.byHand.amounts.map(({ amountCents }) => amountCents)) : null,
  };
}

function saidBy(input: z.output<typeof setSharingInput>): Parameters<typeof withCost>[1] {
  const { from, to, deductedCents, restFor, deductedReason, byHand, byHandReason } = input;
  const { categoryId, key, principle, circle, usualFromCents, usualToCents } = input;
  const amounts = byHand.flatMap(({ leaseId, amountCents }) =>
    amountCents === null || amountCents === 0 ? [] : [{ leaseId, amountCents }],
  );
  const now: SharedPeriod = {
    from,
    to,
    deduction:
      deductedCents === null || deductedReason === null
        ? null
        : { amountCents: deductedCents, restFor, reason: deductedReason },
    // With a reason and no amounts all of it is the landlord's; the form says a reason only where amounts are set by hand.
    byHand: byHandReason === null ? null : { reason: byHandReason, amounts },
  };
  const usual = { usualFromCents: usualToCents === null ? null : (usualFromCents ?? 0), usualToCents };
  return { categoryId, key, principle, circle: circle?.toSorted() ?? null, ...usual, now };
}

const isSame = (one: CostSharing, other: CostSharing): boolean =>
  one.vacantPersons === other.vacantPersons && canonical(one.costs) === canonical(other.costs);

/** The database keeps fields in an order of its own. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/** Units of the house, and leases of the portfolio: those of another house hold nothing here, and stop the line. */
async function assertOfHouse(
  tx: Tx,
  scope: Scope,
  { propertyId, circle, byHand }: z.output<typeof setSharingInput>,
): Promise<void> {
  const unitIds = [...new Set(circle ?? [])];
  const units = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, propertyId), isAmong(unit.id, unitIds)));
  if (units.length !== unitIds.length) throw new DomainError('not_found', { field: 'circle' });
  const leaseIds = [...new Set(byHand.map(({ leaseId }) => leaseId))];
  const leases = await tx
    .select({ id: lease.id })
    .from(lease)
    .where(and(within(lease, scope), isAmong(lease.id, leaseIds)));
  if (leases.length !== leaseIds.length) throw new DomainError('not_found', { field: 'byHand' });
}
