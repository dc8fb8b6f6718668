import 'server-only';
import { and, isNotNull, ne } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { letter } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { readLetterPlaces } from '../occupancy/letter-queries';
import { type SenderGap, senderGap } from '../outbox/sender-rules';
import { listLandlordsOf } from '../portfolio/landlord-queries';

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

/** Who writes the letters of leases. Most debits of a file are of a few houses: those are asked for once. */
export function landlordsOfLeases(
  tx: Tx,
  scope: Scope,
  placesOf: Awaited<ReturnType<typeof readLetterPlaces>>,
) {
  const known = new Map<string, Awaited<ReturnType<typeof listLandlordsOf>>>();
  return async (leaseId: string) => {
    const propertyIds = [...new Set(placesOf(leaseId).map((place) => place.propertyId))].toSorted();
    const key = propertyIds.join(' ');
    const landlords = known.get(key) ?? (await listLandlordsOf(tx, scope, propertyIds));
    known.set(key, landlords);
    return landlords;
  };
}

/** What the letters about these leases would lack of who writes them; of several the worst, null where nothing. */
export async function findSenderGap(tx: Tx, scope: Scope, leaseIds: string[]): Promise<SenderGap | null> {
  const landlordsOf = landlordsOfLeases(tx, scope, await readLetterPlaces(tx, scope, leaseIds));
  const gaps = new Set<SenderGap | null>();
  for (const leaseId of leaseIds) gaps.add(senderGap(await landlordsOf(leaseId)));
  return (['nobody', 'address'] as const).find((gap) => gaps.has(gap)) ?? null;
}
