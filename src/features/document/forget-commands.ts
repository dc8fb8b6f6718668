import 'server-only';
import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { namesErased } from '@/db/erase-document';
import { erasedHandovers } from '@/db/erase-handover';
import { exactly } from '@/db/exactly';
import { folded } from '@/db/folded';
import { document, documentLink, documentVersion, letterEnclosure } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow, nextVersion } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { searchWords } from '@/lib/search';
import { withoutName } from '@/lib/without-name';
import { refreshSearchText } from './commands';

/** Who is deleted: the leases that go with them, those that others go on with, and who these are. */
type Deleted = { tenantId: string; name: string; erasedIds: string[]; keptIds: string[]; others: string[] };

/**
 * What was written to several, or hangs on something that stays, is still the landlord's and the others'. Of papers that hung on
 * whoever is deleted, and of those of a lease they leave that name them, the search forgets the text, of every version; and
 * where all words of their name stand together in title, note or the name of a file, they do so no more. Before the links go.
 */
export async function forgetWordsOf(tx: Tx, scope: Scope, deleted: Deleted): Promise<void> {
  const own = await listOwn(tx, scope, deleted);
  const ids = [...new Set([...own, ...(await listNaming(tx, scope, deleted))])];
  const called = [...new Set([...own, ...(await listOfKept(tx, scope, deleted))])];
  if (called.length === 0) return;
  await tx
    .update(documentVersion)
    .set({ content: '' })
    .where(and(within(documentVersion, scope), isAmong(documentVersion.documentId, ids)));
  const changed = new Set([...ids, ...(await renameFiles(tx, scope, called, deleted))]);
  // Whoever changes a title at this moment makes the search text of the words it had: it is made again after them.
  const kept = await tx
    .select({ id: document.id, title: document.title, note: document.note })
    .from(document)
    .where(and(within(document, scope), isAmong(document.id, called)))
    .orderBy(asc(document.id))
    .for('update');
  for (const { id, title, note } of kept) {
    const said = { title: without(title, deleted), note: note === null ? null : without(note, deleted) };
    if (said.title !== title || said.note !== note) {
      await tx
        .update(document)
        .set({ ...exactly(document, said), ...nextVersion(document, scope) })
        .where(isRow(document, scope, id));
      // As what it came with a letter, it is called the same.
      await tx
        .update(letterEnclosure)
        .set({ title: said.title })
        .where(and(within(letterEnclosure, scope), eq(letterEnclosure.documentId, id)));
      changed.add(id);
    }
    if (changed.has(id)) await refreshSearchText(tx, scope, id);
  }
}

const without = (text: string, { name, others }: Deleted) => withoutName(text, name, others);

/** Of which papers a file was called by the name. */
async function renameFiles(tx: Tx, scope: Scope, documentIds: string[], deleted: Deleted): Promise<string[]> {
  const files = await tx
    .select({
      id: documentVersion.id,
      documentId: documentVersion.documentId,
      fileName: documentVersion.fileName,
    })
    .from(documentVersion)
    .where(and(within(documentVersion, scope), isAmong(documentVersion.documentId, documentIds)))
    .orderBy(asc(documentVersion.id));
  const renamed: string[] = [];
  for (const { id, documentId, fileName } of files) {
    const said = without(fileName, deleted);
    if (said === fileName) continue;
    await tx
      .update(documentVersion)
      .set({ fileName: said })
      .where(isRow(documentVersion, scope, id));
    renamed.push(documentId);
  }
  return renamed;
}

async function listOwn(tx: Tx, scope: Scope, { tenantId, erasedIds }: Deleted): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: documentLink.documentId })
    .from(documentLink)
    .where(and(within(documentLink, scope), namesErased(tx, scope, { tenantId, leaseIds: erasedIds })));
  return rows.map(({ id }) => id);
}

/** Condition on a link: to a lease that others go on with, or to a hand-over of one. */
function isOfKept(tx: Tx, scope: Scope, { keptIds }: Deleted): SQL | undefined {
  const handovers = erasedHandovers(tx, scope, { leaseIds: keptIds });
  return handovers && or(isAmong(documentLink.leaseId, keptIds), isAmong(documentLink.handoverId, handovers));
}

async function listOfKept(tx: Tx, scope: Scope, deleted: Deleted): Promise<string[]> {
  const isKept = isOfKept(tx, scope, deleted);
  if (!isKept) return [];
  const rows = await tx
    .selectDistinct({ id: documentLink.documentId })
    .from(documentLink)
    .where(and(within(documentLink, scope), isKept));
  return rows.map(({ id }) => id);
}

async function listNaming(tx: Tx, scope: Scope, deleted: Deleted): Promise<string[]> {
  const isKept = isOfKept(tx, scope, deleted);
  if (!isKept) return [];
  const rows = await tx
    .selectDistinct({ id: documentLink.documentId })
    .from(documentLink)
    .innerJoin(documentVersion, joins(documentVersion.documentId, documentLink.documentId))
    .where(
      and(within([documentLink, documentVersion], scope), isKept, or(namesWhole(deleted.name), isUnread)),
    );
  return rows.map(({ id }) => id);
}

/** What it says is not known yet, and it may name them. */
const isUnread = and(isNull(documentVersion.content), ne(documentVersion.state, 'ready'));

/** Every word of a name stands in the text as a word: “Max Rot” is not named by “maximal” and “Protokoll”. */
function namesWhole(name: string): SQL | undefined {
  const text = folded(sql`${documentVersion.content}`);
  const words = searchWords(name).map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  return and(...words.map((word) => sql`${text} ~ ${`(^|[^[:alnum:]])${word}([^[:alnum:]]|$)`}`));
}
