import type { CalendarDate } from '../lib/calendar.ts';
import type { ProrationMethod } from './vocabulary.ts';

/** Days of one agreed rent within a month; `amountCents` are the parts of the total, to the cent. */
export type ProrationSegment = {
  from: CalendarDate;
  to: CalendarDate;
  days: number;
  basisDays: number;
  fullCents: number;
  amountCents: number;
};

/** How the rent of a part of a month came about. */
export type Proration = { method: ProrationMethod; segments: readonly ProrationSegment[] };

/** What default interest was charged for: all that accrued until a day at known rates, of which the amount is what was not charged yet. */
export type InterestBasis = {
  through: CalendarDate;
  isStatutory: boolean;
  isBusiness: boolean;
  accruedCents: number;
};

/** By how much a rent is reduced for a defect, and for which of the days it is for: days ÷ of days × share of the rent. */
export type ReductionBasis = {
  from: CalendarDate;
  to: CalendarDate;
  days: number;
  ofDays: number;
  shareBp: number;
  rentCents: number;
};

/**
 * How the amount of a charge came about: an explanation for its page. One thing rests on it: what a rent is reduced by was
 * never owed (§ 536 BGB), where what was waived was.
 */
export type ChargeBasis = Proration | InterestBasis | ReductionBasis;

/** The calculation a rent was posted with; null for a whole month of one rent, and for every other charge. */
export const prorationOf = (basis: ChargeBasis | null): Proration | null =>
  basis !== null && 'segments' in basis ? basis : null;

/** By what a rent is reduced; null for every other charge. */
export const reductionOf = (basis: ChargeBasis | null): ReductionBasis | null =>
  basis !== null && 'shareBp' in basis ? basis : null;
