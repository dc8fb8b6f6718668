import type { PlantByService } from './block.ts';

/** A service rounds every user's figure, and its total. */
export const toleratedCents = 1;

/** Why its users' figures are not what its bill adds up to; `null`: they are. */
export type ServiceSumFault = 'service_co2_not_deducted' | 'service_co2_deducted' | 'service_sum_differs';

/**
 * Whether the figures of a metering service's users are its total, or with the landlord's part of the CO₂ costs taken off
 * before what that leaves, to the cent it rounds by; and which other way the sum speaks for.
 */
export function serviceSumFault(
  {
    totalCents,
    co2Way,
    co2LandlordCents,
  }: Pick<PlantByService, 'totalCents' | 'co2Way' | 'co2LandlordCents'>,
  usersCents: number,
): ServiceSumFault | null {
  const fits = (cents: number) => Math.abs(usersCents - cents) <= toleratedCents;
  const deducted = totalCents - (co2LandlordCents ?? 0);
  if (co2Way === 'deducted' ? fits(deducted) : fits(totalCents)) return null;
  if (co2Way === 'deducted' && fits(totalCents)) return 'service_co2_not_deducted';
  if (co2Way === 'shown' && fits(deducted)) return 'service_co2_deducted';
  return 'service_sum_differs';
}
