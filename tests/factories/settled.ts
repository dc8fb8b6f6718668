import { randomUUID } from 'node:crypto';
import { addDays } from '@/lib/calendar';
import type { Period } from '@/lib/period';
import { type Caller, categoryId, monthStart, recordTransaction } from './records.ts';

/** The two halves of the month before the last one: what else is booked in tests is booked later. */
export const firstHalf = (): Period => ({ from: monthStart(-2), to: addDays(monthStart(-2), 13) });
export const secondHalf = (): Period => ({
  from: addDays(monthStart(-2), 14),
  to: addDays(monthStart(-1), -1),
});

/** A cost of a unit: what its tenants have paid in advance for those days, so that hardly anything is left. */
export async function bookCost(owner: Caller, place: { id: string; unitId: string }, period: Period) {
  const { leases } = await owner.costStatement.get({ propertyId: place.id, ...period });
  const paidCents = leases.reduce((sum, { advancesPaidCents }) => sum + advancesPaidCents, 0);
  await recordTransaction(owner, {
    propertyId: place.id,
    unitId: place.unitId,
    categoryId: await categoryId(owner, 'property_tax'),
    recoverableKey: 'area',
    bookedOn: period.from,
    amountCents: Math.max(1, paidCents),
  });
}

/** The costs of a unit in some days, settled. */
export async function settleCosts(owner: Caller, place: { id: string; unitId: string }, period: Period) {
  await bookCost(owner, place, period);
  await owner.costStatement.send({ id: randomUUID(), propertyId: place.id, ...period });
}
