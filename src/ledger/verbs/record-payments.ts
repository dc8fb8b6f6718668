import 'server-only';
import { and } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { openItem, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { compareDates } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import type { recordPaymentsInput } from '../inputs';
import { lockLeases } from '../rows/lock';
import { recordPayment } from './record-payment';

/**
 * Records a payment for each of several charges, all in the caller's transaction. Somebody who was quicker
 * with one of them must not make a credit of it: an amount above what is open is refused. In the account the one for
 * the oldest debt stands first. The same ids again change nothing.
 */
export async function recordPayments(tx: Tx, scope: Scope, input: z.output<typeof recordPaymentsInput>) {
  const { payments, ...shared } = input;
  const chargeIds = payments.map((part) => part.chargeId);
  const leaseOf = new Map((await listItems(tx, scope, chargeIds)).map((row) => [row.chargeId, row.leaseId]));
  const leaseIds = [...new Set(leaseOf.values())];
  await lockLeases(tx, scope, leaseIds);
  const items = new Map((await listItems(tx, scope, chargeIds)).map((row) => [row.chargeId, row]));
  const known = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        within(payment, scope),
        isAmong(
          payment.id,
          payments.map((part) => part.id),
        ),
      ),
    );
  const isKnown = new Set(known.map((row) => row.id));
  const owedSince = (chargeId: string) => items.get(chargeId)?.owedSince ?? '';
  const oldestFirst = [...payments.entries()].sort(([, a], [, b]) =>
    compareDates(owedSince(a.chargeId), owedSince(b.chargeId)),
  );
  for (const [place, [index, { id, chargeId, amountCents, paidOn }]] of oldestFirst.entries()) {
    const leaseId = leaseOf.get(chargeId);
    if (leaseId === undefined) throw new DomainError('not_found', { field: `payments.${index}.chargeId` });
    const openCents = items.get(chargeId)?.openCents ?? 0;
    if (!isKnown.has(id) && amountCents > openCents) {
      throw new DomainError(openCents > 0 ? 'payment.exceeds_open' : 'charge.nothing_open', {
        field: `payments.${index}.amountCents`,
      });
    }
    const day = paidOn ?? shared.paidOn;
    const payment = { ...shared, paidOn: day, id, leaseId, amountCents, chargeIds: [chargeId] };
    await recordPayment(tx, scope, { ...payment, payerTenantId: null, reference: null, note: null }, place);
  }
  return { count: payments.length, amountCents: sumCents(payments.map((part) => part.amountCents)) };
}

const listItems = (tx: Tx, scope: Scope, chargeIds: string[]) =>
  tx
    .select({
      chargeId: openItem.chargeId,
      leaseId: openItem.leaseId,
      owedSince: openItem.owedSince,
      openCents: openItem.openCents,
    })
    .from(openItem)
    .where(and(within(openItem, scope), isAmong(openItem.chargeId, chargeIds)));
