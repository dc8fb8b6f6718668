import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { chargeKinds, paymentMethods } from '@/domain/account-kinds';
import type { ChargeBasis } from '@/domain/charge-basis';
import { correctionReasons, paymentDirections, prorationMethods } from '@/domain/vocabulary';
import { decodeCursor, toPage } from '@/lib/server/cursor';
import type { accountInput } from '../inputs';
import { findAccountLeases } from './account-leases';
import { summarise } from './balance';
import { describeEntries } from './entries';

/** Written by the verbs; see `domain/charge-basis.ts`. */
const chargeBasis = z
  .union([
    z.object({
      method: z.enum(prorationMethods),
      segments: z.array(
        z.object({
          from: z.string(),
          to: z.string(),
          days: z.int(),
          basisDays: z.int(),
          fullCents: z.int(),
          amountCents: z.int(),
        }),
      ),
    }),
    z.object({
      through: z.string(),
      isStatutory: z.boolean(),
      isBusiness: z.boolean(),
      accruedCents: z.int(),
    }),
    z.object({
      from: z.string(),
      to: z.string(),
      days: z.int(),
      ofDays: z.int(),
      shareBp: z.int(),
      rentCents: z.int(),
    }),
  ])
  .nullable() satisfies z.ZodType<ChargeBasis | null>;

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
  basis: chargeBasis,
  carriedKind: z.enum(chargeKinds).nullable(),
  carriedPeriodFrom: z.string().nullable(),
  revertsChargeId: z.string().nullable(),
  method: z.enum(paymentMethods).nullable(),
  direction: z.enum(paymentDirections).nullable(),
  reference: z.string().nullable(),
  reversesPaymentId: z.string().nullable(),
  transferId: z.string().nullable(),
  /** No money: out of it comes a refund whose own money the bank took back; a charge of as much stands beside it. */
  bearsRefund: z.boolean(),
  /** Money the bank took back, and the entry that says so. */
  isReturned: z.boolean(),
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
 * payment by the day it was paid, of one day in the order in which they were entered (what was entered at once: the charge, then
 * what paid it), and the balance after it. Positive is owed by the tenant. Of a tenant, the leases are one account; with `asOf`
 * it ends on that day, and every row stands as it stood then.
 */
export async function getAccount(tx: Tx, scope: Scope, input: z.output<typeof accountInput>) {
  const leaseIds = await findAccountLeases(tx, scope, input);
  const after = decodeCursor(input.cursor, 'text');
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
        c.period_to, c.corrects_charge_id, c.correction_reason, c.basis, c.carried_kind,
        c.carried_period_from, c.reverts_charge_id, null as method, null as direction,
        null as reference, null::uuid as reverses_payment_id, null::uuid as transfer_id, false as is_returned,
        null::uuid as replaces_payment_id, c.note,
        case when c.corrects_charge_id is not null then 1 when c.returned_payment_id is not null then 2 else 0 end
          as rank,
        greatest(c.total_cents, 0) as debit, greatest(-c.total_cents, 0) as credit
      from hausbuch.charge c
      where c.portfolio_id = ${scope.portfolioId} and c.lease_id in ${ids}
      union all
      select p.id, p.lease_id, 'payment', p.paid_on, p.recorded_at, null, null, null, null, null, null, null, null,
        null, p.method,
        p.direction, p.reference, p.reverses_payment_id, p.transfer_id,
        p.is_returned, p.replaces_payment_id, p.note,
        case when p.reverses_payment_id is not null then 1 when p.replaces_payment_id is not null then 2 else 0 end,
        case p.direction when 'out' then p.amount_cents else 0 end,
        case p.direction when 'in' then p.amount_cents else 0 end
      from hausbuch.payment p
      where p.portfolio_id = ${scope.portfolioId} and p.lease_id in ${ids}
    ), statement as (
      select *, sum(debit - credit) over (order by day, at, rank, type, id) as balance,
        to_char(day, 'YYYY-MM-DD') || ' ' || to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
          || ' ' || rank || ' ' || type as key
      from entry
      where ${asOf}::date is null or day <= ${asOf}::date
    ), page as (
      select *, case when reverses_payment_id is null then id else reverses_payment_id end as original_id
      from statement
      where ${after?.key ?? null}::text is null
        or (key, id) < (${after?.key ?? null}::text, ${after?.id ?? null}::uuid)
      order by key desc, id desc
      limit ${input.limit + 1}
    ), answer as (
      -- What came after the payments of the page, read at once: asked of each, row-level security is asked of each, too.
      select r.reverses_payment_id, r.replaces_payment_id, r.is_returned, r.paid_on
      from hausbuch.payment r
      where r.portfolio_id = ${scope.portfolioId}
        and (r.reverses_payment_id = any (array(select id from page where type = 'payment'))
          or r.replaces_payment_id = any (array(select original_id from page where type = 'payment')))
    ), reversal as (
      select reverses_payment_id as id, is_returned from answer
      where ${asOf}::date is null or paid_on <= ${asOf}::date
    )
    select id, lease_id as "leaseId", type, to_char(day, 'YYYY-MM-DD') as "on", key, kind,
      to_char(period_from, 'YYYY-MM-DD') as "periodFrom", to_char(period_to, 'YYYY-MM-DD') as "periodTo",
      corrects_charge_id as "correctsChargeId", correction_reason as "correctionReason", basis,
      carried_kind as "carriedKind", to_char(carried_period_from, 'YYYY-MM-DD') as "carriedPeriodFrom",
      reverts_charge_id as "revertsChargeId", method, direction,
      reference, reverses_payment_id as "reversesPaymentId", transfer_id as "transferId",
      coalesce(method = 'account_transfer' and exists (
        select from hausbuch.charge c
        where c.portfolio_id = ${scope.portfolioId} and c.transfer_id = page.transfer_id and c.kind = 'other'
      ), false) as "bearsRefund",
      is_returned or exists (select from reversal r where r.id = page.id and r.is_returned) as "isReturned",
      exists (select from reversal r where r.id = page.id) as "isReversed",
      replaces_payment_id as "replacesPaymentId",
      exists (select from answer a where a.replaces_payment_id = page.original_id) as "isReplaced", note,
      debit as "debitCents", credit as "creditCents", balance as "balanceCents"
    from page
    order by key desc, id desc`);
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
