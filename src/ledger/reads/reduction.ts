import 'server-only';
import { and, eq, isNull, max } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '@/db/client';
import { charge, lease } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { minDate, monthOf } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import type { previewReductionInput } from '../inputs';
import { type BookedRent, reductionShares, rentReduction } from '../reduction-rules';
import { listLinesOf } from '../rows/lines';
import { listSettledRents } from '../rows/settled';
import { listPostedRents } from './posted-rents';

/**
 * What the booked rents of a lease would be less by, each month with the lines it would be taken from, and what was reduced
 * or waived of it before. Days after `bookedThrough` are not booked yet.
 */
export async function readReduction(tx: Tx, scope: Scope, input: z.output<typeof previewReductionInput>) {
  const endsOn = await findEnd(tx, scope, input.leaseId);
  const posted = (await listPostedRents(tx, scope, [input.leaseId])).filter(
    ({ periodFrom, periodTo }) =>
      periodFrom !== null && periodTo !== null && periodFrom <= input.to && periodTo >= input.from,
  );
  const rents = posted.flatMap((row): BookedRent[] =>
    row.periodFrom === null || row.periodTo === null
      ? []
      : [
          {
            chargeId: row.chargeId,
            month: monthOf(row.periodFrom),
            periodFrom: row.periodFrom,
            // A month that was booked whole before the end of the lease was known was corrected since.
            periodTo:
              endsOn !== null && endsOn >= row.periodFrom ? minDate(row.periodTo, endsOn) : row.periodTo,
            rentCents: row.totalCents + row.waivedCents,
            owedCents: row.totalCents,
          },
        ],
  );
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
    bookedThrough: await findBookedThrough(tx, scope, input.leaseId),
  };
}

async function findEnd(tx: Tx, scope: Scope, leaseId: string) {
  const [row] = await tx
    .select({ endsOn: lease.endsOn })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, leaseId)));
  if (!row) throw new DomainError('not_found');
  return row.endsOn;
}

/** The last day that a rent is booked for; null before the first. */
async function findBookedThrough(tx: Tx, scope: Scope, leaseId: string) {
  const [row] = await tx
    .select({ day: max(charge.periodTo) })
    .from(charge)
    .where(
      and(
        within(charge, scope),
        eq(charge.leaseId, leaseId),
        eq(charge.kind, 'rent'),
        isNull(charge.correctsChargeId),
      ),
    );
  return row?.day ?? null;
}
