import 'server-only';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { accountColumns } from '@/db/account-columns';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankAccount, landlord, lease, openItem, propertyOwner } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { isOpen } from '@/ledger';

/**
 * How the tenant pays what is owed: into which account and by which reference. Null where there is no account for rents,
 * or more than one and nothing says which: to the wrong one is worse than none.
 */
export async function findPaymentWay(
  tx: Tx,
  scope: Scope,
  of: { leaseIds: string[]; propertyIds: string[] },
) {
  const account = await findRentAccount(tx, scope, of.propertyIds);
  if (!account) return null;
  return { ...account, currency: scope.currency, reference: await findReference(tx, scope, of.leaseIds) };
}

/**
 * The landlord's own account before one that is nobody's in particular; never the one of another owner. Of a house of several the
 * one that is nobody's goes before that of an owner who has houses with others, or alone: it may be for those.
 */
async function findRentAccount(tx: Tx, scope: Scope, propertyIds: string[]) {
  const accounts = await tx
    .select({
      landlordId: bankAccount.landlordId,
      holder: bankAccount.holder,
      ...accountColumns,
      bic: bankAccount.bic,
    })
    .from(bankAccount)
    .where(and(within(bankAccount, scope), eq(bankAccount.purpose, 'rent'), isNull(bankAccount.archivedAt)))
    .orderBy(asc(bankAccount.iban), asc(bankAccount.id));
  const owners = await findOwners(tx, scope, propertyIds);
  const own = accounts.filter((row) => row.landlordId !== null && owners.has(row.landlordId));
  const shared = accounts.filter((row) => row.landlordId === null);
  const alsoElsewhere = owners.size > 1 ? await listOwnersElsewhere(tx, scope, owners) : new Set<string>();
  const isTheirs = own.every((row) => !alsoElsewhere.has(row.landlordId ?? ''));
  const [choice] = (isTheirs ? [own, shared] : [shared, own]).filter((some) => some.length > 0);
  const [only, ...others] = choice ?? [];
  if (!only || others.length > 0) return null;
  const { landlordId: _, ...account } = only;
  return account;
}

/** Who of the owners has a house that is not all of theirs together. */
async function listOwnersElsewhere(tx: Tx, scope: Scope, owners: ReadonlySet<string>): Promise<Set<string>> {
  const theirs = tx
    .select({ id: propertyOwner.propertyId })
    .from(propertyOwner)
    .where(and(within(propertyOwner, scope), isAmong(propertyOwner.landlordId, [...owners])));
  const rows = await tx
    .select({ propertyId: propertyOwner.propertyId, landlordId: propertyOwner.landlordId })
    .from(propertyOwner)
    .where(and(within(propertyOwner, scope), isAmong(propertyOwner.propertyId, theirs)));
  const houses = [...Map.groupBy(rows, (row) => row.propertyId).values()];
  const others = houses.filter(
    (house) => house.length !== owners.size || house.some((row) => !owners.has(row.landlordId)),
  );
  return new Set(others.flatMap((house) => house.map((row) => row.landlordId)));
}

/** The owners of the properties; where nobody is entered, the portfolio's landlord if there is only one. */
async function findOwners(tx: Tx, scope: Scope, propertyIds: string[]): Promise<Set<string>> {
  const owners =
    propertyIds.length === 0
      ? []
      : await tx
          .selectDistinct({ id: propertyOwner.landlordId })
          .from(propertyOwner)
          .where(and(within(propertyOwner, scope), isAmong(propertyOwner.propertyId, propertyIds)));
  if (owners.length > 0) return new Set(owners.map((row) => row.id));
  const all = await tx
    .select({ id: landlord.id })
    .from(landlord)
    .where(and(within(landlord, scope), isNull(landlord.archivedAt)))
    .limit(2);
  return new Set(all.length === 1 ? all.map((row) => row.id) : []);
}

/** The reference of the one lease something is due on; of several, none says it all. */
async function findReference(tx: Tx, scope: Scope, leaseIds: string[]): Promise<string | null> {
  if (leaseIds.length === 0) return null;
  const rows = await tx
    .selectDistinct({ reference: lease.paymentReference })
    .from(openItem)
    .innerJoin(lease, joins(lease.id, openItem.leaseId))
    .where(
      and(
        within([openItem, lease], scope),
        isAmong(openItem.leaseId, leaseIds),
        isOpen,
        sql`${openItem.dueOn} <= ${scope.today}`,
      ),
    )
    .limit(2);
  return rows.length === 1 ? (rows[0]?.reference ?? null) : null;
}
