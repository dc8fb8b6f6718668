import 'server-only';
import { and, eq, gt, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '@/db/client';
import {
  collection,
  collectionItem,
  costStatement,
  costStatementLease,
  letter,
  letterItem,
  openItem,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { tellsSomething } from '@/db/told';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { openOfCharged } from './charged-commands';

/** Why a letter that has not gone yet had better not go any more; null where it still says what is so. */
export async function reasonAgainst(
  tx: Tx,
  scope: Scope,
  letterId: string,
): Promise<'paid' | 'late' | 'corrected' | 'called_off' | null> {
  const [row] = await tx
    .select({
      payBy: letter.payBy,
      interestCents: letter.interestCents,
      interestChargeId: letter.interestChargeId,
      feeCents: letter.feeCents,
      feeChargeId: letter.feeChargeId,
      statementLeaseId: letter.statementLeaseId,
      collectionItemId: letter.collectionItemId,
    })
    .from(letter)
    .where(isRow(letter, scope, letterId));
  if (!row) throw new DomainError('not_found');
  if (row.interestCents + row.feeCents > (await openOfCharged(tx, scope, row))) return 'paid';
  if (await isLessOpen(tx, scope, letterId)) return 'paid';
  if (await isCorrected(tx, scope, row.statementLeaseId)) return 'corrected';
  if (await isCalledOff(tx, scope, row.collectionItemId)) return 'called_off';
  if (row.payBy === null) return null;
  // What is told beforehand is told before the day itself: then the bank collects.
  const isLate = row.collectionItemId === null ? row.payBy < scope.today : row.payBy <= scope.today;
  return isLate ? 'late' : null;
}

/** Whether less is open of any debt a letter asks for than when it was written. */
async function isLessOpen(tx: Tx, scope: Scope, letterId: string): Promise<boolean> {
  const [less] = await tx
    .select({ id: letterItem.id })
    .from(letterItem)
    .innerJoin(openItem, joins(openItem.chargeId, letterItem.chargeId))
    .where(
      and(
        within([letterItem, openItem], scope),
        eq(letterItem.letterId, letterId),
        lt(openItem.openCents, letterItem.openCents),
      ),
    )
    .limit(1);
  return less !== undefined;
}

/** Whether the direct debit it tells of was called off, alone or with its file. */
async function isCalledOff(tx: Tx, scope: Scope, itemId: string | null): Promise<boolean> {
  if (itemId === null) return false;
  const [item] = await tx
    .select({ cancelledAt: collectionItem.cancelledAt, fileCancelledAt: collection.cancelledAt })
    .from(collectionItem)
    .innerJoin(collection, joins(collection.id, collectionItem.collectionId))
    .where(and(within([collectionItem, collection], scope), eq(collectionItem.id, itemId)));
  return item !== undefined && (item.cancelledAt !== null || item.fileCancelledAt !== null);
}

const later = alias(costStatement, 'later');
const laterLease = alias(costStatementLease, 'later_lease');

/** Whether a later version of its statement tells the lease something else. */
async function isCorrected(tx: Tx, scope: Scope, statementLeaseId: string | null): Promise<boolean> {
  if (statementLeaseId === null) return false;
  const [found] = await tx
    .select({ id: laterLease.id })
    .from(costStatementLease)
    .innerJoin(costStatement, joins(costStatement.id, costStatementLease.statementId))
    .innerJoin(
      later,
      and(
        joins(later.propertyId, costStatement.propertyId),
        eq(later.periodFrom, costStatement.periodFrom),
        eq(later.periodTo, costStatement.periodTo),
        gt(later.version, costStatement.version),
      ),
    )
    .innerJoin(
      laterLease,
      and(joins(laterLease.statementId, later.id), eq(laterLease.leaseId, costStatementLease.leaseId)),
    )
    .where(
      and(
        within([costStatementLease, costStatement, later, laterLease], scope),
        eq(costStatementLease.id, statementLeaseId),
        tellsSomething(laterLease),
      ),
    )
    .limit(1);
  return found !== undefined;
}
