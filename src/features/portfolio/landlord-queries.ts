import 'server-only';
import { and, asc, desc, isNull, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { landlord, property, propertyOwner } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';

const letterhead = {
  id: landlord.id,
  name: landlord.name,
  street: landlord.street,
  houseNumber: landlord.houseNumber,
  postalCode: landlord.postalCode,
  city: landlord.city,
  state: landlord.state,
  country: landlord.country,
  email: landlord.email,
};

const hasAddress = sql`(${landlord.street} is not null and ${landlord.postalCode} is not null and ${landlord.city} is not null)`;
const isAtHome = sql`(coalesce(${landlord.country}, ${property.country}) = ${property.country})`;
const share = sql`${propertyOwner.shareNumerator}::numeric / ${propertyOwner.shareDenominator}`;

/** Who lets the properties: their owners; where nobody is entered, the portfolio's landlord if there is only one. */
export const listLandlordsOf = async (tx: Tx, scope: Scope, propertyIds: readonly string[]) =>
  (await readLandlordsOf(tx, scope, propertyIds))(propertyIds);

/**
 * The same of many properties, read at once: who lets some of them together. Letters come from the address of the first: one who
 * has an address, in the country of the house, with the largest share; then by name.
 */
export async function readLandlordsOf(tx: Tx, scope: Scope, propertyIds: readonly string[]) {
  const owners =
    propertyIds.length === 0
      ? []
      : await tx
          .select({ propertyId: propertyOwner.propertyId, ...letterhead })
          .from(propertyOwner)
          .innerJoin(landlord, joins(landlord.id, propertyOwner.landlordId))
          .innerJoin(property, joins(property.id, propertyOwner.propertyId))
          .where(
            and(
              within([propertyOwner, landlord, property], scope),
              isAmong(propertyOwner.propertyId, [...propertyIds]),
            ),
          )
          .orderBy(desc(hasAddress), desc(isAtHome), desc(share), asc(landlord.name), asc(landlord.id));
  const owned = new Set(owners.map(({ propertyId }) => propertyId));
  const all =
    propertyIds.length > 0 && propertyIds.every((id) => owned.has(id)) ? [] : await listTwo(tx, scope);
  return (ids: readonly string[]) => {
    const theirs = owners.filter(({ propertyId }) => ids.includes(propertyId));
    const byId = new Map(theirs.map(({ propertyId: _, ...one }) => [one.id, one]));
    if (byId.size > 0) return [...byId.values()];
    return all.length === 1 ? all : [];
  };
}

/** Whether there is one landlord or several is all that is asked. */
const listTwo = (tx: Tx, scope: Scope) =>
  tx
    .select(letterhead)
    .from(landlord)
    .where(and(within(landlord, scope), isNull(landlord.archivedAt)))
    .limit(2);

/** Under which numbers they bill VAT, by name; null where none is entered. */
export async function listTaxNumbers(tx: Tx, scope: Scope, landlordIds: readonly string[]) {
  if (landlordIds.length === 0) return [];
  return tx
    .select({ name: landlord.name, taxNumber: landlord.taxNumber })
    .from(landlord)
    .where(and(within(landlord, scope), isAmong(landlord.id, [...landlordIds])))
    .orderBy(asc(landlord.name), asc(landlord.id));
}

/** What stands on the letters of landlords beside the words. */
export async function listPictures(tx: Tx, scope: Scope, landlordIds: readonly string[]) {
  if (landlordIds.length === 0) return [];
  return tx
    .select({ id: landlord.id, logo: landlord.logo, signature: landlord.signature })
    .from(landlord)
    .where(and(within(landlord, scope), isAmong(landlord.id, [...landlordIds])));
}

/** The same of one. `not_found` for a stranger's. */
export async function getPictures(tx: Tx, scope: Scope, { id }: { id: string }) {
  const [row] = await listPictures(tx, scope, [id]);
  if (!row) throw new DomainError('not_found');
  return row;
}
