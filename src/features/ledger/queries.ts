import 'server-only';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isAmong } from '@/db/among';
import { assertExists } from '@/db/assert-exists';
import type { Tx } from '@/db/client';
import { allocation, charge, chargeLine, lease, leaseTenant, openItem, payment, tenant } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { decodeCursor, toPage } from '@/lib/cursor';
import { chargeKinds, correctionReasons, paymentDirections, paymentMethods } from '@/lib/vocabulary';
import { readUnwaived } from '../charge/unwaived';
import { countedOn, listOpenAsOf } from './as-of-queries';
import { summarise } from './balance-queries';
import { chargeState } from './rules';
import type { accountInput } from './schema';

const count = z.coerce.number().int();

const entryRow = z.object({
  id: z.string(),
  leaseId: z.string(),
  type: z.enum(['charge', 'payment']),
  on: z.string(),
  key: z.string(),
  kind: z.enum(chargeKinds).nullable(),
  periodFrom: z.string().nullable(),
  periodTo: z.string().nullable(),
  correctsChargeId: z.string().nullable(),
  correctionReason: z.enum(correctionReasons).nullable(),
  basis: z.unknown(),
  method: z.enum(paymentMethods).nullable(),
  direction: z.enum(paymentDirections).nullable(),
  reference: z.string().nullable(),
  reversesPaymentId: z.string().nullable(),
  transferId: z.string().nullable(),
  /** Money the bank took back, and the entry that says so. */
  isBounced: z.boolean(),
  isReversed: z.boolean(),
  /** The payment this one corrected. */
  replacesPaymentId: z.string().nullable(),
  /** Corrected since: another payment took its place; also on the entry that reversed it. */
  isReplaced: z.boolean(),
  note: z.string().nullable(),
  debitCents: count,
  creditCents: count,
  balanceCents: count,
});

/**
 * The tenant's account (Mietkonto) like a bank statement, newest first: every charge by its due day, every
 * payment by the day it was paid, and the balance after it. Positive is owed by the tenant. Of a tenant, the
 * leases are one account; with `asOf` it ends on that day, and every row stands as it stood then.
 */
export async function getAccount(tx: Tx, scope: Scope, input: z.output<typeof accountInput>) {
  const leaseIds = await findAccountLeases(tx, scope, input);
  const after = decodeCursor(input.cursor);
  const asOf = input.asOf ?? null;
  const ids = sql`(${sql.join(
    leaseIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )})`;
  const found =
    leaseIds.length === 0
      ? []
      : await tx.execute(sql`
    with entry as (
      select c.id, c.lease_id, 'charge' as type, c.due_on as day, c.posted_at as at, c.kind, c.period_from,
        c.period_to, c.corrects_charge_id, c.correction_reason, c.basis, null as method, null as direction,
        null as reference, null::uuid as reverses_payment_id, null::uuid as transfer_id, false as is_bounced,
        false as is_reversed, null::uuid as replaces_payment_id, false as is_replaced, c.note,
        greatest(c.total_cents, 0) as debit, greatest(-c.total_cents, 0) as credit
      from hausbuch.charge c
      where c.portfolio_id = ${scope.portfolioId} and c.lease_id in ${ids}
      union all
      select p.id, p.lease_id, 'payment', p.paid_on, p.recorded_at, null, null, null, null, null, null, p.method,
        p.direction, p.reference, p.reverses_payment_id, p.transfer_id,
        p.is_bounced or exists (
          select 1 from hausbuch.payment r
          where r.portfolio_id = ${scope.portfolioId} and r.reverses_payment_id = p.id and r.is_bounced
            and (${asOf}::date is null or r.paid_on <= ${asOf}::date)
        ),
        exists (
          select 1 from hausbuch.payment r
          where r.portfolio_id = ${scope.portfolioId} and r.reverses_payment_id = p.id
            and (${asOf}::date is null or r.paid_on <= ${asOf}::date)
        ),
        p.replaces_payment_id,
        exists (
          select 1 from hausbuch.payment r
          where r.portfolio_id = ${scope.portfolioId}
            -- Under row-level security, coalesce() counts as leaky and keeps the index from being searched.
            and r.replaces_payment_id =
              case when p.reverses_payment_id is null then p.id else p.reverses_payment_id end
        ),
        p.note,
        case p.direction when 'out' then p.amount_cents else 0 end,
        case p.direction when 'in' then p.amount_cents else 0 end
      from hausbuch.payment p
      where p.portfolio_id = ${scope.portfolioId} and p.lease_id in ${ids}
    ), statement as (
      select *, sum(debit - credit) over (order by day, at, id) as balance,
        to_char(day, 'YYYY-MM-DD') || ' ' || to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as key
      from entry
      where ${asOf}::date is null or day <= ${asOf}::date
    )
    select id, lease_id as "leaseId", type, to_char(day, 'YYYY-MM-DD') as "on", key, kind,
      to_char(period_from, 'YYYY-MM-DD') as "periodFrom", to_char(period_to, 'YYYY-MM-DD') as "periodTo",
      corrects_charge_id as "correctsChargeId", correction_reason as "correctionReason", basis, method, direction,
      reference, reverses_payment_id as "reversesPaymentId", transfer_id as "transferId",
      is_bounced as "isBounced", is_reversed as "isReversed", replaces_payment_id as "replacesPaymentId",
      is_replaced as "isReplaced", note,
      debit as "debitCents", credit as "creditCents", balance as "balanceCents"
    from statement
    where ${after?.key ?? null}::text is null
      or (key, id) < (${after?.key ?? null}::text, ${after?.id ?? null}::uuid)
    order by key desc, id desc
    limit ${input.limit + 1}`);
  const page = toPage(z.array(entryRow).parse([...found]), input.limit, (row) => ({
    key: row.key,
    id: row.id,
  }));
  const [details, summary] = await Promise.all([
    describeEntries(tx, scope, page.rows, asOf),
    summarise(tx, scope, leaseIds, asOf),
  ]);
  return { leaseIds, summary, rows: details, nextCursor: page.nextCursor };
}

