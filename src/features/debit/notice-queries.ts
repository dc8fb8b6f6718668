import 'server-only';
import { and, isNotNull, ne } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { letter } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';

/** How and when each of these direct debits was told of, by the debit; `sentOn` is null while it waits for its mail. */
export async function listNotices(tx: Tx, scope: Scope, itemIds: string[]) {
  const rows = await tx
    .select({ itemId: letter.collectionItemId, way: letter.way, sentOn: letter.sentOn })
    .from(letter)
    .where(
      and(
        within(letter, scope),
        isNotNull(letter.collectionItemId),
        isAmong(letter.collectionItemId, itemIds),
        ne(letter.state, 'taken_back'),
      ),
    );
  return new Map(rows.map(({ itemId, ...notice }) => [itemId, notice]));
}
