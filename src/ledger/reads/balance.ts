import 'server-only';
import { and, gt, sql } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, credit, openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { sumCents } from '@/lib/money';
import { listOpenAsOf } from './as-of';
import { isOpen, openSums } from './figures';

/** Where the account stands, or stood on a day: the balance, and what is open, overdue and credit. */
export async function summarise(tx: Tx, scope: Scope, leaseIds: string[], asOf: string | null) {
  if (leaseIds.length === 0) return { balanceCents: 0, openCents: 0, overdueCents: 0, creditCents: 0 };
  const balanceCents = await sumBalance(tx, scope, leaseIds, asOf ?? scope.today);
  if (asOf === null) return { balanceCents, ...(await sumOpenNow(tx, scope, leaseIds)) };
  const items = await listOpenAsOf(tx, scope, asOf, { leaseIds });
  const openCents = sumCents(items.map((item) => item.openCents));
  const overdueCents = sumCents(items.filter((item) => item.dueOn < asOf).map((item) => item.openCents));
  return { balanceCents, openCents, overdueCents, creditCents: Math.max(0, openCents - balanceCents) };
}

async function sumBalance(tx: Tx, scope: Scope, leaseIds: string[], day: string): Promise<number> {
  const [[charged], [paid]] = await Promise.all([
    tx
      .select({ cents: sql<string>`coalesce(sum(${charge.totalCents}), 0)`.mapWith(Number) })
      .from(charge)
      .where(and(within(charge, scope), isAmong(charge.leaseId, leaseIds), sql`${charge.dueOn} <= ${day}`)),
    tx
      .select({
        cents:
          sql<string>`coalesce(sum(case ${payment.direction} when 'in' then ${payment.amountCents} else -${payment.amountCents} end), 0)`.mapWith(
            Number,
          ),
      })
      .from(payment)
      .where(
        and(within(payment, scope), isAmong(payment.leaseId, leaseIds), sql`${payment.paidOn} <= ${day}`),
      ),
  ]);
  return (charged?.cents ?? 0) - (paid?.cents ?? 0);
}

async function sumOpenNow(tx: Tx, scope: Scope, leaseIds: string[]) {
  const [[open], [left]] = await Promise.all([
    tx
      .select(openSums(scope.today))
      .from(openItem)
      .where(and(within(openItem, scope), isAmong(openItem.leaseId, leaseIds), isOpen)),
    tx
      .select({ cents: sql<string>`coalesce(sum(${credit.openCents}), 0)`.mapWith(Number) })
      .from(credit)
      .where(and(within(credit, scope), isAmong(credit.leaseId, leaseIds), gt(credit.openCents, sql`0`))),
  ]);
  return {
    openCents: open?.openCents ?? 0,
    overdueCents: open?.overdueCents ?? 0,
    creditCents: left?.cents ?? 0,
  };
}
