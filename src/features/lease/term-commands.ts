import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { household, lease, leaseTenant, leaseUnit, rent } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import type { LeaseTerm } from '@/features/occupancy/term-rules';
import { hasClaimsBefore, hasOpening, lockLeases, settleAnew } from '@/ledger';
import { addDays, type CalendarDate, minDate } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { findDatabaseFault } from '@/lib/server/database-errors';
import { followChange, removeRent } from '../rent/commands';
import { type EarlierRents, postEarlierRent } from '../rent/earlier-commands';
import { type AgreedRent, listRents, type PostedDifference } from '../rent/queries';
import { beginWith, bookedFromBreach, endBreach, followStart, followTerm } from './rules';
import type { endLeaseInput, renewLeaseInput, updateLeaseInput } from './schema';

/** The lease as its editor saw it, held. */
export async function lockLease(tx: Tx, scope: Scope, input: { id: string; version: number }) {
  await lockLeases(tx, scope, [input.id]);
  const [row] = await tx
    .select()
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, input.id)));
  if (!row) throw new DomainError('not_found');
  if (row.version !== input.version) throw new DomainError('version_conflict');
  if (row.voidedAt) throw new DomainError('lease.voided');
  return row;
}

type Changed = { id: string; differences: PostedDifference[] };

/**
 * Changes a lease's term and terms of payment. Posted months change only when confirmed (`correctPosted`); months by which
 * the lease begins earlier are posted. With another first day the account is that of a lease entered so from the beginning.
 * A lease without end has no notice either.
 * @throws DomainError `lease.overlap` when one of its units is let to somebody else then, `lease.month_has_claims` while
 * interest or costs stand for a month before the new first day
 */
export async function updateLease(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof updateLeaseInput>,
): Promise<Changed & { added: EarlierRents }> {
  const before = await lockLease(tx, scope, input);
  const { id, version, correctPosted, ...term } = input;
  const opening = { ...before, hasOpening: await hasOpening(tx, scope, id) };
  const bookedFrom = followStart(opening, term.startsOn);
  if (bookedFromBreach(term, bookedFrom)) {
    throw new DomainError('lease.booked_from_outside_term', { field: 'endsOn' });
  }
  if (before.noticeGivenOn && term.endsOn && before.noticeGivenOn > term.endsOn) {
    throw new DomainError('lease.notice_after_end', { field: 'endsOn' });
  }
  if (term.startsOn > before.startsOn && (await hasClaimsBefore(tx, scope, id, term.startsOn))) {
    throw new DomainError('lease.month_has_claims', { field: 'startsOn' });
  }
  await tx
    .update(lease)
    .set({
      ...exactly(lease, term),
      bookedFrom,
      ...(term.endsOn === null && noNotice),
      version: version + 1,
      updatedAt: scope.now,
    })
    .where(and(within(lease, scope), eq(lease.id, id)));
  const over = await moveTerm(tx, scope, before, term);
  await recordAudit(tx, scope, {
    action: 'lease.update',
    entity: 'lease',
    entityId: id,
    before: {
      ...{ startsOn: before.startsOn, endsOn: before.endsOn, dueRule: before.dueRule },
      ...(over.length > 0 && { rents: over.map(({ validFrom, lines }) => ({ validFrom, lines })) }),
    },
    after: { startsOn: term.startsOn, endsOn: term.endsOn, dueRule: term.dueRule },
  });
  const added = await postEarlierMonths(tx, scope, before, { ...before, ...term, bookedFrom });
  const differences = await followChange(tx, scope, id, correctPosted);
  const isCorrected = correctPosted && differences.length > 0;
  if (term.startsOn !== before.startsOn && (isCorrected || added.months > 0)) await settleAnew(tx, scope, id);
  return { id, differences, added };
}

type Booked = Parameters<typeof postEarlierRent>[2];

/** Months before those that were booked until now, which a lease that is posted begins earlier by: as far as it is posted. */
async function postEarlierMonths(tx: Tx, scope: Scope, before: Booked, after: Booked): Promise<EarlierRents> {
  if (!before.postedThrough || after.bookedFrom >= before.bookedFrom) return { months: 0, totalCents: 0 };
  const until = minDate(before.bookedFrom, addDays(before.postedThrough, 1));
  return postEarlierRent(tx, scope, after, until, false);
}

