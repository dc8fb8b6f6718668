import 'server-only';
import { and, asc, eq, isNotNull, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import {
  category,
  costAgreement,
  lease,
  leaseUnit,
  property,
  rent,
  rentLine,
  transaction,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { type CostAgreement, lawful } from './rules';
import type { getAgreementInput } from './schema';

export type Whose = z.output<typeof getAgreementInput>;

export const isOf = (scope: Scope, { propertyId, leaseId }: Whose): SQL | undefined =>
  and(
    within(costAgreement, scope),
    propertyId === null ? eq(costAgreement.leaseId, leaseId ?? '') : eq(costAgreement.propertyId, propertyId),
  );

/** What was said of a lease or of a property; null where nothing was. */
export async function findAgreement(tx: Tx, scope: Scope, whose: Whose) {
  const [row] = await tx
    .select({
      id: costAgreement.id,
      version: costAgreement.version,
      agreesAll: costAgreement.agreesAll,
      named: costAgreement.named,
    })
    .from(costAgreement)
    .where(isOf(scope, whose));
  return row ?? null;
}

/** The property an agreement is of, that of a lease by its first unit; `not_found` for a stranger's. */
export async function propertyOf(tx: Tx, scope: Scope, { propertyId, leaseId }: Whose): Promise<string> {
  if (propertyId !== null) {
    await assertExists(tx, scope, property, propertyId);
    return propertyId;
  }
  if (leaseId !== null) await assertExists(tx, scope, lease, leaseId);
  const [row] = await tx
    .select({ propertyId: unit.propertyId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), eq(leaseUnit.leaseId, leaseId ?? '')))
    .orderBy(asc(leaseUnit.fromOn), asc(unit.id))
    .limit(1);
  if (!row) throw new DomainError('not_found');
  return row.propertyId;
}

/** The agreement of a lease or a property, what holds without one, and the kinds of cost that can be named. */
export async function getAgreement(tx: Tx, scope: Scope, whose: Whose) {
  const propertyId = await propertyOf(tx, scope, whose);
  const [house] = await tx
    .select({ country: property.country })
    .from(property)
    .where(isRow(property, scope, propertyId));
  if (!house) throw new DomainError('not_found');
  const own = await findAgreement(tx, scope, whose);
  const rule = whose.leaseId === null ? null : await findAgreement(tx, scope, { propertyId, leaseId: null });
  const settlements = whose.leaseId === null ? [] : await listSettlements(tx, scope, whose.leaseId);
  return {
    isGerman: scope.jurisdiction === 'DE' && house.country === 'DE',
    own,
    /** What holds where nothing of its own is said. */
    rule: { agreesAll: (rule ?? lawful).agreesAll, named: (rule ?? lawful).named },
    /** Somebody has said for the whole property what its contracts agree on. */
    isRuleSaid: rule !== null,
    /** Something of the rent is settled: of a lease whether, of a property where. */
    settles: whose.leaseId === null || settlements.includes('advance'),
    /** A lump sum is paid for costs, which nobody settles (§ 556 (2) BGB). */
    hasLumpSum: settlements.includes('lump_sum'),
    kinds: await listKinds(tx, scope, propertyId),
  };
}

/** How parts of the rents of a lease are settled, ever; without an advance on costs nothing is (`settlementOf`). */
async function listSettlements(tx: Tx, scope: Scope, leaseId: string) {
  const rows = await tx
    .selectDistinct({ settlement: rentLine.settlement })
    .from(rentLine)
    .innerJoin(rent, joins(rent.id, rentLine.rentId))
    .where(and(within([rentLine, rent], scope), eq(rent.leaseId, leaseId)));
  return rows.map(({ settlement }) => settlement);
}

/** Kinds of cost that tenants may bear: those that are recoverable, and what was booked on the house with a key. */
const listKinds = (tx: Tx, scope: Scope, propertyId: string) =>
  tx
    .select({ id: category.id, code: category.code, name: category.name, betrkvNo: category.betrkvNo })
    .from(category)
    .where(
      and(
        within(category, scope),
        eq(category.direction, 'expense'),
        isNotNull(category.parentId),
        or(
          eq(category.isRecoverable, true),
          isAmong(
            category.id,
            tx
              .select({ id: transaction.categoryId })
              .from(transaction)
              .where(
                and(
                  within(transaction, scope),
                  eq(transaction.propertyId, propertyId),
                  isNotNull(transaction.recoverableKey),
                ),
              ),
          ),
        ),
      ),
    )
    .orderBy(asc(category.betrkvNo), asc(category.position), asc(category.name), asc(category.id));

/** What each lease of a property has agreed on, its own word before the rule of the property. */
export async function listAgreements(tx: Tx, scope: Scope, propertyId: string, leaseIds: string[]) {
  const rows = await tx
    .select({
      leaseId: costAgreement.leaseId,
      agreesAll: costAgreement.agreesAll,
      named: costAgreement.named,
    })
    .from(costAgreement)
    .where(
      and(
        within(costAgreement, scope),
        or(isAmong(costAgreement.leaseId, leaseIds), eq(costAgreement.propertyId, propertyId)),
      ),
    );
  const rule: CostAgreement = rows.find(({ leaseId }) => leaseId === null) ?? lawful;
  return (leaseId: string): CostAgreement => rows.find((row) => row.leaseId === leaseId) ?? rule;
}
