import 'server-only';
import { and, eq, gte, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import { addDays } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { isAmong } from './among';
import type { Tx } from './client';
import { bankMatch, depositMovement, payment, payout, payoutItem } from './schema';
import type { Scope } from './scope';
import { joins, within } from './within';

/** Removes what was paid out of leases that are about to be erased, and files nothing is left of. Only `hausbuch_erase` may. */
export async function erasePayoutsOfLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  await tx.delete(payoutItem).where(and(within(payoutItem, scope), isAmong(payoutItem.leaseId, leaseIds)));
  await eraseEmptyFiles(tx, scope);
}

/**
 * So long after its day a transfer may still come back: three bank days (SEPA Credit Transfer Rulebook, EPC125-05), with the
 * holidays that can lie between them.
 */
const RETURN_DAYS = 10;

/**
 * Throws where money to one person may still be under way: erased with them, a transfer could neither be called off nor found
 * again when it comes back. Long after its day it did arrive, also where nobody reads the bank's lines in.
 */
export async function assertNothingUnderWayTo(
  tx: Tx,
  scope: Scope,
  leaseIds: string[],
  person: PaidPerson,
): Promise<void> {
  const isProved = tx
    .select({ one: sql`1` })
    .from(bankMatch)
    .where(
      and(
        within(bankMatch, scope),
        or(eq(bankMatch.paymentId, payoutItem.paymentId), eq(bankMatch.movementId, payoutItem.movementId)),
      ),
    );
  const isReversed = tx
    .select({ one: sql`1` })
    .from(payment)
    .where(and(within(payment, scope), eq(payment.reversesPaymentId, payoutItem.paymentId)));
  const isMovementReversed = tx
    .select({ one: sql`1` })
    .from(depositMovement)
    .where(
      and(within(depositMovement, scope), eq(depositMovement.reversesMovementId, payoutItem.movementId)),
    );
  const [open] = await tx
    .select({ id: payoutItem.id })
    .from(payoutItem)
    .innerJoin(payout, joins(payout.id, payoutItem.payoutId))
    .where(
      and(
        within([payoutItem, payout], scope),
        isPaidTo(leaseIds, person),
        gte(payout.executeOn, addDays(scope.today, -RETURN_DAYS)),
        isNull(payout.cancelledAt),
        notExists(isProved),
        notExists(isReversed),
        notExists(isMovementReversed),
      ),
    )
    .limit(1);
  if (open) throw new DomainError('payout.under_way');
}

export type PaidPerson = { name: string; ibans: readonly string[] };

/** Which transfers of leases go to one person: to an account or the name of theirs. */
const isPaidTo = (leaseIds: string[], { name, ibans }: PaidPerson): SQL | undefined =>
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