const noNotice = { noticeGivenOn: null, noticeReceivedOn: null, noticeBy: null };

/**
 * What began or ended with the lease follows its first and last day.
 * @returns the rents that were over before its new first day
 */
async function moveTerm(
  tx: Tx,
  scope: Scope,
  before: LeaseTerm & { id: string },
  after: LeaseTerm,
): Promise<AgreedRent[]> {
  const over = before.startsOn === after.startsOn ? [] : await moveStart(tx, scope, before, after.startsOn);
  const units = await tx
    .select()
    .from(leaseUnit)
    .where(and(within(leaseUnit, scope), eq(leaseUnit.leaseId, before.id)));
  const tenants = await tx
    .select()
    .from(leaseTenant)
    .where(and(within(leaseTenant, scope), eq(leaseTenant.leaseId, before.id)));
  refuseLostDays(scope, [...units, ...tenants], before, after);
  const [unitsAfter, tenantsAfter] = [followTerm(units, before, after), followTerm(tenants, before, after)];
  if (!unitsAfter || !tenantsAfter)
    throw new DomainError('lease.changed_before_start', { field: 'startsOn' });

  for (const row of units) {
    const its = and(within(leaseUnit, scope), eq(leaseUnit.id, row.id));
    const moved = unitsAfter.find((other) => other.id === row.id);
    if (!moved) await tx.delete(leaseUnit).where(its);
    else {
      const { fromOn, toOn } = moved;
      await tx
        .update(leaseUnit)
        .set({ fromOn, toOn: toOn ?? after.endsOn })
        .where(its)
        .catch((error: unknown) => {
          if (findDatabaseFault(error)?.constraint !== 'lease_unit_no_overlap') throw error;
          const field = fromOn < row.fromOn ? 'startsOn' : 'unitIds';
          throw new DomainError('lease.overlap', { field, cause: error });
        });
    }
  }
  for (const row of tenants) {
    const its = and(within(leaseTenant, scope), eq(leaseTenant.id, row.id));
    const moved = tenantsAfter.find((other) => other.id === row.id);
    if (!moved) await tx.delete(leaseTenant).where(its);
    else await tx.update(leaseTenant).set({ fromOn: moved.fromOn, toOn: moved.toOn }).where(its);
  }
  return over;
}

/**
 * What was to come or go after a new end falls away with it. Whoever came or left after it by today did so while the lease ran:
 * an end before that day is a mistake, and taken back it would leave somebody else as a tenant.
 */
function refuseLostDays(
  { today }: Scope,
  parts: readonly { fromOn: CalendarDate; toOn: CalendarDate | null }[],
  before: LeaseTerm,
  { endsOn }: LeaseTerm,
): void {
  const isLost = (day: CalendarDate | null) =>
    day !== null && endsOn !== null && day > endsOn && day <= today;
  if (parts.some(({ fromOn, toOn }) => isLost(fromOn) || (toOn !== before.endsOn && isLost(toOn)))) {
    throw new DomainError('lease.changed_after_end', { field: 'endsOn' });
  }
}

/**
 * The rent and the household that apply on the new first day begin with it.
 * @returns the rents that were over by then: the lease never owed them
 */
async function moveStart(
  tx: Tx,
  scope: Scope,
  before: LeaseTerm & { id: string },
  startsOn: CalendarDate,
): Promise<AgreedRent[]> {
  const rents = beginWith(await listRents(tx, scope, [before.id]), before, startsOn);
  for (const row of rents.over) await removeRent(tx, scope, row.id);
  if (rents.first) {
    await tx
      .update(rent)
      .set({ validFrom: startsOn, reason: 'initial' })
      .where(and(within(rent, scope), eq(rent.id, rents.first.id)));
  }
  const its = and(within(household, scope), eq(household.leaseId, before.id));
  const rows = await tx
    .select({ id: household.id, validFrom: household.validFrom })
    .from(household)
    .where(its)
    .orderBy(asc(household.validFrom));
  const households = beginWith(rows, before, startsOn);
  for (const row of households.over) await tx.delete(household).where(and(its, eq(household.id, row.id)));
  if (households.first) {
    await tx
      .update(household)
      .set({ validFrom: startsOn })
      .where(and(its, eq(household.id, households.first.id)));
  }
  return rents.over;
}

