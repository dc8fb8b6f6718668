import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isAmong } from '@/db/among';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { lease, rent, rentLine } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { sameRequestOnly } from '@/db/versioned';
import { within } from '@/db/within';
import { findPremises, isGermanLease } from '@/features/legal/law-queries';
import { findSaleDays, untilSold } from '@/features/occupancy/sale-queries';
import { coversDay } from '@/features/occupancy/term-rules';
import { assertChargesOfLease, correctCharges, lockLeases, postCharges } from '@/ledger';
import { addDays, type CalendarDate, lastOfMonth, maxDate, minDate, monthOf } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { sumCents } from '@/lib/money';
import { differenceLines } from './difference-rules';
import { draftRents } from './draft-queries';
import { findClause } from './index-queries';
import {
  listPostedDifferences,
  listRents,
  lockLeasesToPost,
  type PostedDifference,
  type PostedMonth,
} from './queries';
import { type RentLine, rentOn } from './rules';
import type { agreeRentInput, correctRentsInput, rentRowInput, updateRentInput } from './schema';
import { followsParts, stepBreach, withLinesOf } from './step-rules';

export type PostingReport = { leases: number; charges: number; totalCents: number };

/**
 * Posts every month that is owed and not posted yet, up to the current month in the portfolio's time zone,
 * for one lease or all of them, and lets credits settle what is new. Weeks off are caught up; running it
 * again, or from several processes, changes nothing.
 */
export async function postDueRent(
  tx: Tx,
  scope: Scope,
  options: { leaseId?: string } = {},
): Promise<PostingReport> {
  const monthEnd = lastOfMonth(monthOf(scope.today));
  const locked = await lockLeasesToPost(tx, scope, monthEnd, options.leaseId);
  const leases = (await untilSold(tx, scope, locked)).filter(hasOwnToPost);
  if (leases.length === 0) return { leases: 0, charges: 0, totalCents: 0 };
  const drafts = await draftRents(tx, scope, leases, monthEnd);
  const posted = await postCharges(tx, scope, drafts);
  await keepPostedThrough(tx, scope, leases, monthEnd);
  const report = {
    leases: leases.length,
    charges: posted.size,
    totalCents: sumCents(
      drafts
        .filter((draft) => draft.id && posted.has(draft.id))
        .flatMap((draft) => draft.lines.map((line) => line.amountCents)),
    ),
  };
  if (posted.size > 0) {
    await recordAudit(tx, scope, {
      action: 'rent.post',
      entity: options.leaseId ? 'lease' : 'portfolio',
      entityId: options.leaseId ?? scope.portfolioId,
      after: report,
    });
  }
  return report;
}

type ToPost = Awaited<ReturnType<typeof lockLeasesToPost>>[number];

/** A lease whose house is sold is looked at until it ends: should the sale be taken back, its months are still to post. */
const hasOwnToPost = ({
  startsOn,
  bookedFrom,
  postedThrough,
  endsOn,
  isSold,
}: ToPost & { isSold: boolean }) =>
  !isSold ||
  endsOn === null ||
  endsOn >= (postedThrough ? addDays(postedThrough, 1) : maxDate(startsOn, bookedFrom));

/** Of what is sold no further than it is one's own. */
async function keepPostedThrough(tx: Tx, scope: Scope, leases: readonly ToPost[], monthEnd: CalendarDate) {
  for (const [through, rows] of Map.groupBy(leases, ({ endsOn }) => minDate(monthEnd, endsOn))) {
    const ids = rows.map((row) => row.id);
    await tx
      .update(lease)
      .set({ postedThrough: through })
      .where(and(within(lease, scope), isAmong(lease.id, ids)));
  }
}

/** Posts what the confirmed change of a lease or rent makes different in months that are posted already. */
export async function correctPostedRent(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  months: PostedMonth[],
): Promise<void> {
  const corrections = months.map((month) => ({
    chargeId: month.chargeId,
    lines: differenceLines(month.owed?.lines ?? [], month.postedLines),
    basis: month.owed?.proration ?? null,
  }));
  await correctCharges(tx, scope, leaseId, corrections);
}

/**
 * After a lease or its rent changed: which posted months differ now, and, when confirmed, their correction.
 * Months that became due by the change are posted.
 */
export async function followChange(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  correctPosted: boolean,
): Promise<PostedDifference[]> {
  const [row] = await tx
    .select({
      id: lease.id,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      prorationMethod: lease.prorationMethod,
    })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, leaseId)));
  if (!row) throw new DomainError('not_found');
  const months = await listPostedDifferences(tx, scope, row);
  if (correctPosted) await correctPostedRent(tx, scope, leaseId, months);
  await postDueRent(tx, scope, { leaseId });
  return months.map(({ owed, postedLines, ...difference }) => difference);
}