type Entry = z.infer<typeof entryRow>;

async function findAccountLeases(
  tx: Tx,
  scope: Scope,
  input: { leaseId?: string | null; tenantId?: string | null },
): Promise<string[]> {
  if (input.leaseId) {
    await assertExists(tx, scope, lease, input.leaseId);
    return [input.leaseId];
  }
  const tenantId = input.tenantId ?? '';
  await assertExists(tx, scope, tenant, tenantId);
  const rows = await tx
    .selectDistinct({ id: leaseTenant.leaseId })
    .from(leaseTenant)
    .where(and(eq(leaseTenant.portfolioId, scope.portfolioId), eq(leaseTenant.tenantId, tenantId)));
  return rows.map((row) => row.id);
}

/** The lines of the page's charges, what is still open of them, and what settled what. */
async function describeEntries(tx: Tx, scope: Scope, entries: Entry[], asOf: string | null) {
  const charges = entries.filter((entry) => entry.type === 'charge').map((entry) => entry.id);
  const payments = entries.filter((entry) => entry.type === 'payment').map((entry) => entry.id);
  const waivers = entries.filter((entry) => entry.correctionReason === 'waiver');
  const [lines, items, waived, unwaived, settled, replaced] = await Promise.all([
    charges.length === 0
      ? []
      : tx
          .select({
            chargeId: chargeLine.chargeId,
            component: chargeLine.component,
            settlement: chargeLine.settlement,
            amountCents: chargeLine.amountCents,
            vatRateBp: chargeLine.vatRateBp,
            vatCents: chargeLine.vatCents,
          })
          .from(chargeLine)
          .where(and(eq(chargeLine.portfolioId, scope.portfolioId), isAmong(chargeLine.chargeId, charges)))
          .orderBy(asc(chargeLine.position)),
    listItemsOf(tx, scope, charges, asOf),
    findWaived(tx, scope, charges),
    findUnwaived(
      tx,
      scope,
      waivers.flatMap((entry) => entry.correctsChargeId ?? []),
    ),
    listSettlements(tx, scope, charges, payments, asOf),
    listReplaced(
      tx,
      scope,
      entries.flatMap((entry) => entry.replacesPaymentId ?? []),
    ),
  ]);
  return entries.map(({ key, ...entry }) => {
    const item = items.find((row) => row.chargeId === entry.id);
    return {
      ...entry,
      lines: lines.filter((line) => line.chargeId === entry.id),
      /** What it was before it was corrected. */
      replaces: replaced.find((row) => row.id === entry.replacesPaymentId) ?? null,
      totalCents: item?.totalCents ?? null,
      openCents: item?.openCents ?? null,
      state: item ? chargeState({ ...item, waived: waived.has(entry.id) }, asOf ?? scope.today) : null,
      /** A waiver that was taken back. */
      isUnwaived: unwaived.has(entry.id),
      settlements: settled.filter(
        (row) => row[entry.type === 'charge' ? 'chargeId' : 'paymentId'] === entry.id,
      ),
    };
  });
}

