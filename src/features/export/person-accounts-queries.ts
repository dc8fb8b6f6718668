import 'server-only';
import { and, arrayOverlaps, isNotNull, ne, not, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankRule, leaseTenant, mandate, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';

export const sameWords = (column: AnyPgColumn, words: string) => sql`lower(${column}) = lower(${words})`;
/** Whose account it is, however it is written. */
export const isAccount = (column: AnyPgColumn, ibans: readonly string[]) =>
  isAmong(sql`upper(replace(${column}, ' ', ''))`, ibans.length === 0 ? [''] : ibans);

type Asked = { id: string; name: string; ibans: readonly string[]; leaseIds: readonly string[] };

/**
 * The accounts that are known as somebody's, without those that others are paid for from, such as a job centre's: what else is paid
 * from there is of those others. The account of a couple stays that of both.
 */
export async function findAccounts(tx: Tx, scope: Scope, { id, name, ibans, leaseIds }: Asked) {
  if (ibans.length === 0) return [];
  const parties = await tx
    .select({ tenantId: leaseTenant.tenantId, leaseId: leaseTenant.leaseId })
    .from(leaseTenant)
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(and(within([leaseTenant, tenant], scope), arrayOverlaps(tenant.payerIbans, [...ibans])));
  const others = await tx
    .select({ id: tenant.id, ibans: tenant.payerIbans })
    .from(tenant)
    .where(and(within(tenant, scope), ne(tenant.id, id), arrayOverlaps(tenant.payerIbans, [...ibans])));
  const isOnlyWithThem = (tenantId: string) => {
    const theirs = parties.filter((one) => one.tenantId === tenantId);
    return theirs.length > 0 && theirs.every((one) => leaseIds.includes(one.leaseId));
  };
  const mandates = await tx
    .select({ iban: mandate.iban })
    .from(mandate)
    .where(
      and(
        within(mandate, scope),
        isAccount(mandate.iban, ibans),
        not(isAmong(mandate.leaseId, leaseIds)),
        sql`lower(${mandate.holder}) is distinct from lower(${name})`,
      ),
    );
  const rules = await tx
    .select({ iban: bankRule.account })
    .from(bankRule)
    .where(
      and(
        within(bankRule, scope),
        isAccount(bankRule.account, ibans),
        isNotNull(bankRule.leaseId),
        not(isAmong(bankRule.leaseId, leaseIds)),
      ),
    );
  const plain = (iban: string | null) => iban?.replaceAll(' ', '').toUpperCase() ?? '';
  const ofOthers = new Set(
    [
      ...others.filter((one) => !isOnlyWithThem(one.id)).flatMap((one) => one.ibans),
      ...[...mandates, ...rules].map((one) => one.iban),
    ].map(plain),
  );
  return ibans.filter((one) => !ofOthers.has(plain(one)));
}
