import 'server-only';
import { and, asc, desc, isNull, or, sql } from 'drizzle-orm';
import type { BankRule, MatchLine, RuleTarget } from '@/bank/matching/book';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankRule, category, leaseTenant, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { listMandateAccounts } from '../debit/item-queries';

/** Senders somebody knows: by tenants' records, by mandates, and what decisions taught. */
export async function listKnownSenders(
  tx: Tx,
  scope: Scope,
  lines: readonly MatchLine[],
  leaseIds: ReadonlySet<string>,
): Promise<BankRule[]> {
  const accounts = [...new Set(lines.flatMap((line) => line.account ?? []))];
  const [people, mandates, learned] = await Promise.all([
    listPayers(tx, scope, accounts),
    listMandateAccounts(tx, scope, accounts),
    listLearned(tx, scope, accounts),
  ]);
  return [
    ...knownPayers(people, leaseIds),
    ...mandates.map(
      ({ id, iban, leaseId }): BankRule => ({
        id,
        account: iban,
        name: null,
        text: null,
        target: { kind: 'leases', leaseIds: [leaseId] },
      }),
    ),
    ...learned.map(asRule),
  ];
}

/** Tenants with the leases they pay for, whose records name one of these accounts. */
const listPayers = (tx: Tx, scope: Scope, accounts: string[]) =>
  tx
    .select({ leaseId: leaseTenant.leaseId, tenantId: tenant.id, payerIbans: tenant.payerIbans })
    .from(leaseTenant)
    .innerJoin(tenant, joins(tenant.id, leaseTenant.tenantId))
    .where(
      and(within([leaseTenant, tenant], scope), sql`${tenant.payerIbans} && ${sql.param(accounts)}::text[]`),
    )
    .orderBy(asc(leaseTenant.fromOn), asc(tenant.id));

type Tenancy = Awaited<ReturnType<typeof listPayers>>[number];

/** The accounts that tenants' records name, each with the leases it pays for. */
function knownPayers(people: readonly Tenancy[], leaseIds: ReadonlySet<string>): BankRule[] {
  const byTenant = Map.groupBy(
    people.filter((row) => leaseIds.has(row.leaseId) && row.payerIbans.length > 0),
    (row) => row.tenantId,
  );
  return [...byTenant].flatMap(([tenantId, own]) => {
    const target = { kind: 'leases' as const, leaseIds: [...new Set(own.map((row) => row.leaseId))] };
    const ibans = own[0]?.payerIbans ?? [];
    return ibans.map((iban) => ({
      id: `${tenantId} ${iban}`,
      account: iban,
      name: null,
      text: null,
      target,
    }));
  });
}

/** What decisions taught of these accounts and by name; of a sender booked as several things what was decided last comes first. */
const listLearned = (tx: Tx, scope: Scope, accounts: string[]) =>
  tx
    .select({
      id: bankRule.id,
      account: bankRule.account,
      name: bankRule.name,
      text: bankRule.text,
      leaseId: bankRule.leaseId,
      categoryId: bankRule.categoryId,
      propertyId: bankRule.propertyId,
      direction: category.direction,
    })
    .from(bankRule)
    .leftJoin(category, joins(category.id, bankRule.categoryId))
    .where(
      and(
        within(bankRule, scope),
        isNull(bankRule.removedAt),
        or(isNull(bankRule.account), isAmong(bankRule.account, accounts)),
        // What is put away is proposed no more; brought back, it is known still.
        isNull(category.archivedAt),
      ),
    )
    .orderBy(desc(bankRule.learnedAt), asc(bankRule.id));

type Learned = Awaited<ReturnType<typeof listLearned>>[number];

const asRule = ({ id, account, name, text, ...learned }: Learned): BankRule => ({
  id,
  account,
  name,
  text,
  target: targetOf(learned),
});

function targetOf({
  leaseId,
  categoryId,
  propertyId,
  direction,
}: Pick<Learned, 'leaseId' | 'categoryId' | 'propertyId' | 'direction'>): RuleTarget {
  if (leaseId !== null) return { kind: 'leases', leaseIds: [leaseId] };
  if (categoryId === null || direction === null) return { kind: 'left_out' };
  return { kind: 'category', direction, categoryId, propertyId };
}
