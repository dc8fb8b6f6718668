import 'server-only';
import { and, ne, not } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { mandate, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { Other } from './other-people-rules';
import type { Person } from './person-queries';

/** Every other tenant of the portfolio, and whose accounts the person's leases are paid from. */
export async function readOthers(
  tx: Tx,
  scope: Scope,
  { id, leaseIds, nearIds, mandateIds }: Person,
): Promise<Other[]> {
  const others = await tx
    .select({
      id: tenant.id,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      companyName: tenant.companyName,
      emails: tenant.emails,
      phones: tenant.phones,
      ibans: tenant.payerIbans,
    })
    .from(tenant)
    .where(and(within(tenant, scope), ne(tenant.id, id)));
  const payers = await tx
    .select({ holder: mandate.holder, iban: mandate.iban })
    .from(mandate)
    .where(
      and(within(mandate, scope), isAmong(mandate.leaseId, leaseIds), not(isAmong(mandate.id, mandateIds))),
    );
  return [
    ...others.map((one) => ({ ...one, isNear: nearIds.includes(one.id) })),
    ...payers.map(({ holder, iban }) => ({
      ...{ fullName: holder, emails: [], phones: [], ibans: [iban], isNear: false },
    })),
  ];
}
