import 'server-only';
import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import {
  document,
  documentLink,
  documentVersion,
  handover,
  leaseTenant,
  leaseUnit,
  letterEnclosure,
  transaction,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { matchesWords } from '../document/queries';
import { enclosedTypes } from './enclosure-rules';

/** So many are shown; others are found by a word. */
const SHOWN = 30;

/**
 * Papers of a lease, its tenants, its units and their houses, that can be printed and were read whole. None that hangs on
 * another lease, another unit or somebody who never was on this lease: a letter shows nobody what is another's. For letters to
 * several leases at once, those that may come with each of them: papers of the house they share, and of nobody's flat.
 * @param only the documents that were chosen, without a limit
 */
export async function listEnclosable(
  tx: Tx,
  scope: Scope,
  {
    leaseIds,
    search,
    only = null,
  }: { leaseIds: readonly string[]; search: string; only?: readonly string[] | null },
) {
  const { isOwn, isForeign } = linksOf(tx, scope, [...new Set(leaseIds)]);
  const links = (which: SQL | undefined) =>
    tx
      .select({ one: sql`1` })
      .from(documentLink)
      .where(and(within(documentLink, scope), joins(documentLink.documentId, document.id), which));
  const rows = tx
    .select({
      documentId: document.id,
      versionId: documentVersion.id,
      title: document.title,
      category: document.category,
      mediaType: documentVersion.mediaType,
      sizeBytes: documentVersion.sizeBytes,
      sha256: documentVersion.sha256,
      storagePath: documentVersion.storagePath,
    })
    .from(document)
    .innerJoin(documentVersion, joins(documentVersion.id, document.currentVersionId))
    .where(
      and(
        within(document, scope),
        isNull(document.deletedAt),
        eq(documentVersion.state, 'ready'),
        isNotNull(documentVersion.sha256),
        sql`${documentVersion.sizeBytes} > 0`,
        isAmong(documentVersion.mediaType, [...enclosedTypes]),
        only ? isAmong(document.id, [...only]) : undefined,
        await matchesWords(search),
        sql`exists ${links(isOwn)}`,
        notExists(links(isForeign)),
      ),
    )
    .orderBy(desc(document.createdAt), desc(document.id));
  const found = await (only ? rows : rows.limit(SHOWN));
  return found.flatMap(({ sha256, ...row }) => (sha256 === null ? [] : [{ ...row, sha256 }]));
}

export type Enclosable = Awaited<ReturnType<typeof listEnclosable>>[number];

/** A paper as people choose it. */
export const shownPaper = ({ storagePath: _, sha256: _hash, ...paper }: Enclosable) => paper;

/** Which links are of all these leases, and which of something else. */
function linksOf(tx: Tx, scope: Scope, ids: readonly string[]) {
  const [one] = ids;
  /** What each of them has. */
  const isOfAll = (leaseId: AnyPgColumn) => sql`${countDistinct(leaseId)} = ${ids.length}`;
  const units = tx
    .select({ id: leaseUnit.unitId })
    .from(leaseUnit)
    .where(and(within(leaseUnit, scope), isAmong(leaseUnit.leaseId, ids)))
    .groupBy(leaseUnit.unitId)
    .having(isOfAll(leaseUnit.leaseId));
  const properties = tx
    .select({ id: unit.propertyId })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), isAmong(leaseUnit.leaseId, ids)))
    .groupBy(unit.propertyId)
    .having(isOfAll(leaseUnit.leaseId));
  const tenants = tx
    .select({ id: leaseTenant.tenantId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), isAmong(leaseTenant.leaseId, ids)))
    .groupBy(leaseTenant.tenantId)
    .having(isOfAll(leaseTenant.leaseId));
  const handovers = (leaseId: string) =>
    tx
      .select({ id: handover.id })
      .from(handover)
      .where(and(within(handover, scope), eq(handover.leaseId, leaseId)));
  const bookings = tx
    .select({ id: transaction.id })
    .from(transaction)
    .where(
      and(
        within(transaction, scope),
        isAmong(transaction.propertyId, properties),
        or(isNull(transaction.unitId), isAmong(transaction.unitId, units)),
      ),
    );
  const isOwn = or(
    ...(one !== undefined && ids.length === 1
      ? [eq(documentLink.leaseId, one), isAmong(documentLink.handoverId, handovers(one))]
      : []),
    isAmong(documentLink.tenantId, tenants),
    isAmong(documentLink.unitId, units),
    isAmong(documentLink.propertyId, properties),
    isAmong(documentLink.transactionId, bookings),
  );
  // A paper of several houses is a paper of each.
  const isForeign = and(sql`not coalesce(${isOwn}, false)`, isNull(documentLink.propertyId));
  return { isOwn, isForeign };
}

export type Enclosure = Awaited<ReturnType<typeof listEnclosures>>[number];

/** What comes with letters, in order. */
export const listEnclosures = (tx: Tx, scope: Scope, letterIds: readonly string[]) =>
  tx
    .select({
      letterId: letterEnclosure.letterId,
      position: letterEnclosure.position,
      title: letterEnclosure.title,
      mediaType: letterEnclosure.mediaType,
      sizeBytes: letterEnclosure.sizeBytes,
      sha256: letterEnclosure.sha256,
      storagePath: letterEnclosure.storagePath,
    })
    .from(letterEnclosure)
    .where(and(within(letterEnclosure, scope), isAmong(letterEnclosure.letterId, [...letterIds])))
    .orderBy(asc(letterEnclosure.letterId), asc(letterEnclosure.position));

/** Whether exactly these files come with a letter, in this order. */
export async function isEnclosed(
  tx: Tx,
  scope: Scope,
  letterId: string,
  chosen: readonly { documentId: string; versionId: string }[],
): Promise<boolean> {
  const rows = await tx
    .select({ versionId: documentVersion.id })
    .from(letterEnclosure)
    .leftJoin(
      documentVersion,
      and(
        joins(documentVersion.documentId, letterEnclosure.documentId),
        eq(documentVersion.storagePath, letterEnclosure.storagePath),
      ),
    )
    .where(and(within(letterEnclosure, scope), eq(letterEnclosure.letterId, letterId)))
    .orderBy(asc(letterEnclosure.position));
  return rows.length === chosen.length && rows.every((row, at) => row.versionId === chosen[at]?.versionId);
}
