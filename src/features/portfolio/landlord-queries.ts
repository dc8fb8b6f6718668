import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { landlord, propertyOwner } from '@/db/schema';
import type { Scope } from '@/db/scope';

const letterhead = {
  name: landlord.name,
  street: landlord.street,
  houseNumber: landlord.houseNumber,
  postalCode: landlord.postalCode,
  city: landlord.city,
};

/** Who lets the properties: their owners; where nobody is entered, the portfolio's landlord if there is only one. */
export async function listLandlordsOf(tx: Tx, scope: Scope, propertyIds: readonly string[]) {
  if (propertyIds.length > 0) {
    const owners = await tx
      .selectDistinct(letterhead)
      .from(propertyOwner)
      .innerJoin(
        landlord,
        and(eq(landlord.portfolioId, propertyOwner.portfolioId), eq(landlord.id, propertyOwner.landlordId)),
      )
      .where(
        and(
          eq(propertyOwner.portfolioId, scope.portfolioId),
          eq(landlord.portfolioId, scope.portfolioId),
          isAmong(propertyOwner.propertyId, [...propertyIds]),
        ),
      )
      .orderBy(asc(landlord.name));
    if (owners.length > 0) return owners;
  }
  const all = await tx
    .select(letterhead)
    .from(landlord)
    .where(and(eq(landlord.portfolioId, scope.portfolioId), isNull(landlord.archivedAt)))
    .limit(2);
  return all.length === 1 ? all : [];
}
