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
  const rows = await tx
    .select({ id: lease.id })
    .from(lease)
    .where(and(within(lease, scope), isAmong(lease.id, leaseIds)))
    .orderBy(asc(lease.id))
    .for('update');
  if (rows.length !== new Set(leaseIds).size) throw new DomainError('not_found');
}
