import 'server-only';
import { and, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { letter } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { listLandlordsOf } from '@/features/portfolio/landlord-queries';
import { addressLines } from '@/i18n/regions';
import type { Person } from './person-queries';

/** Who holds the data, and who else has had them, as far as the books say. */
export async function readSurroundings(
  tx: Tx,
  scope: Scope,
  { propertyIds, letterIds, shared }: Person,
  counts: ReadonlyMap<string, number>,
) {
  const controllers = await listLandlordsOf(tx, scope, propertyIds);
  const [byItself] = await tx
    .select({ id: letter.id })
    .from(letter)
    .where(and(within(letter, scope), isAmong(letter.id, letterIds), sql`${letter.isByItself}`))
    .limit(1);
  const has = (...tables: string[]) => tables.some((table) => (counts.get(table) ?? 0) > 0);
  return {
    controllers: controllers.map((one) =>
      [one.name, ...addressLines(one), one.email].filter(Boolean).join(', '),
    ),
    hasBank: has('bank_line', 'collection_item', 'payout_item'),
    hasMails: has('letter_mail', 'receipt_room'),
    hasCoTenants: shared.length > 0,
    isByItself: byItself !== undefined,
  };
}
