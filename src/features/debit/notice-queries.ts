import 'server-only';
import { and, isNotNull, not } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { isAnyOf } from '@/db/columns';
import { letter } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { readLetterPlaces } from '../occupancy/letter-queries';
import { type SenderGap, senderGap } from '../outbox/sender-rules';
import { readLandlordsOf } from '../portfolio/landlord-queries';

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
        not(isAnyOf(letter.state, 'taken_back')),
      ),
    );
  return new Map(rows.map(({ itemId, ...notice }) => [itemId, notice]));
}

/** Who writes the letters of leases, of all that are told at once. */
export async function readNoticeSenders(
  tx: Tx,
  scope: Scope,
  leaseIds: readonly string[],
  placesOf: Awaited<ReturnType<typeof readLetterPlaces>>,
) {
  const housesOf = (leaseId: string) => [...new Set(placesOf(leaseId).map((place) => place.propertyId))];
  const landlordsOf = await readLandlordsOf(tx, scope, [...new Set(leaseIds.flatMap(housesOf))]);
  return (leaseId: string) => landlordsOf(housesOf(leaseId));
}

/** What the letters about these leases would lack of who writes them; of several the worst, null where nothing. */
export async function findSenderGap(tx: Tx, scope: Scope, leaseIds: string[]): Promise<SenderGap | null> {
  if (leaseIds.length === 0) return null;
  const placesOf = await readLetterPlaces(tx, scope, leaseIds);
  const landlordsOf = await readNoticeSenders(tx, scope, leaseIds, placesOf);
  const gaps = new Set(leaseIds.map((leaseId) => senderGap(landlordsOf(leaseId))));
  return (['nobody', 'address'] as const).find((gap) => gaps.has(gap)) ?? null;
}
