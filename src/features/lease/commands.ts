import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { isMadeSo, recordAudit } from '@/db/audit';
import type { Tx } from '@/db/client';
import { exactly } from '@/db/exactly';
import { household, lease, leaseTenant, leaseUnit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { within } from '@/db/within';
import { findSaleDays } from '@/features/occupancy/sale-queries';
import { leaseState } from '@/features/occupancy/term-rules';
import { lockToVoid, openAccount, voidAccount } from '@/ledger';
import { firstOfMonth, maxDate, monthOf } from '@/lib/calendar';
import { DomainError } from '@/lib/errors';
import { makeRfReference } from '@/lib/iban';
import { changesBetween } from '@/lib/server/changes';
import { hasDepositMoney } from '../deposit/queries';
import { insertRent, postDueRent } from '../rent/commands';
import { postEarlierRent } from '../rent/earlier-commands';
import { assertUsableTenants, assertUsableUnits } from './party-commands';
import { bookedFromBreach } from './rules';
import type { createLeaseInput, voidLeaseInput } from './schema';
import { lockLease } from './term-commands';

/**
 * Enters a lease with its units, tenants and first rent, posts its opening balance and every month from
 * "booked from" to today, and with them what paid those before this month where it is said. The same id again changes nothing.
 * @throws DomainError `lease.overlap` when a unit is let on one of the days
 */
export async function createLease(tx: Tx, scope: Scope, input: z.output<typeof createLeaseInput>) {
  const { unitIds, tenantIds, persons, rentLines, rentSince, earlierRents, ...booked } = input;
  const { openingBalanceCents, arePaid, ...term } = booked;
  // Nothing can be owed before the lease begins.
  const startMonth = firstOfMonth(monthOf(input.startsOn));
  const bookedFrom = maxDate(term.bookedFrom, startMonth);
  const [existing] = await tx
    .select()
    .from(lease)
    .where(and(within(lease, scope), eq(lease.id, input.id)));
  const rents = [...earlierRents, { validFrom: rentSince ?? input.startsOn, lines: rentLines }];
  const entry = {
    action: 'lease.create',
    entity: 'lease',
    entityId: input.id,
    // What nobody said stands in no entry: a request of before it could be said is the same when it comes again.
    after: {
      ...{ ...term, bookedFrom, unitIds, tenantIds, persons, rents, openingBalanceCents },
      ...(arePaid && { arePaid }),
    },
  } as const;
  if (existing) {
    const isSame = !changesBetween(existing, { ...term, bookedFrom }) && (await isMadeSo(tx, scope, entry));
    if (!isSame) throw new DomainError('already_exists');
    return { id: input.id };
  }
  await assertUsableUnits(tx, scope, input.unitIds, 'unitIds');
  await assertUsableTenants(tx, scope, input.tenantIds, 'tenantIds');
  const breach = bookedFromBreach(input, input.bookedFrom);
  if (breach) throw new DomainError('lease.booked_from_outside_term', { field: 'bookedFrom' });

  const portfolioId = scope.portfolioId;
  await tx.insert(lease).values({
    ...exactly(lease, term),
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
  for (const [index, { validFrom, lines }] of rents.entries()) {
    await insertRent(tx, scope, {
      id: crypto.randomUUID(),
      leaseId: input.id,
      validFrom,
      reason: index === 0 ? 'initial' : 'agreed',
      lines,
    });
  }
  await openAccount(tx, scope, { leaseId: input.id, bookedFrom, amountCents: openingBalanceCents });
  if (arePaid) {
    // Ahead of the rest: a credit settles whatever is open, and these have been paid.
    const earlier = { ...term, bookedFrom, postedThrough: null };
    await postEarlierRent(tx, scope, earlier, firstOfMonth(monthOf(scope.today)), true);
  }
  await postDueRent(tx, scope, { leaseId: input.id });
  await recordAudit(tx, scope, entry);
  return { id: input.id };
}

/**
 * Takes back a lease that was entered wrongly: its charges are reversed and its units free again, and payments go with it as
 * they were shown. A lease whose deposit has money is not: that is undone first.
 * @throws DomainError `lease.has_payments`, `lease.has_carry_over`, `deposit.has_movements`
 */
export async function voidLease(
  tx: Tx,
  scope: Scope,
  { paymentIds = [], toLeaseId = null, ...input }: z.input<typeof voidLeaseInput>,
) {
  await lockToVoid(tx, scope, input.id, toLeaseId);
  const before = await lockLease(tx, scope, input);
  if (await hasDepositMoney(tx, scope, input.id)) throw new DomainError('deposit.has_movements');
  const saleDays = await findSaleDays(tx, scope, [before]);
  await voidAccount(tx, scope, input.id, { paymentIds, toLeaseId });
  await tx
    .update(lease)
    .set({ voidedAt: scope.now, version: input.version + 1, updatedAt: scope.now })
    .where(and(within(lease, scope), eq(lease.id, input.id)));
  await tx
    .update(leaseUnit)
    .set({ isVoided: true })
    .where(and(within(leaseUnit, scope), eq(leaseUnit.leaseId, input.id)));
  await recordAudit(tx, scope, {
    action: 'lease.void',
    entity: 'lease',
    entityId: input.id,
    before: { state: leaseState({ ...before, soldOn: saleDays.get(input.id) ?? null }, scope.today) },
    ...(paymentIds.length > 0 && { after: { payments: paymentIds.length, toLeaseId } }),
  });
  return { id: input.id };
}