/** What is open of charges, or was on a day. */
async function listItemsOf(tx: Tx, scope: Scope, chargeIds: string[], asOf: string | null) {
  if (chargeIds.length === 0) return [];
  if (asOf) return listOpenAsOf(tx, scope, asOf, { chargeIds });
  return tx
    .select({
      chargeId: openItem.chargeId,
      dueOn: openItem.dueOn,
      totalCents: openItem.totalCents,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .where(and(eq(openItem.portfolioId, scope.portfolioId), isAmong(openItem.chargeId, chargeIds)));
}

/** Payments as they were recorded before they were corrected. */
async function listReplaced(tx: Tx, scope: Scope, ids: string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({
      id: payment.id,
      paidOn: payment.paidOn,
      amountCents: payment.amountCents,
      isBounced: sql<boolean>`exists (
        select 1 from hausbuch.payment r
        where r.portfolio_id = ${scope.portfolioId} and r.reverses_payment_id = payment.id and r.is_bounced
      )`,
    })
    .from(payment)
    .where(and(eq(payment.portfolioId, scope.portfolioId), isAmong(payment.id, ids)));
}

/** Charges of which something is waived, and not owed again since. */
export async function findWaived(tx: Tx, scope: Scope, chargeIds: string[]): Promise<Set<string>> {
  if (chargeIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: charge.correctsChargeId })
    .from(charge)
    .where(
      and(
        eq(charge.portfolioId, scope.portfolioId),
        isAmong(charge.correctsChargeId, chargeIds),
        eq(charge.correctionReason, 'waiver'),
      ),
    )
    .groupBy(charge.correctsChargeId)
    .having(sql`sum(${charge.totalCents}) < 0`);
  return new Set(rows.flatMap((row) => row.id ?? []));
}

/** Which waivers of these charges were taken back. */
async function findUnwaived(tx: Tx, scope: Scope, chargeIds: string[]): Promise<Set<string>> {
  if (chargeIds.length === 0) return new Set();
  const rows = await tx
    .select({ basis: charge.basis })
    .from(charge)
    .where(
      and(
        eq(charge.portfolioId, scope.portfolioId),
        isAmong(charge.correctsChargeId, chargeIds),
        eq(charge.correctionReason, 'waiver'),
        gt(charge.totalCents, 0),
      ),
    );
  return new Set(rows.flatMap((row) => readUnwaived(row.basis) ?? []));
}

/** Which payment settles how much of which charge, as it stands or stood on a day. */
async function listSettlements(
  tx: Tx,
  scope: Scope,
  chargeIds: string[],
  paymentIds: string[],
  asOf: string | null,
) {
  if (chargeIds.length + paymentIds.length === 0) return [];
  const ids = [...chargeIds, ...paymentIds];
  const byEither = sql`(${isAmong(allocation.chargeId, ids)} or ${isAmong(allocation.paymentId, ids)})`;
  return tx
    .select({
      chargeId: allocation.chargeId,
      paymentId: allocation.paymentId,
      paidOn: payment.paidOn,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      basis: charge.basis,
      dueOn: charge.dueOn,
      amountCents: sql<string>`sum(${allocation.amountCents})`.mapWith(Number),
    })
    .from(allocation)
    .innerJoin(
      payment,
      and(eq(payment.portfolioId, allocation.portfolioId), eq(payment.id, allocation.paymentId)),
    )
    .innerJoin(
      charge,
      and(eq(charge.portfolioId, allocation.portfolioId), eq(charge.id, allocation.chargeId)),
    )
    .where(
      and(
        eq(allocation.portfolioId, scope.portfolioId),
        eq(payment.portfolioId, scope.portfolioId),
        eq(charge.portfolioId, scope.portfolioId),
        byEither,
        asOf
          ? countedOn(
              asOf,
              { allocation: sql`${allocation}`, payment: sql`${payment}`, charge: sql`${charge}` },
              scope,
            )
          : undefined,
      ),
    )
    .groupBy(
      allocation.chargeId,
      allocation.paymentId,
      payment.paidOn,
      charge.kind,
      charge.periodFrom,
      charge.basis,
      charge.dueOn,
    )
    .having(sql`sum(${allocation.amountCents}) <> 0`)
    .orderBy(asc(charge.dueOn), asc(payment.paidOn));
}

/** What is open of a lease, oldest due first, and its credit: for the payment dialog. */
export async function listOpenItems(tx: Tx, scope: Scope, leaseId: string) {
  await findAccountLeases(tx, scope, { leaseId });
  const rows = await tx
    .select({
      chargeId: openItem.chargeId,
      kind: charge.kind,
      periodFrom: charge.periodFrom,
      periodTo: charge.periodTo,
      note: charge.note,
      basis: charge.basis,
      dueOn: openItem.dueOn,
      totalCents: openItem.totalCents,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .innerJoin(charge, and(eq(charge.portfolioId, openItem.portfolioId), eq(charge.id, openItem.chargeId)))
    .where(
      and(
        eq(openItem.portfolioId, scope.portfolioId),
        eq(charge.portfolioId, scope.portfolioId),
        eq(openItem.leaseId, leaseId),
        gt(openItem.openCents, sql`0`),
      ),
    )
    .orderBy(asc(openItem.dueOn), asc(charge.periodFrom), asc(openItem.chargeId));
  const summary = await summarise(tx, scope, [leaseId], null);
  return {
    items: rows.map((row) => ({ ...row, state: chargeState({ ...row, waived: false }, scope.today) })),
    ...summary,
  };
}
