import 'server-only';
import { and, asc, eq, isNull, max } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { charge, lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { prorationOf } from '@/domain/charge-basis';
import { addDays, firstOfMonth, lastOfMonth, maxDate, minDate, monthOf } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import type { Period } from '@/lib/period';
import type { previewReductionInput } from '../inputs';
import { type BookedRent, reductionShares, rentReduction } from '../reduction-rules';
import { listLinesOf } from '../rows/lines';
import { listSettledRents } from '../rows/settled';
import { listPostedRents } from './posted-rents';

/**
 * What the booked rents of a lease would be less by, each month with the lines it would be taken from, and what was reduced
 * or waived of it before.
 */
export async function readReduction(tx: Tx, scope: Scope, input: z.output<typeof previewReductionInput>) {
  const posted = (await listPostedRents(tx, scope, [input.leaseId])).filter(
    ({ periodFrom }) =>
      periodFrom !== null &&
      firstOfMonth(monthOf(periodFrom)) <= input.to &&
      lastOfMonth(monthOf(periodFrom)) >= input.from,
  );
  const corrected = await findCorrectedDays(
    tx,
    scope,
    posted.map(({ chargeId }) => chargeId),
  );
  const rents = posted.flatMap((row): BookedRent[] => {
    if (row.periodFrom === null || row.periodTo === null) return [];
    const month = monthOf(row.periodFrom);
    const whole = { from: firstOfMonth(month), to: lastOfMonth(month) };
    const days = corrected.get(row.chargeId);
    const { from, to } = days === undefined ? { from: row.periodFrom, to: row.periodTo } : (days ?? whole);
    return [
      {
        ...{ chargeId: row.chargeId, month, periodFrom: from, periodTo: to },
        rentCents: row.totalCents + row.waivedCents,
        owedCents: row.totalCents,
      },
    ];
  });
  const { result, trace } = rentReduction({ ...input, rents });
  const lines = await listLinesOf(
    tx,
    scope,
    result.months.map(({ chargeId }) => chargeId),
  );
  const settled = await listSettledRents(tx, scope, [input.leaseId]);
  const months = result.months.map((month) => {
    const own = lines.filter((line) => line.chargeId === month.chargeId);
    const shares = reductionShares(own, month.amountCents);
    return {
      ...month,
      waivedCents: posted.find((row) => row.chargeId === month.chargeId)?.waivedCents ?? 0,
      /** What of it is taken off advances: the rest of the rent does not bear it. */
      advanceCents: sumCents(own.map((line, at) => (line.isAdvance ? (shares[at] ?? 0) : 0))),
      isSettled: settled.has(month.chargeId),
      parts: own.flatMap((line, at) => (shares[at] ? [{ line, cents: shares[at] }] : [])),
    };
  });
  return { months, totalCents: result.totalCents, trace };
}

/** The same to be looked at, before it is booked. */
export async function previewReduction(tx: Tx, scope: Scope, input: z.output<typeof previewReductionInput>) {
  const { months, totalCents, trace } = await readReduction(tx, scope, input);
  return {
    months: months.map(({ parts, ...month }) => month),
    totalCents,
    trace,
    unbookedFrom: await findUnbooked(tx, scope, input),
  };
}

/**
 * The days that rents are for since they were corrected, by charge; null is the whole month. A month that was booked whole before
 * the end of its lease was known is for fewer days, and one that was booked to an end that was put off for more.
 */
async function findCorrectedDays(tx: Tx, scope: Scope, chargeIds: string[]) {
  if (chargeIds.length === 0) return new Map<string, Period | null>();
  const rows = await tx
    .select({ chargeId: charge.correctsChargeId, basis: charge.basis })
    .from(charge)
    .where(
      and(
        within(charge, scope),
        isAmong(charge.correctsChargeId, chargeIds),
        eq(charge.correctionReason, 'correction'),
      ),
    )
    .orderBy(asc(charge.postedAt));
  return new Map(
    rows.map(({ chargeId, basis }) => {
      const segments = prorationOf(basis)?.segments ?? [];
      const [first, last] = [segments[0], segments.at(-1)];
      return [chargeId ?? '', first && last ? { from: first.from, to: last.to } : null];
    }),
  );
}

/** The first of the days of a lease that no rent is booked for yet; null where none is left. */
async function findUnbooked(tx: Tx, scope: Scope, input: Period & { leaseId: string }) {
  const [row] = await tx
    .select({ startsOn: lease.startsOn, endsOn: lease.endsOn })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, input.leaseId)));
  if (!row) throw new DomainError('not_found');
  const [booked] = await tx
    .select({ day: max(charge.periodTo) })
    .from(charge)
    .where(
      and(
        within(charge, scope),
        eq(charge.leaseId, input.leaseId),
        eq(charge.kind, 'rent'),
        isNull(charge.correctsChargeId),
      ),
    );
  const first = maxDate(input.from, row.startsOn, booked?.day && addDays(booked.day, 1));
  return first > minDate(input.to, row.endsOn) ? null : first;
}
