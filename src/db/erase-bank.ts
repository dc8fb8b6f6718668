import 'server-only';
import { and, isNull, lt, or, sql } from 'drizzle-orm';
import { isAmong } from './among';
import type { Tx } from './client';
import { isAnyOf } from './columns';
import { bankLine, bankMatch, bankRule, deposit, depositMovement, payment } from './schema';
import type { Scope } from './scope';
import { joins, within } from './within';

/** A line without its words: day, amount and account stay, so that it is recognised in another file. */
const withoutWords = {
  name: null,
  onBehalfOf: null,
  account: null,
  text: '',
  givenReferences: {
    endToEnd: null,
    mandate: null,
    creditorId: null,
    structured: null,
    bank: null,
    batch: null,
  },
  raw: '',
};

/**
 * Forgets the words of lines that were left out before an instant: they are of private life; and what is known of senders and was
 * removed by then. Returns how many lines.
 */
export async function forgetLeftOutLines(tx: Tx, scope: Scope, before: Date): Promise<number> {
  await tx
    .delete(bankRule)
    .where(and(within(bankRule, scope), lt(bankRule.removedAt, sql`${before.toISOString()}::timestamptz`)));
  const forgotten = await tx
    .update(bankLine)
    .set({ ...withoutWords, forgottenAt: scope.now })
    .where(
      and(
        within(bankLine, scope),
        isAnyOf(bankLine.state, 'left_out'),
        isNull(bankLine.forgottenAt),
        lt(bankLine.decidedAt, sql`${before.toISOString()}::timestamptz`),
      ),
    )
    .returning({ id: bankLine.id });
  return forgotten.length;
}

/** Forgets the words of the lines that were booked to leases, whoever paid for them. */
export async function forgetLinesOfLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  const lines = tx
    .select({ id: bankMatch.lineId })
    .from(bankMatch)
    .where(and(within(bankMatch, scope), isOfLeases(tx, scope, leaseIds)));
  await tx
    .update(bankLine)
    .set({ ...withoutWords, forgottenAt: scope.now })
    .where(and(within(bankLine, scope), isAmong(bankLine.id, lines)));
}

/**
 * Parts the lines of a bank from leases that are about to be erased: their words go, and what nothing is left of counts as
 * left out. Only `hausbuch_erase` may.
 */
export async function eraseMatchesOfLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  await forgetLinesOfLeases(tx, scope, leaseIds);
  await tx.delete(bankRule).where(and(within(bankRule, scope), isAmong(bankRule.leaseId, leaseIds)));
  await tx.delete(bankMatch).where(and(within(bankMatch, scope), isOfLeases(tx, scope, leaseIds)));
  await tx
    .update(bankLine)
    .set({ state: 'left_out' })
    .where(
      and(
        within(bankLine, scope),
        isAnyOf(bankLine.state, 'matched'),
        sql`not exists (select 1 from hausbuch.bank_match m
          where m.portfolio_id = ${scope.portfolioId} and m.line_id = ${bankLine.id})`,
      ),
    );
}

/**
 * What is known of senders of leases that others go on with, whoever of them it is of, and of the accounts and the name of one
 * person, as whatever their money is booked. Nobody is paid by it, and nothing booked, any more.
 */
export async function eraseSendersOf(
  tx: Tx,
  scope: Scope,
  leaseIds: string[],
  { name, ibans }: { name: string; ibans: readonly string[] },
): Promise<void> {
  await tx
    .delete(bankRule)
    .where(
      and(
        within(bankRule, scope),
        or(
          isAmong(bankRule.leaseId, leaseIds),
          isAmong(bankRule.account, ibans),
          sql`lower(${bankRule.name}) = lower(${name})`,
        ),
      ),
    );
}

/** What a line became for leases: on their accounts, or on their deposits. */
const isOfLeases = (tx: Tx, scope: Scope, leaseIds: string[]) =>
  or(
    isAmong(bankMatch.paymentId, paymentsOf(tx, scope, leaseIds)),
    isAmong(
      bankMatch.movementId,
      tx
        .select({ id: depositMovement.id })
        .from(depositMovement)
        .innerJoin(deposit, joins(deposit.id, depositMovement.depositId))
        .where(and(within([depositMovement, deposit], scope), isAmong(deposit.leaseId, leaseIds))),
    ),
  );

const paymentsOf = (tx: Tx, scope: Scope, leaseIds: string[]) =>
  tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.leaseId, leaseIds)));
