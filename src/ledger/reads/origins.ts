import 'server-only';
import { and, between, count, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { bankMatch, payment } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { recordedMethods } from '@/domain/account-kinds';
import type { BankMatchKind, PaymentOrigin } from '@/domain/vocabulary';
import type { CalendarDate } from '@/lib/calendar';
import { listEarlier } from './standing-payments';

/** How money came into the books; `isProven` where it was typed in and a line of the bank proves it. */
export type CameIn = { origin: PaymentOrigin; isProven: boolean };

type Asked = readonly { id: string; replaces: string | null }[];

/** How each payment came in. What was corrected or moved came as the payment it was first recorded as. */
export async function listOrigins(tx: Tx, scope: Scope, asked: Asked): Promise<Map<string, CameIn>> {
  const earlier = await listEarlier(tx, scope, asked);
  const matches = await tx
    .select({ paymentId: bankMatch.paymentId, kind: bankMatch.kind, isByItself: bankMatch.isByItself })
    .from(bankMatch)
    .where(
      and(
        within(bankMatch, scope),
        isAmong(bankMatch.paymentId, [...asked.map((row) => row.id), ...earlier.values()]),
      ),
    );
  const matchOf = new Map(matches.map((row) => [row.paymentId, row]));
  // A line may prove any row of the chain, also one between the first and the last.
  const findMatch = (id: string | undefined): (typeof matches)[number] | undefined =>
    id === undefined ? undefined : (matchOf.get(id) ?? findMatch(earlier.get(id)));
  return new Map(
    asked.map(({ id }) => {
      const match = findMatch(id);
      return [id, { origin: match ? originOf(match) : 'typed', isProven: match !== undefined }];
    }),
  );
}

/** Which of these payments, each as it stands now, a line of the bank proves: that of a row whose place it took is its own. */
export async function listProved(tx: Tx, scope: Scope, paymentIds: string[]): Promise<Set<string>> {
  const asked = await tx
    .select({ id: payment.id, replaces: payment.replacesPaymentId })
    .from(payment)
    .where(and(within(payment, scope), isAmong(payment.id, paymentIds)));
  const origins = await listOrigins(tx, scope, asked);
  return new Set(asked.flatMap(({ id }) => (origins.get(id)?.isProven ? [id] : [])));
}

/**
 * Money that came in during a period and stands: how many payments came in which way. All of them are counted from the index
 * alone, and what was taken back, corrected or met by a line of the bank is looked up: asking of each payment whether it was
 * took five times as long as the rest of a year's statistics (12,000 payments).
 */
export async function countOrigins(
  tx: Tx,
  scope: Scope,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<Record<PaymentOrigin, number>> {
  const reversal = alias(payment, 'reversal');
  const cameIn = and(
    within(payment, scope),
    between(payment.paidOn, from, to),
    eq(payment.direction, 'in'),
    inArray(payment.method, recordedMethods),
  );
  const stands = and(
    cameIn,
    isNull(payment.reversesPaymentId),
    sql`not exists ${tx
      .select({ id: reversal.id })
      .from(reversal)
      .where(and(within(reversal, scope), eq(reversal.reversesPaymentId, payment.id)))}`,
  );
  const [[all], [reversals], [reversed], corrected, matched] = await Promise.all([
    tx.select({ payments: count() }).from(payment).where(cameIn),
    // What takes an entry of money paid out back is no money that came in.
    tx
      .select({ payments: count() })
      .from(payment)
      .where(and(cameIn, isNotNull(payment.reversesPaymentId))),
    tx
      .select({ payments: count() })
      .from(reversal)
      .innerJoin(payment, joins(payment.id, reversal.reversesPaymentId))
      .where(and(within(reversal, scope), isNotNull(reversal.reversesPaymentId), cameIn)),
    // Of what was corrected the payment first recorded says how it came.
    tx
      .select({ id: payment.id, replaces: payment.replacesPaymentId })
      .from(payment)
      .where(and(stands, isNotNull(payment.replacesPaymentId))),
    tx
      .select({ kind: bankMatch.kind, isByItself: bankMatch.isByItself, payments: count() })
      .from(bankMatch)
      .innerJoin(payment, joins(payment.id, bankMatch.paymentId))
      .where(and(within(bankMatch, scope), stands, isNull(payment.replacesPaymentId)))
      .groupBy(bankMatch.kind, bankMatch.isByItself),
  ]);
  const counts = { by_itself: 0, confirmed: 0, typed: 0 };
  for (const { payments, ...match } of matched) counts[originOf(match)] += payments;
  for (const { origin } of (await listOrigins(tx, scope, corrected)).values()) counts[origin] += 1;
  const standing = (all?.payments ?? 0) - (reversals?.payments ?? 0) - (reversed?.payments ?? 0);
  const unmatched = matched.reduce((rest, row) => rest - row.payments, standing - corrected.length);
  return { ...counts, typed: counts.typed + unmatched };
}

type Match = { kind: BankMatchKind | null; isByItself: boolean | null };

const originOf = ({ kind, isByItself }: Match): PaymentOrigin =>
  kind === null || kind === 'evidence' ? 'typed' : isByItself ? 'by_itself' : 'confirmed';
