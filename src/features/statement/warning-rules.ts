import { sharedKeyOf } from './settlement-rules.ts';
import type { Mend, StatementView } from './view-rules.ts';

/** What lies in the calendar alone: nothing mends it. */
const ofTheCalendar = new Set<string>(['too_late', 'deadline_near', 'sold_within']);
/** What units and meters say. */
const ofTheHouse = new Set<string>(['vacancy']);
/** What a booking says of its days, also where it is a plant's. */
const ofTheBookings = new Set<string>(['bill_of_other_owner', 'plant_bill_by_days', 'vat_not_stated']);

/** What a cost's dialog answers: what is deducted for shops, what is usual, and which bills belong to a year. */
const ofSharing = new Set<string>([
  'commercial_without_pre_deduction',
  'cost_unusual_per_sqm',
  'principle_changed',
]);

/**
 * Where a warning is looked into: what names a lease on its page, units and meters on that of the property, what is said of
 * how a cost is shared out where that is said, else among the bookings.
 */
export function mendOfWarning(
  { code, params }: StatementView['warnings'][number],
  { parties, plants }: Pick<StatementView, 'parties' | 'plants'>,
): Mend | null {
  if (ofTheCalendar.has(code)) return null;
  if (ofTheBookings.has(code)) return { at: 'bookings' };
  if (code === 'vat_without_tax_number') return { at: 'landlords' };
  // Leases are named by their ids.
  const leaseId = 'lease' in params ? String(params.lease) : null;
  const tenantId = leaseId === null ? null : parties[leaseId]?.tenantId;
  if (leaseId !== null && tenantId) return { at: 'lease', leaseId, tenantId };
  const plant = plants.find(({ id }) => id === params.line);
  if (plant) return { at: 'plant', plantId: plant.id };
  const lineId = String(params.line);
  if (ofSharing.has(code) && sharedKeyOf(lineId)) return { at: 'sharing', lineId };
  return ofTheHouse.has(code) || 'meter' in params || 'unit' in params
    ? { at: 'property' }
    : { at: 'bookings' };
}
