import 'server-only';
import { and, or, type SQL, sql } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { payout, payoutItem } from './schema';
import type { Scope } from './scope';
import { within } from './within';

/** Removes what was paid out of leases that are about to be erased, and files nothing is left of. Only `hausbuch_erase` may. */
export async function erasePayoutsOfLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  await tx.delete(payoutItem).where(and(within(payoutItem, scope), isAmong(payoutItem.leaseId, leaseIds)));
  await eraseEmptyFiles(tx, scope);
}

export type PaidPerson = { name: string; ibans: readonly string[] };

/** Which transfers of leases go to one person: to an account or the name of theirs. */
export const isPaidTo = (leaseIds: string[], { name, ibans }: PaidPerson): SQL | undefined =>
  and(
    isAmong(payoutItem.leaseId, leaseIds),
    or(isAmong(payoutItem.iban, ibans), sql`lower(${payoutItem.holder}) = lower(${name})`),
  );

/**
 * The same of the account of one person, where others go on with the leases: what was paid stays in their accounts, without a
 * name. What is still under way is asked for first (`assertNothingUnderWayTo`).
 */
export async function erasePayoutsOfPayee(
  tx: Tx,
  scope: Scope,
  leaseIds: string[],
  person: PaidPerson,
): Promise<void> {
  await tx.delete(payoutItem).where(and(within(payoutItem, scope), isPaidTo(leaseIds, person)));
  await eraseEmptyFiles(tx, scope);
}

async function eraseEmptyFiles(tx: Tx, scope: Scope): Promise<void> {
  await tx.delete(payout).where(
    and(
      within(payout, scope),
      sql`not exists (select 1 from hausbuch.payout_item i
        where i.portfolio_id = ${scope.portfolioId} and i.payout_id = ${payout.id})`,
    ),
  );
}
