import type { Explained } from '../../domain/trace.ts';
import { addMonths, type CalendarDate } from '../../lib/calendar.ts';
import { type Co2Input, type Co2Split, co2Split } from '../../statement/plant/index.ts';

/** A tenant who buys the fuel himself asks for the landlord's part of its CO₂ costs within so many months of the bill. */
const MONTHS_TO_ASK = 12;

export type Co2Refund = {
  split: Explained<Co2Split>;
  claimCents: number;
  /** He asked too late, and may ask for nothing any more. */
  isLate: boolean;
  /** With the next statement, else twelve months after he asked. */
  payBy: CalendarDate;
};

/**
 * What a tenant with a supply contract of his own may claim of the CO₂ costs on his bill (§ 6 (2) CO2KostAufG, § 8 (2) for other
 * premises than dwellings; as of 5 Dec 2022, read in November 2026): by the kilograms of his own flat and its area (§ 5 (3), § 6
 * (3)), less 5 % where the fuel also feeds a cooker or the like, in cents, half up. A new heater of § 5a splits in halves, and what § 9
 * forbids to better halves the landlord's part or takes it away. He asks in text form within twelve months of the
 * supplier's bill. LineStop without an area.
 */
export function co2Refund({
  billedOn,
  claimedOn,
  ...bill
}: {
  from: CalendarDate;
  to: CalendarDate;
  grams: number;
  costCents: number;
  areaSqm100: number;
  hasOtherUse: boolean;
  isHome: boolean;
  model: Co2Input['model'];
  obstacle: Co2Input['obstacle'];
  billedOn: CalendarDate;
  claimedOn: CalendarDate;
}): Co2Refund {
  const period = { from: bill.from, to: bill.to };
  const split = co2Split({
    ...{ period, bill: period, grams: bill.grams, costCents: bill.costCents, areaSqm100: bill.areaSqm100 },
    ...{ use: bill.isHome ? 'dwelling' : 'other', model: bill.model, obstacle: bill.obstacle },
    ownContract: { hasOtherUse: bill.hasOtherUse },
  });
  return {
    split,
    claimCents: split.result.claimCents ?? 0,
    isLate: claimedOn > addMonths(billedOn, MONTHS_TO_ASK),
    payBy: addMonths(claimedOn, MONTHS_TO_ASK),
  };
}
