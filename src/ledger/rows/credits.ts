import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { credit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { sumCents } from '@/lib/money';

/** Begins the credit of a payment that came in: what of it no charge takes. */
export async function openCredit(
  tx: Tx,
  scope: Scope,
  paid: { paymentId: string; leaseId: string; paidOn: string; openCents: number },
): Promise<void> {
  await tx.insert(credit).values({ portfolioId: scope.portfolioId, ...exactly(credit, paid) });
}

/** What of a payment is credit, more or less. */
export async function changeCredit(tx: Tx, scope: Scope, paymentId: string, byCents: number): Promise<void> {
  await tx
    .update(credit)
    .set({ openCents: sql`${credit.openCents} + ${byCents}` })
    .where(and(within(credit, scope), eq(credit.paymentId, paymentId)));
}

/** The same of several payments; each may be named several times. */
export async function changeCredits(
  tx: Tx,
  scope: Scope,
  changes: readonly { paymentId: string; byCents: number }[],
): Promise<void> {
  if (changes.length === 0) return;
  const byPayment = Map.groupBy(changes, (change) => change.paymentId);
  const sums = [...byPayment].map(([id, own]) => ({ id, cents: sumCents(own.map((one) => one.byCents)) }));
  await tx.execute(sql`
    update hausbuch.credit c set open_cents = c.open_cents + change.cents
    from unnest(${sql.param(sums.map((sum) => sum.id))}::uuid[], ${sql.param(sums.map((sum) => sum.cents))}::bigint[])
      as change (id, cents)
    where c.portfolio_id = ${scope.portfolioId} and c.payment_id = change.id`);
}

/** Takes what is left of a payment that is taken back. */
export async function emptyCredit(tx: Tx, scope: Scope, paymentId: string): Promise<void> {
  await tx
    .update(credit)
    .set({ openCents: 0 })
    .where(and(within(credit, scope), eq(credit.paymentId, paymentId)));
}
