import type { Jurisdiction } from '@/domain/vocabulary';
import { countryOfZone } from '@/i18n/zones';

type Place = { jurisdiction: Jurisdiction; timeZone: string };

/** The country to propose for a property of a portfolio under these rules; in another one its clock tells. */
export function countryOfJurisdiction({ jurisdiction, timeZone }: Place): string {
  return jurisdiction === 'other' ? (countryOfZone(timeZone) ?? 'DE') : jurisdiction;
}
