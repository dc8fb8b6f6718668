import 'server-only';
import { and, gt, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { heldCents } from '@/db/deposit-held';
import {
  credit,
  deposit,
  depositMovement,
  document,
  documentLink,
  handover,
  lease,
  leaseTenant,
  leaseUnit,
  letter,
  openItem,
  property,
  tenant,
  unit,
} from '@/db/schema';
import type { Scope } from '@/db/scope';
import { isRow } from '@/db/versioned';
import { joins, within } from '@/db/within';
import { lastPostingDays } from '@/ledger';
import { needlessBefore, tenantDataKept } from './keep-rules';

const joinsLease = joins(lease.id, leaseTenant.leaseId);

/** Condition on a lease's tenant: one of those of the tenant the statement is about. */
const ofTenant = (scope: Scope) => and(within(leaseTenant, scope), joins(leaseTenant.tenantId, tenant.id));

/** The last day of their tenancies; nothing where one is open-ended or there is none. */
const lastDays = (tx: Tx, scope: Scope) =>
  tx
    .select({
      on: sql`nullif(max(coalesce(least(${leaseTenant.toOn}, ${lease.endsOn}), 'infinity'::date)), 'infinity')`,
    })
    .from(leaseTenant)
    .innerJoin(lease, joinsLease)
    .where(and(ofTenant(scope), isNull(lease.voidedAt)));

/** The last day of which something is recorded about the tenant of the statement, wherever that stands. */
function lastRecordOn(tx: Tx, scope: Scope): SQL {
  const on = (day: SQL) => ({ on: day });
  const uploaded = on(sql`max((${document.createdAt} at time zone 'UTC')::date)`);
  const isKept = and(within([documentLink, document], scope), isNull(document.deletedAt));
  const joinsDocument = joins(document.id, documentLink.documentId);
  const days = [
    lastDays(tx, scope),
    ...lastPostingDays(tx, ofTenant(scope)),
    tx
      .select(on(sql`max(greatest(${depositMovement.bookedOn}, ${depositMovement.heldUntil}))`))
      .from(leaseTenant)
      .innerJoin(deposit, joins(deposit.leaseId, leaseTenant.leaseId))
      .innerJoin(depositMovement, joins(depositMovement.depositId, deposit.id))
      .where(ofTenant(scope)),
    tx
      .select(on(sql`max(greatest(${letter.writtenOn}, ${letter.sentOn}, ${letter.answeredOn}))`))
      .from(leaseTenant)
      .innerJoin(letter, joins(letter.leaseId, leaseTenant.leaseId))
      .where(ofTenant(scope)),
    tx
      .select(uploaded)
      .from(documentLink)
      .innerJoin(document, joinsDocument)
      .where(and(isKept, joins(documentLink.tenantId, tenant.id))),
    tx
      .select(uploaded)
      .from(leaseTenant)
      .innerJoin(documentLink, joins(documentLink.leaseId, leaseTenant.leaseId))
      .innerJoin(document, joinsDocument)
      .where(and(ofTenant(scope), isKept)),
    tx
      .select(uploaded)
      .from(leaseTenant)
      .innerJoin(handover, joins(handover.leaseId, leaseTenant.leaseId))
      .innerJoin(documentLink, joins(documentLink.handoverId, handover.id))
      .innerJoin(document, joinsDocument)
      .where(and(ofTenant(scope), isKept)),
  ];
  return sql`greatest(${sql.join(
    days.map((one) => sql`${one}`),
    sql`, `,
  )})`;
}

/** Condition on a tenant: nothing is open with them, either way. */
function isSettled(tx: Tx, scope: Scope): SQL | undefined {
  const one = { one: sql`1` };
  const tenancies = () => tx.select(one).from(leaseTenant);
  return and(
    notExists(
      tenancies()
        .innerJoin(openItem, joins(openItem.leaseId, leaseTenant.leaseId))
        .where(and(ofTenant(scope), ne(openItem.openCents, sql`0`))),
    ),
    notExists(
      tenancies()
        .innerJoin(credit, joins(credit.leaseId, leaseTenant.leaseId))
        .where(and(ofTenant(scope), gt(credit.openCents, sql`0`))),
    ),
    notExists(
      tenancies()
        .innerJoin(deposit, joins(deposit.leaseId, leaseTenant.leaseId))
        .innerJoin(depositMovement, joins(depositMovement.depositId, deposit.id))
        .where(ofTenant(scope))
        .groupBy(leaseTenant.id, deposit.id)
        .having(sql`${heldCents(sql`true`)} <> 0`),
    ),
  );
}

/** Condition on a tenant: every flat they had is where the periods are known. */
const isAtHome = (tx: Tx, scope: Scope) =>
  notExists(
    tx
      .select({ one: sql`1` })
      .from(leaseTenant)
      .innerJoin(leaseUnit, joins(leaseUnit.leaseId, leaseTenant.leaseId))
      .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
      .innerJoin(property, joins(property.id, unit.propertyId))
      .where(and(ofTenant(scope), ne(property.country, 'DE'))),
  );

/**
 * Condition on a tenant: gone so long that nothing obliges to keep their data any more (`tenant_data_kept`), and nothing is open.
 * Nobody where no rule is known: outside German portfolios, and who had a flat abroad.
 */
export function isNeedless(tx: Tx, scope: Scope): SQL | undefined {
  if (scope.jurisdiction !== 'DE') return sql`false`;
  const before = needlessBefore(scope.today);
  // First the few who are gone for long; what stands in their accounts is asked of them alone.
  const gone = tx
    .select({ tenantId: leaseTenant.tenantId })
    .from(leaseTenant)
    .innerJoin(lease, joinsLease)
    .where(and(within(leaseTenant, scope), isNull(lease.voidedAt)))
    .groupBy(leaseTenant.tenantId)
    .having(
      sql`max(coalesce(least(${leaseTenant.toOn}, ${lease.endsOn}), 'infinity'::date)) < ${before}::date`,
    );
  return and(
    isAmong(tenant.id, gone),
    isAtHome(tx, scope),
    isSettled(tx, scope),
    sql`${lastRecordOn(tx, scope)} < ${before}::date`,
  );
}

/** How long the data of a tenant who is gone may have to be kept, and whether they are named; null where no rule is known. */
export async function findKeeping(tx: Tx, scope: Scope, id: string) {
  if (scope.jurisdiction !== 'DE') return null;
  const [row] = await tx
    .select({
      endedOn: sql<string | null>`(${lastDays(tx, scope)})::text`,
      lastOn: sql<string | null>`${lastRecordOn(tx, scope)}::text`,
      isNeedless: sql<boolean>`coalesce(${isNeedless(tx, scope)}, false)`,
    })
    .from(tenant)
    .where(and(isRow(tenant, scope, id), isAtHome(tx, scope)));
  if (!row?.lastOn || row.endedOn === null || row.endedOn >= scope.today) return null;
  return { ...tenantDataKept(row.lastOn), isNeedless: row.isNeedless };
}
