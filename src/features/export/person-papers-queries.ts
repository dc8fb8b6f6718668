import 'server-only';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import type { Tenancy } from '@/db/of-leases';
import { document, documentLink, letter, letterEnclosure } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { todayIn } from '@/lib/calendar';

/** Papers about somebody: whole, with every version; of what came with a letter the file that went. */
export type Papers = {
  documentIds: readonly string[];
  enclosedIds: readonly string[];
  enclosedPaths: readonly string[];
  /** Also about others, and not put with the person: left out until somebody has looked. */
  otherDocumentIds: readonly string[];
};

type Asked = {
  id: string;
  leaseIds: readonly string[];
  soleIds: readonly string[];
  shared: readonly Tenancy[];
  handoverIds: readonly string[];
  letterIds: readonly string[];
};

export async function readPapers(tx: Tx, scope: Scope, asked: Asked): Promise<Papers> {
  const { id, leaseIds, handoverIds, letterIds } = asked;
  const letters = await tx
    .select({ id: letter.id, documentId: letter.documentId })
    .from(letter)
    .where(and(within(letter, scope), isAmong(letter.leaseId, leaseIds), isNotNull(letter.documentId)));
  const isTo = new Set(letterIds);
  const written = letters.filter((one) => isTo.has(one.id)).flatMap((one) => one.documentId ?? []);
  const toOthers = letters.filter((one) => !isTo.has(one.id)).flatMap((one) => one.documentId ?? []);
  const hanging = await tx
    .selectDistinct({ id: documentLink.documentId })
    .from(documentLink)
    .where(
      and(
        within(documentLink, scope),
        or(
          eq(documentLink.tenantId, id),
          isAmong(documentLink.leaseId, leaseIds),
          isAmong(documentLink.handoverId, handoverIds),
        ),
      ),
    );
  const found = [...new Set([...written, ...hanging.map((one) => one.id)])];
  const links = await tx
    .select({
      documentId: documentLink.documentId,
      tenantId: documentLink.tenantId,
      leaseId: documentLink.leaseId,
      handoverId: documentLink.handoverId,
    })
    .from(documentLink)
    .where(and(within(documentLink, scope), isAmong(documentLink.documentId, found)));
  const made = await tx
    .select({ id: document.id, category: document.category, createdAt: document.createdAt })
    .from(document)
    .where(and(within(document, scope), isAmong(document.id, found)));
  const isTheirs = ({ id: documentId, category, createdAt }: (typeof made)[number]) => {
    const own = links.filter((one) => one.documentId === documentId);
    if (written.includes(documentId) || own.some((one) => one.tenantId === id)) return true;
    if (toOthers.includes(documentId)) return false;
    const isOfOthers = own.some(
      ({ tenantId, leaseId, handoverId }) =>
        tenantId !== null ||
        (leaseId !== null && !leaseIds.includes(leaseId)) ||
        (handoverId !== null && !handoverIds.includes(handoverId)),
    );
    if (isOfOthers) return false;
    if (
      own.some(
        ({ leaseId, handoverId }) => handoverId !== null || (leaseId && asked.soleIds.includes(leaseId)),
      )
    ) {
      return true;
    }
    const day = todayIn(scope.timeZone, createdAt);
    // Whoever joins a lease is bound by its contract, whenever that was signed.
    const isIn = ({ from, to }: Tenancy) =>
      (from === null || day >= from || category === 'lease') && (to === null || day <= to);
    return asked.shared.some((time) => own.some((one) => one.leaseId === time.leaseId) && isIn(time));
  };
  const documentIds = made.filter(isTheirs).map((one) => one.id);
  const enclosed = await tx
    .select({ documentId: letterEnclosure.documentId, path: letterEnclosure.storagePath })
    .from(letterEnclosure)
    .where(and(within(letterEnclosure, scope), isAmong(letterEnclosure.letterId, letterIds)));
  const enclosedIds = [...new Set(enclosed.flatMap((one) => one.documentId ?? []))];
  return {
    documentIds,
    enclosedIds: enclosedIds.filter((one) => !documentIds.includes(one)),
    enclosedPaths: [...new Set(enclosed.map((one) => one.path))],
    otherDocumentIds: made
      .map((one) => one.id)
      .filter((one) => ![...documentIds, ...enclosedIds].includes(one)),
  };
}