/** Lets booked months follow what is owed for them now, those a person was shown; what fits already stays. */
export async function correctRents(tx: Tx, scope: Scope, input: z.output<typeof correctRentsInput>) {
  await lockLeases(tx, scope, [input.leaseId]);
  await assertChargesOfLease(tx, scope, input.leaseId, input.chargeIds);
  const [row] = await tx
    .select({
      id: lease.id,
      startsOn: lease.startsOn,
      endsOn: lease.endsOn,
      prorationMethod: lease.prorationMethod,
      voidedAt: lease.voidedAt,
    })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, input.leaseId)));
  if (!row) throw new DomainError('not_found');
  if (row.voidedAt) throw new DomainError('lease.voided');
  const months = (await listPostedDifferences(tx, scope, row)).filter((month) =>
    input.chargeIds.includes(month.chargeId),
  );
  await correctPostedRent(tx, scope, input.leaseId, months);
  if (months.length > 0) {
    await recordAudit(tx, scope, {
      action: 'rent.correct',
      entity: 'lease',
      entityId: input.leaseId,
      after: {
        months: months.map(({ month, postedCents, owedCents }) => ({ month, postedCents, owedCents })),
      },
    });
  }
  return { corrected: months.length };
}

/** The agreed lines of a rent, in their order. */
export async function insertRent(
  tx: Tx,
  scope: Scope,
  row: {
    id: string;
    leaseId: string;
    validFrom: string;
    reason: (typeof rent.$inferInsert)['reason'];
    note?: string | null;
    lines: readonly RentLine[];
    /** The index an indexed rent rests on. */
    indexMonth?: string;
    indexMilli?: number;
  },
): Promise<void> {
  const { lines, ...fields } = row;
  await tx.insert(rent).values({ portfolioId: scope.portfolioId, ...exactly(rent, fields) });
  await insertLines(tx, scope, row.id, lines);
}

async function insertLines(tx: Tx, scope: Scope, rentId: string, lines: readonly RentLine[]) {
  await tx.insert(rentLine).values(
    lines.map((line, position) => ({
      portfolioId: scope.portfolioId,
      rentId,
      position,
      ...exactly(rentLine, line),
    })),
  );
}

/**
 * A further rent from a day on. Answers with the posted months that differ; they change only if confirmed. The same request
 * again changes nothing.
 */
export async function agreeRent(tx: Tx, scope: Scope, input: z.output<typeof agreeRentInput>) {
  await lockLeases(tx, scope, [input.leaseId]);
  const existing = await listRents(tx, scope, [input.leaseId]);
  const { carryOn, correctPosted, ...row } = input;
  const standing = existing.find((other) => other.id === input.id);
  if (standing) {
    const { validFrom, reason, note, lines } = row;
    sameRequestOnly(
      { ...standing, lines: linesOf(standing) },
      { validFrom, reason, note, lines: linesOf({ lines }) },
    );
    // What was confirmed only now is done now.
    const others = existing.filter((other) => other !== standing);
    if (carryOn) await carryLinesOn(tx, scope, row, rentOn(others, validFrom)?.lines ?? []);
    return { id: input.id, differences: await followChange(tx, scope, input.leaseId, correctPosted) };
  }
  await assertDayIsFree(tx, scope, input.leaseId, input.validFrom, null);
  // Steps to come and an index clause exclude each other (§§ 557a (2), 557b (2) BGB).
  const isStepToCome = input.reason === 'stepped' && input.validFrom > scope.today;
  if (isStepToCome && (await findClause(tx, scope, input.leaseId))) {
    throw new DomainError('rent.index_beside_steps');
  }
  await insertRent(tx, scope, row);
  if (row.reason === 'stepped') await assertSteps(tx, scope, input.leaseId);
  if (carryOn) await carryLinesOn(tx, scope, row, rentOn(existing, row.validFrom)?.lines ?? []);
  await recordAudit(tx, scope, {
    action: 'rent.agree',
    entity: 'lease',
    entityId: input.leaseId,
    after: { validFrom: input.validFrom, reason: input.reason, lines: input.lines },
  });
  return { id: input.id, differences: await followChange(tx, scope, input.leaseId, correctPosted) };
}

const linesOf = ({ lines }: { lines: readonly RentLine[] }) =>
  lines.map((line) => [line.component, line.amountCents, line.settlement, line.vatRateBp]);

/** § 557a (2) BGB for dwellings in Germany: the rent stays a year between steps. Elsewhere it is as agreed. */
export async function assertSteps(tx: Tx, scope: Scope, leaseId: string): Promise<void> {
  if (!(await isGermanLease(tx, scope, leaseId))) return;
  if ((await findPremises(tx, scope, leaseId)) !== 'dwelling') return;
  if (stepBreach(await listRents(tx, scope, [leaseId]))) throw new DomainError('rent.step_too_early');
}

