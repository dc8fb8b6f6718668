import 'server-only';
import { and, asc } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { landlord, leaseUnit, propertyOwner, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { DomainError } from '@/lib/errors';
import { nameLeases } from '../occupancy/party-queries';
import { isOfOthers } from './account-owner-rules';

/** Whose the houses are that leases are about, by the lease; nobody where none is entered. */
export async function readLeaseOwners(tx: Tx, scope: Scope, leaseIds: readonly string[]) {
  const rows =
    leaseIds.length === 0
      ? []
      : await tx
          .selectDistinct({ leaseId: leaseUnit.leaseId, id: landlord.id, name: landlord.name })
          .from(leaseUnit)
          .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
          .innerJoin(propertyOwner, joins(propertyOwner.propertyId, unit.propertyId))
          .innerJoin(landlord, joins(landlord.id, propertyOwner.landlordId))
          .where(
            and(
              within([leaseUnit, unit, propertyOwner, landlord], scope),
              isAmong(leaseUnit.leaseId, [...leaseIds]),
            ),
          )
          .orderBy(asc(landlord.name), asc(landlord.id));
  const owners = Map.groupBy(rows, (row) => row.leaseId);
  return (leaseId: string) => owners.get(leaseId) ?? [];
}

/**
 * What tenants of one owner pay, and what is paid back to them, never goes over the account of another: the letters name none of
 * theirs either.
 */
export async function assertOwnAccount(
  tx: Tx,
  scope: Scope,
  account: { landlordId: string | null; holder: string },
  leaseIds: readonly string[],
): Promise<void> {
  const ownersOf = await readLeaseOwners(tx, scope, leaseIds);
  const isOther = (leaseId: string) =>
    isOfOthers(
      account,
      ownersOf(leaseId).map(({ id }) => id),
    );
  const other = leaseIds.find(isOther);
  if (other === undefined) return;
  const leaseOf = await nameLeases(tx, scope, [other]);
  throw new DomainError('bank_account.of_other_owner', {
    field: 'bankAccountId',
    params: {
      holder: account.holder,
      place: leaseOf(other).place,
      owners: ownersOf(other)
        .map(({ name }) => name)
        .join(', '),
    },
  });
}
