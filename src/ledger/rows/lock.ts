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
  const held = await lockStandingLeases(tx, scope, leaseIds);
  if (held.size !== new Set(leaseIds).size) throw new DomainError('not_found');
}

/** The same of those that are still there, for whoever goes on without one that was erased meanwhile. Returns them. */
export async function lockStandingLeases(tx: Tx, scope: Scope, leaseIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: lease.id })
    .from(lease)
    .where(and(within(lease, scope), isAmong(lease.id, leaseIds)))
    .orderBy(asc(lease.id))
    .for('update');
  return new Set(rows.map((row) => row.id));
}
