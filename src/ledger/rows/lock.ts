import 'server-only';
import { and, asc } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { DomainError } from '@/lib/errors';

/**
 * Holds the lease until the transaction ends. Every write to its account begins here, so that two people
 * who record at once take turns and nothing is lost or counted twice.
 */
export async function lockLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  assertFound(await lockRows(tx, scope, leaseIds), leaseIds);
}

/**
 * The same where something new comes onto the lease. One that was voided in another window is seen nowhere: money that came
 * onto it would not be, either.
 * @throws DomainError `lease.voided`
 */
export async function lockForNew(tx: Tx, scope: Scope, leaseIds: string[]): Promise<void> {
  const held = await lockRows(tx, scope, leaseIds);
  assertFound(held, leaseIds);
  if (held.some(({ voidedAt }) => voidedAt !== null)) throw new DomainError('lease.voided');
}

function assertFound(held: readonly { id: string }[], leaseIds: readonly string[]): void {
  if (held.length !== new Set(leaseIds).size) throw new DomainError('not_found');
}

/** The same of those that are still there, for whoever goes on without one that was erased meanwhile. Returns them. */
export async function lockStandingLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<Set<string>> {
  return new Set((await lockRows(tx, scope, leaseIds)).map((row) => row.id));
}

const lockRows = (tx: Tx, scope: Scope, leaseIds: string[]) =>
  tx
    .select({ id: lease.id, voidedAt: lease.voidedAt })
    .from(lease)
    .where(and(within(lease, scope), isAmong(lease.id, leaseIds)))
    .orderBy(asc(lease.id))
    .for('update');
