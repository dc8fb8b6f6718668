import 'server-only';
import { and, asc, desc, eq, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import {
  document,
  documentLink,
  documentVersion,
  handover,
  lease,
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
 * another lease, another unit or somebody who never was on this lease: a letter shows nobody what is another's.
 * @param only the documents that were chosen, without a limit
 */
export async function listEnclosable(
  tx: Tx,
  scope: Scope,
  { leaseId, search, only = null }: { leaseId: string; search: string; only?: readonly string[] | null },
) {
  await assertExists(tx, scope, lease, leaseId);
  const { isOwn, isForeign } = linksOf(tx, scope, leaseId);
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

/** Which links are of this lease, and which of something else. */
function linksOf(tx: Tx, scope: Scope, leaseId: string) {
  const units = tx
    .select({ id: leaseUnit.unitId })
    .from(leaseUnit)
    .where(and(within(leaseUnit, scope), eq(leaseUnit.leaseId, leaseId)));
  const properties = tx
    .select({ id: unit.propertyId })
    .from(unit)
    .where(and(within(unit, scope), isAmong(unit.id, units)));
  const tenants = tx
    .select({ id: leaseTenant.tenantId })
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.leaseId, leaseId)));
  const handovers = tx
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
    eq(documentLink.leaseId, leaseId),
    isAmong(documentLink.tenantId, tenants),
    isAmong(documentLink.handoverId, handovers),
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
