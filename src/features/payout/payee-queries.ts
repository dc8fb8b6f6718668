import 'server-only';
import { and, asc, desc, eq, exists, isNotNull, isNull, ne, not, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankRule, lease, leaseTenant, mandate, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { isInEea } from '@/lib/iban';
import { tenantDisplayName } from '../occupancy/party-queries';
import { listTransfersOf } from './item-queries';

export type Payee = { holder: string; iban: string };

/**
 * Whose account the money of a lease goes to, as far as it is known: where it went before, what the tenant's record says, what a
 * mandate says, and where a payment was booked from. Without one somebody asks the tenant; a name alone stands there.
 */
export async function listPayees(tx: Tx, scope: Scope, leaseIds: string[]): Promise<Map<string, Payee>> {
  const another = alias(bankRule, 'another');
  const elsewhere = alias(leaseTenant, 'elsewhere');
  // Of an ended lease, those who stayed to its end.
  const isStaying = sql`(${leaseTenant.toOn} is null or ${leaseTenant.toOn} >= least(${scope.today}::date, ${lease.endsOn}))`;
  /** Whether somebody of the rule's lease is a tenant of the other's as well: a garage, or the flat they moved to. */
  const isTheirOwn = exists(
    tx
      .select({ id: leaseTenant.id })
      .from(leaseTenant)
      .innerJoin(lease, joins(lease.id, leaseTenant.leaseId))
      .innerJoin(elsewhere, joins(elsewhere.tenantId, leaseTenant.tenantId))
      .where(
        and(
          within([leaseTenant, lease, elsewhere], scope),
          eq(leaseTenant.leaseId, bankRule.leaseId),
          eq(elsewhere.leaseId, another.leaseId),
          isStaying,
        ),
      ),
  );
  const [before, tenants, mandates, senders] = [
    // The file made last first. What was called off or came back says nothing of where money arrives.
    (await listTransfersOf(tx, scope, leaseIds))
      .filter((item) => item.state === 'ordered' || item.state === 'confirmed')
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
    await tx
      .select({ leaseId: leaseTenant.leaseId, holder: tenantDisplayName, ibans: tenant.payerIbans })
      .from(leaseTenant)
      .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
      .innerJoin(lease, joins(lease.id, leaseTenant.leaseId))
      .where(
        and(within([leaseTenant, tenant, lease], scope), isAmong(leaseTenant.leaseId, leaseIds), isStaying),
      )
      .orderBy(asc(leaseTenant.fromOn), asc(tenant.sortName)),
    await tx
      .select({ leaseId: mandate.leaseId, holder: mandate.holder, iban: mandate.iban })
      .from(mandate)
      .where(and(within(mandate, scope), isAmong(mandate.leaseId, leaseIds), isNull(mandate.revokedOn)))
      .orderBy(desc(mandate.signedOn), desc(mandate.id)),
    await tx
      .select({ leaseId: bankRule.leaseId, iban: bankRule.account })
      .from(bankRule)
      .where(
        and(
          within(bankRule, scope),
          isAmong(bankRule.leaseId, leaseIds),
          isNotNull(bankRule.account),
          // Words say what a line is for, not whose the account is.
          isNull(bankRule.text),
          isNull(bankRule.removedAt),
          // Who pays for several tenants, as a job centre or an agent does, is not whom their money is owed to.
          notExists(
            tx
              .select({ id: another.id })
              .from(another)
              .where(
                and(
                  within(another, scope),
                  eq(another.account, bankRule.account),
                  ne(another.leaseId, bankRule.leaseId),
                  isNull(another.removedAt),
                  not(isTheirOwn),
                ),
              ),
          ),
        ),
      )
      .orderBy(desc(bankRule.learnedAt), asc(bankRule.id)),
  ];
  return new Map(
    leaseIds.map((leaseId) => {
      const ofLease = <T extends { leaseId: string | null }>(rows: readonly T[]) =>
        rows.filter((row) => row.leaseId === leaseId);
      const own = ofLease(tenants);
      const holder = own[0]?.holder ?? '';
      const known: Payee[] = [
        ...ofLease(before),
        ...own.flatMap(({ holder: name, ibans }) => ibans.map((iban) => ({ holder: name, iban }))),
        ...ofLease(mandates),
        ...ofLease(senders).map(({ iban }) => ({ holder, iban: iban ?? '' })),
      ];
      const found = known.find(({ iban }) => isInEea(iban));
      return [leaseId, found ? { holder: found.holder, iban: found.iban } : { holder, iban: '' }];
    }),
  );
}
