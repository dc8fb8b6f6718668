import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { credit } from '@/db/schema';
import type { Scope } from '@/db/scope';

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
    .where(and(eq(credit.portfolioId, scope.portfolioId), eq(credit.paymentId, paymentId)));
}

/** Takes what is left of a payment that is taken back. */
export async function emptyCredit(tx: Tx, scope: Scope, paymentId: string): Promise<void> {
  await tx
    .update(credit)
    .set({ openCents: 0 })
    .where(and(eq(credit.portfolioId, scope.portfolioId), eq(credit.paymentId, paymentId)));
}
