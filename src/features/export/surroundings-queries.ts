import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { landlord, letter, propertyOwner } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { addressLines } from '@/i18n/regions';
import type { Person } from './person-queries';

const columns = {
  name: landlord.name,
  street: landlord.street,
  houseNumber: landlord.houseNumber,
  postalCode: landlord.postalCode,
  city: landlord.city,
  state: landlord.state,
  country: landlord.country,
  email: landlord.email,
};

/** Who holds the data, and who else has had them, as far as the books say. */
export async function readSurroundings(
  tx: Tx,
  scope: Scope,
  { propertyIds, letterIds, shared }: Person,
  counts: ReadonlyMap<string, number>,
) {
  const owners = await tx
    .selectDistinct({ id: landlord.id, ...columns })
    .from(propertyOwner)
    .innerJoin(landlord, joins(landlord.id, propertyOwner.landlordId))
    .where(and(within([propertyOwner, landlord], scope), isAmong(propertyOwner.propertyId, propertyIds)))
    .orderBy(asc(landlord.name), asc(landlord.id));
  const landlords = await tx
    .select(columns)
    .from(landlord)
    .where(and(within(landlord, scope), isNull(landlord.archivedAt)))
    .limit(2);
  // Of several it is not known whose tenant they are.
  const alone = landlords.length === 1 ? landlords : [];
  const controllers = owners.length > 0 ? owners : alone;
  const [byItself] = await tx
    .select({ id: letter.id })
    .from(letter)
    .where(and(within(letter, scope), isAmong(letter.id, letterIds), eq(letter.isByItself, true)))
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