/** Ends a lease on a day. The units are free from the day after. */
export async function endLease(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof endLeaseInput>,
): Promise<Changed> {
  const before = await lockLease(tx, scope, input);
  const breach = endBreach(before, input);
  if (breach) {
    throw new DomainError(
      breach.code === 'end_before_start' ? 'lease.end_before_start' : 'lease.notice_after_end',
      { field: breach.field },
    );
  }
  const { id, endsOn, noticeGivenOn, noticeReceivedOn, noticeBy } = input;
  await tx
    .update(lease)
    .set({
      endsOn,
      noticeGivenOn,
      noticeReceivedOn,
      noticeBy,
      version: input.version + 1,
      updatedAt: scope.now,
    })
    .where(and(within(lease, scope), eq(lease.id, id)));
  await moveTerm(tx, scope, before, { startsOn: before.startsOn, endsOn });
  await recordAudit(tx, scope, {
    action: 'lease.end',
    entity: 'lease',
    entityId: id,
    before: { endsOn: before.endsOn },
    after: { endsOn, noticeGivenOn, noticeReceivedOn, noticeBy },
  });
  return { id, differences: await followChange(tx, scope, id, input.correctPosted) };
}

/**
 * Lets a lease run on: to a later end, or open-ended. A notice is taken back by it. An ended lease that goes on is
 * posted from where it stopped.
 * @throws DomainError `lease.overlap` when one of its units is let to somebody else by then
 */
export async function renewLease(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof renewLeaseInput>,
): Promise<Changed> {
  const before = await lockLease(tx, scope, input);
  const { id, endsOn, isFixedTerm } = input;
  if (before.endsOn === null) throw new DomainError('lease.open_ended');
  // The same end again makes sense only to take a notice back.
  const isLater =
    endsOn === null || endsOn > before.endsOn || (before.noticeGivenOn && endsOn === before.endsOn);
  if (!isLater) throw new DomainError('lease.renewal_not_later', { field: 'endsOn' });
  await tx
    .update(lease)
    .set({
      endsOn,
      isFixedTerm,
      ...exactly(lease, noNotice),
      version: input.version + 1,
      updatedAt: scope.now,
    })
    .where(and(within(lease, scope), eq(lease.id, id)));
  await moveTerm(tx, scope, before, { startsOn: before.startsOn, endsOn });
  await recordAudit(tx, scope, {
    action: 'lease.renew',
    entity: 'lease',
    entityId: id,
    before: { endsOn: before.endsOn, noticeGivenOn: before.noticeGivenOn, noticeBy: before.noticeBy },
    after: { endsOn },
  });
  return { id, differences: await followChange(tx, scope, id, input.correctPosted) };
}

class Rehearsed<T> extends Error {
  readonly answer: T;
  constructor(answer: T) {
    super('rehearsed');
    this.answer = answer;
  }
}

/** What a change of a lease would make different in months that are posted: done for real, then taken back. */
async function rehearse<Answer extends Changed>(
  tx: Tx,
  change: (inner: Tx) => Promise<Answer>,
): Promise<Answer> {
  try {
    await tx.transaction(async (inner) => {
      throw new Rehearsed(await change(inner));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer as Answer;
    throw error;
  }
  throw new Error('A rehearsal always ends in its answer.');
}

export const previewEndLease = (tx: Tx, scope: Scope, input: z.output<typeof endLeaseInput>) =>
  rehearse(tx, (inner) => endLease(inner, scope, { ...input, correctPosted: false }));

export const previewUpdateLease = (tx: Tx, scope: Scope, input: z.output<typeof updateLeaseInput>) =>
  rehearse(tx, (inner) => updateLease(inner, scope, { ...input, correctPosted: false }));

export const previewRenewLease = (tx: Tx, scope: Scope, input: z.output<typeof renewLeaseInput>) =>
  rehearse(tx, (inner) => renewLease(inner, scope, { ...input, correctPosted: false }));