/** Rents that are not posted yet follow everything but the net rent of a rent that comes before them, where they had it alike. */
async function carryLinesOn(
  tx: Tx,
  scope: Scope,
  from: { leaseId: string; validFrom: string; lines: readonly RentLine[] },
  before: readonly RentLine[],
): Promise<void> {
  const [term] = await tx
    .select({ postedThrough: lease.postedThrough })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, from.leaseId)));
  const posted = term?.postedThrough ?? '';
  for (const row of await listRents(tx, scope, [from.leaseId])) {
    const isLater = row.validFrom > from.validFrom && row.validFrom > posted;
    if (isLater && followsParts(row, before))
      await replaceLines(tx, scope, row.id, withLinesOf(row.lines, from.lines));
  }
}

async function replaceLines(tx: Tx, scope: Scope, rentId: string, lines: readonly RentLine[]): Promise<void> {
  await tx.delete(rentLine).where(and(within(rentLine, scope), eq(rentLine.rentId, rentId)));
  await insertLines(tx, scope, rentId, lines);
}

/** Changes an agreed rent. The first rent keeps the lease's first day. */
export async function updateRent(tx: Tx, scope: Scope, input: z.output<typeof updateRentInput>) {
  const before = await lockRent(tx, scope, input);
  if (before.reason === 'initial' && input.validFrom !== before.validFrom) {
    throw new DomainError('rent.is_initial', { field: 'validFrom' });
  }
  await assertDayIsFree(tx, scope, before.leaseId, input.validFrom, input.id);
  await tx
    .update(rent)
    .set({
      validFrom: input.validFrom,
      note: input.note,
      version: sql`${rent.version} + 1`,
      updatedAt: scope.now,
    })
    .where(and(within(rent, scope), eq(rent.id, input.id)));
  await replaceLines(tx, scope, input.id, input.lines);
  if (before.reason === 'stepped') await assertSteps(tx, scope, before.leaseId);
  if (input.carryOn) await carryLinesOn(tx, scope, { ...input, leaseId: before.leaseId }, before.lines);
  await recordAudit(tx, scope, {
    action: 'rent.update',
    entity: 'lease',
    entityId: before.leaseId,
    before: { validFrom: before.validFrom, lines: before.lines },
    after: { validFrom: input.validFrom, lines: input.lines },
  });
  return { id: input.id, differences: await followChange(tx, scope, before.leaseId, input.correctPosted) };
}

/** Takes an agreed rent back that no posted month rests on. */
export async function deleteRent(tx: Tx, scope: Scope, input: z.output<typeof rentRowInput>) {
  const before = await lockRent(tx, scope, input);
  if (before.reason === 'initial') throw new DomainError('rent.is_initial');
  if (before.postedThrough && before.validFrom <= before.postedThrough) {
    throw new DomainError('rent.already_posted');
  }
  await removeRent(tx, scope, input.id);
  await recordAudit(tx, scope, {
    action: 'rent.delete',
    entity: 'lease',
    entityId: before.leaseId,
    before: { validFrom: before.validFrom, lines: before.lines },
  });
  return { id: input.id };
}

export async function removeRent(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.delete(rentLine).where(and(within(rentLine, scope), eq(rentLine.rentId, id)));
  await tx.delete(rent).where(and(within(rent, scope), eq(rent.id, id)));
}

export async function assertDayIsFree(
  tx: Tx,
  scope: Scope,
  leaseId: string,
  validFrom: string,
  exceptId: string | null,
  field = 'validFrom',
): Promise<void> {
  const [term] = await tx
    .select({ startsOn: lease.startsOn, endsOn: lease.endsOn, voidedAt: lease.voidedAt })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, leaseId)));
  if (!term) throw new DomainError('not_found');
  if (term.voidedAt) throw new DomainError('lease.voided');
  if (!coversDay(term, validFrom)) throw new DomainError('rent.starts_outside_term', { field });
  if (exceptId === null) {
    // What was agreed before the sale the buyer is bound by; after it there is nothing left for the seller to agree (§ 566 (1) BGB).
    const soldOn = (await findSaleDays(tx, scope, [{ id: leaseId, endsOn: term.endsOn }])).get(leaseId);
    if (soldOn && soldOn <= scope.today && validFrom >= soldOn)
      throw new DomainError('rent.house_sold', { field });
  }
  const taken = (await listRents(tx, scope, [leaseId])).some(
    (row) => row.validFrom === validFrom && row.id !== exceptId,
  );
  if (taken) throw new DomainError('rent.day_taken', { field });
}

/** The rent as its editor saw it, its lease held. */
async function lockRent(tx: Tx, scope: Scope, input: { id: string; version: number }) {
  const [found] = await tx
    .select({ leaseId: rent.leaseId })
    .from(rent)
    .where(and(within(rent, scope), eq(rent.id, input.id)));
  if (!found) throw new DomainError('not_found');
  await lockLeases(tx, scope, [found.leaseId]);
  const [term] = await tx
    .select({ postedThrough: lease.postedThrough })
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, found.leaseId)));
  const row = (await listRents(tx, scope, [found.leaseId])).find((other) => other.id === input.id);
  if (!row) throw new DomainError('not_found');
  if (row.version !== input.version) throw new DomainError('version_conflict');
  return { ...row, postedThrough: term?.postedThrough ?? null };
}
