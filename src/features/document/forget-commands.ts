import 'server-only';
import { and, asc, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { namesErased } from '@/db/erase-document';
import { erasedHandovers } from '@/db/erase-handover';
import { folded } from '@/db/folded';
import { document, documentLink, documentVersion } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { searchWords } from '@/lib/search';
import { refreshSearchText } from './commands';

/** Who is deleted: the leases that go with them, and those that others go on with. */
type Deleted = { tenantId: string; name: string; erasedIds: string[]; keptIds: string[] };

/**
 * What was written to several, or hangs on something that stays, is still the landlord's and the others'. Of papers that hung on
 * whoever is deleted, and of those of a lease they leave that name them, the search forgets the text, of every version: they
 * are found by title, note and name of the file. Before the links go.
 */
export async function forgetWordsOf(tx: Tx, scope: Scope, deleted: Deleted): Promise<void> {
  const ids = [
    ...new Set([...(await listOwn(tx, scope, deleted)), ...(await listNaming(tx, scope, deleted))]),
  ];
  if (ids.length === 0) return;
  await tx
    .update(documentVersion)
    .set({ content: '' })
    .where(and(within(documentVersion, scope), isAmong(documentVersion.documentId, ids)));
  // Whoever changes a title at this moment makes the search text of the words it had: it is made again after them.
  const kept = await tx
    .select({ id: document.id })
    .from(document)
    .where(and(within(document, scope), isAmong(document.id, ids)))
    .orderBy(asc(document.id))
    .for('update');
  for (const { id } of kept) await refreshSearchText(tx, scope, id);
}

async function listOwn(tx: Tx, scope: Scope, { tenantId, erasedIds }: Deleted): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: documentLink.documentId })
    .from(documentLink)
    .where(and(within(documentLink, scope), namesErased(tx, scope, { tenantId, leaseIds: erasedIds })));
  return rows.map(({ id }) => id);
}

async function listNaming(tx: Tx, scope: Scope, { name, keptIds }: Deleted): Promise<string[]> {
  const handovers = erasedHandovers(tx, scope, { leaseIds: keptIds });
  if (!handovers) return [];
  const rows = await tx
    .selectDistinct({ id: documentLink.documentId })
    .from(documentLink)
    .innerJoin(documentVersion, joins(documentVersion.documentId, documentLink.documentId))
    .where(
      and(
        within([documentLink, documentVersion], scope),
        or(isAmong(documentLink.leaseId, keptIds), isAmong(documentLink.handoverId, handovers)),
        or(namesWhole(name), isUnread),
      ),
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
