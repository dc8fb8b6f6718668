import 'server-only';
import { and, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { household, lease, leaseTenant, leaseUnit, payment, property, rent, tenant, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { addDays, firstOfMonth, maxDate, monthOf } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { makeRfReference } from '@/lib/iban';
import { voidCharges } from '../charge/commands';
import { hasDepositMoney } from '../deposit/queries';
import { lockLeases, postCharges } from '../ledger/commands';
import { postOpeningCredit } from '../payment/commands';
import { reversePayment } from '../payment/undo-commands';
import { followChange, insertRent, postDueRent } from '../rent/commands';
import type { PostedDifference } from '../rent/queries';
import { bookedFromBreach, endBreach, leaseState } from './rules';
import type { createLeaseInput, endLeaseInput, updateLeaseInput, voidLeaseInput } from './schema';

/**
 * Enters a lease with its units, tenants and first rent, posts its opening balance and every month from
 * "booked from" to today. The same id again changes nothing.
 * @throws DomainError `lease.overlap` when a unit is let on one of the days
 */
export async function createLease(tx: Tx, scope: Scope, input: z.output<typeof createLeaseInput>) {
  const [existing] = await tx
    .select({ startsOn: lease.startsOn })
    .from(lease)
    .where(and(eq(lease.portfolioId, scope.portfolioId), eq(lease.id, input.id)));
  if (existing) {
    if (existing.startsOn !== input.startsOn) throw new DomainError('already_exists');
    return { id: input.id };
  }
  await assertUsable(tx, scope, input);
  const breach = bookedFromBreach(input, input.bookedFrom);
  if (breach) throw new DomainError('lease.booked_from_outside_term', { field: 'bookedFrom' });

  const { unitIds, tenantIds, persons, rentLines, openingBalanceCents, ...term } = input;
  // Nothing can be owed before the lease begins.
  const startMonth = firstOfMonth(monthOf(input.startsOn));
  const bookedFrom = maxDate(term.bookedFrom, startMonth);
  const portfolioId = scope.portfolioId;
  await tx.insert(lease).values({
    ...term,
    bookedFrom,
    portfolioId,
    paymentReference: makeRfReference(input.id.replaceAll('-', '').slice(-12).toUpperCase()),
  });
  await tx.insert(leaseUnit).values(
    unitIds.map((unitId) => ({
      portfolioId,
      leaseId: input.id,
      unitId,
      fromOn: input.startsOn,
      toOn: input.endsOn,
    })),
  );
  await tx
    .insert(leaseTenant)
    .values(
      tenantIds.map((tenantId) => ({ portfolioId, leaseId: input.id, tenantId, fromOn: input.startsOn })),
    );
  if (persons !== null) {
    await tx.insert(household).values({ portfolioId, leaseId: input.id, validFrom: input.startsOn, persons });
  }
  await insertRent(tx, scope, {
    id: crypto.randomUUID(),
    leaseId: input.id,
    validFrom: input.startsOn,
    reason: 'initial',
    lines: rentLines,
  });
  await postOpeningBalance(tx, scope, { leaseId: input.id, bookedFrom, amountCents: openingBalanceCents });
  await postDueRent(tx, scope, { leaseId: input.id });
  await recordAudit(tx, scope, {
    action: 'lease.create',
    entity: 'lease',
    entityId: input.id,
    after: { ...term, bookedFrom, unitIds, tenantIds, openingBalanceCents },
  });
  return { id: input.id };
}

async function assertUsable(
  tx: Tx,
  scope: Scope,
  input: { unitIds: string[]; tenantIds: string[] },
): Promise<void> {
  const units = await tx
    .select({ archivedAt: unit.archivedAt, propertyArchivedAt: property.archivedAt })
    .from(unit)
    .innerJoin(property, and(eq(property.portfolioId, unit.portfolioId), eq(property.id, unit.propertyId)))
    .where(
      and(
        eq(unit.portfolioId, scope.portfolioId),
        eq(property.portfolioId, scope.portfolioId),
        inArray(unit.id, input.unitIds),
      ),
    );
  if (units.length !== new Set(input.unitIds).size) throw new DomainError('not_found', { field: 'unitIds' });
  if (units.some((row) => row.propertyArchivedAt)) {
    throw new DomainError('property.archived', { field: 'unitIds' });
  }
  if (units.some((row) => row.archivedAt)) throw new DomainError('unit.archived', { field: 'unitIds' });
  const tenants = await tx
    .select({ archivedAt: tenant.archivedAt })
    .from(tenant)
    .where(and(eq(tenant.portfolioId, scope.portfolioId), inArray(tenant.id, input.tenantIds)));
  if (tenants.length !== new Set(input.tenantIds).size) {
    throw new DomainError('not_found', { field: 'tenantIds' });
  }
  if (tenants.some((row) => row.archivedAt)) throw new DomainError('tenant.archived', { field: 'tenantIds' });
}

/** What was open when the account begins: one charge when owed, one credit when overpaid, due the day before. */
async function postOpeningBalance(
  tx: Tx,
  scope: Scope,
  opening: { leaseId: string; bookedFrom: string; amountCents: number },
): Promise<void> {
  const { leaseId, amountCents } = opening;
  const on = addDays(opening.bookedFrom, -1);
  if (amountCents > 0) {
    await postCharges(tx, scope, [
      {
        leaseId,
        kind: 'opening_balance',
        periodFrom: on,
        periodTo: on,
        dueOn: on,
        lines: [{ component: 'opening_balance', settlement: 'none', amountCents, vatRateBp: 0, vatCents: 0 }],
      },
    ]);
  } else if (amountCents < 0) {
    await postOpeningCredit(tx, scope, { leaseId, on, amountCents: -amountCents });
  }
}

/** The lease as its editor saw it, held. */
async function lockLease(tx: Tx, scope: Scope, input: { id: string; version: number }) {
  await lockLeases(tx, scope, [input.id]);
  const [row] = await tx
    .select()
    .from(lease)
    .where(and(eq(lease.portfolioId, scope.portfolioId), eq(lease.id, input.id)));
  if (!row) throw new DomainError('not_found');
  if (row.version !== input.version) throw new DomainError('version_conflict');
  if (row.voidedAt) throw new DomainError('lease.voided');
  return row;
}

type Changed = { id: string; differences: PostedDifference[] };

/**
 * Changes a lease's term and terms of payment. Its first day is fixed once a month is posted: such a lease
 * is voided and entered anew. Posted months change only when confirmed (`correctPosted`).
 */
export async function updateLease(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof updateLeaseInput>,
): Promise<Changed> {
  const before = await lockLease(tx, scope, input);
  const { id, version, persons, correctPosted, ...term } = input;
  if (before.postedThrough && term.startsOn !== before.startsOn) {
    throw new DomainError('lease.start_is_posted', { field: 'startsOn' });
  }
  if (bookedFromBreach(term, before.bookedFrom)) {
    throw new DomainError('lease.booked_from_outside_term', { field: 'endsOn' });
  }
  await tx
    .update(lease)
    .set({ ...term, version: version + 1, updatedAt: scope.now })
    .where(and(eq(lease.portfolioId, scope.portfolioId), eq(lease.id, id)));
  await moveTerm(tx, scope, before, term);
  if (persons !== null) await setHousehold(tx, scope, id, term.startsOn, persons);
  await recordAudit(tx, scope, {
    action: 'lease.update',
    entity: 'lease',
    entityId: id,
    before: { startsOn: before.startsOn, endsOn: before.endsOn, dueRule: before.dueRule },
    after: { startsOn: term.startsOn, endsOn: term.endsOn, dueRule: term.dueRule },
  });
  return { id, differences: await followChange(tx, scope, id, correctPosted) };
}

type TermDays = { startsOn: string; endsOn: string | null };

/** Units and tenants that followed the lease's first or last day follow it to the new one. */
async function moveTerm(
  tx: Tx,
  scope: Scope,
  before: TermDays & { id: string },
  after: TermDays,
): Promise<void> {
  const units = and(eq(leaseUnit.portfolioId, scope.portfolioId), eq(leaseUnit.leaseId, before.id));
  const tenants = and(eq(leaseTenant.portfolioId, scope.portfolioId), eq(leaseTenant.leaseId, before.id));
  if (before.startsOn !== after.startsOn) {
    const fromOn = after.startsOn;
    await tx
      .update(leaseUnit)
      .set({ fromOn })
      .where(and(units, eq(leaseUnit.fromOn, before.startsOn)));
    await tx
      .update(leaseTenant)
      .set({ fromOn })
      .where(and(tenants, eq(leaseTenant.fromOn, before.startsOn)));
    await tx
      .update(rent)
      .set({ validFrom: fromOn })
      .where(
        and(eq(rent.portfolioId, scope.portfolioId), eq(rent.leaseId, before.id), eq(rent.reason, 'initial')),
      );
  }
  if (before.endsOn === after.endsOn) return;
  const followsEnd = before.endsOn
    ? or(isNull(leaseUnit.toOn), gte(leaseUnit.toOn, before.endsOn))
    : isNull(leaseUnit.toOn);
  const beyond = after.endsOn ? gt(leaseUnit.toOn, after.endsOn) : undefined;
  await tx
    .update(leaseUnit)
    .set({ toOn: after.endsOn })
    .where(and(units, beyond ? or(followsEnd, beyond) : followsEnd));
  if (after.endsOn) {
    await tx
      .update(leaseTenant)
      .set({ toOn: after.endsOn })
      .where(and(tenants, gt(leaseTenant.toOn, after.endsOn)));
  }
}

async function setHousehold(tx: Tx, scope: Scope, leaseId: string, validFrom: string, persons: number) {
  await tx
    .insert(household)
    .values({ portfolioId: scope.portfolioId, leaseId, validFrom, persons })
    .onConflictDoUpdate({
      target: [household.portfolioId, household.leaseId, household.validFrom],
      set: { persons, version: sql`${household.version} + 1`, updatedAt: scope.now },
    });
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
  const { id, endsOn, noticeGivenOn, noticeBy } = input;
  await tx
    .update(lease)
    .set({ endsOn, noticeGivenOn, noticeBy, version: input.version + 1, updatedAt: scope.now })
    .where(and(eq(lease.portfolioId, scope.portfolioId), eq(lease.id, id)));
  await moveTerm(tx, scope, before, { startsOn: before.startsOn, endsOn });
  await recordAudit(tx, scope, {
    action: 'lease.end',
    entity: 'lease',
    entityId: id,
    before: { endsOn: before.endsOn },
    after: { endsOn, noticeGivenOn, noticeBy },
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

/** What ending the lease would change in months that are posted: done for real, then taken back. */
export async function previewEndLease(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof endLeaseInput>,
): Promise<Changed> {
  try {
    await tx.transaction(async (inner) => {
      throw new Rehearsed(await endLease(inner, scope, { ...input, correctPosted: false }));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer as Changed;
    throw error;
  }
  throw new Error('A rehearsal always ends in its answer.');
}

/**
 * Takes back a lease that was entered wrongly: its charges are reversed and its units free again. A lease
 * that money was recorded for is not: undo the payments first.
 */
export async function voidLease(tx: Tx, scope: Scope, input: z.output<typeof voidLeaseInput>) {
  const before = await lockLease(tx, scope, input);
  const standing = await tx
    .select({ id: payment.id, method: payment.method })
    .from(payment)
    .where(
      and(
        eq(payment.portfolioId, scope.portfolioId),
        eq(payment.leaseId, input.id),
        isNull(payment.reversesPaymentId),
        sql`not exists (
          select 1 from hausbuch.payment later
          where later.portfolio_id = ${payment.portfolioId} and later.reverses_payment_id = ${payment.id}
        )`,
      ),
    );
  if (standing.some((row) => row.method !== 'opening_credit')) throw new DomainError('lease.has_payments');
  if (await hasDepositMoney(tx, scope, input.id)) throw new DomainError('deposit.has_movements');
  for (const row of standing) {
    await reversePayment(tx, scope, { id: crypto.randomUUID(), paymentId: row.id, note: null });
  }
  await voidCharges(tx, scope, input.id);
  await tx
    .update(lease)
    .set({ voidedAt: scope.now, version: input.version + 1, updatedAt: scope.now })
    .where(and(eq(lease.portfolioId, scope.portfolioId), eq(lease.id, input.id)));
  await tx
    .update(leaseUnit)
    .set({ isVoided: true })
    .where(and(eq(leaseUnit.portfolioId, scope.portfolioId), eq(leaseUnit.leaseId, input.id)));
  await recordAudit(tx, scope, {
    action: 'lease.void',
    entity: 'lease',
    entityId: input.id,
    before: { state: leaseState(before, scope.today) },
  });
  return { id: input.id };
}
