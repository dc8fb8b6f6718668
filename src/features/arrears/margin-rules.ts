import { day, type Explained, inputs, money, month, number, text } from '../../domain/trace.ts';
import { type CalendarDate, firstOfMonth } from '../../lib/calendar.ts';
import type { Claim } from './rules.ts';

/** § 288 (1) BGB: five points over the base rate. */
export const CONSUMER_MARGIN_BP = 500;
/** § 288 (2) BGB: nine points, where neither side is a consumer. */
export const BUSINESS_MARGIN_BP = 900;
/** § 288 (2) BGB in the version before 29 July 2014. */
export const OLD_BUSINESS_MARGIN_BP = 800;
/** § 288 (5) BGB: owed once for each claim in default, where the debtor is no consumer, whatever the creditor is. */
const LUMP_SUM_CENTS = 4_000;

export const OLD_LAW_SOURCE = 'EGBGB Art. 229 § 34';

/**
 * Whether § 288 BGB holds for a claim as it has been since 29 July 2014: for what was contracted after 28 July 2014, and
 * for what a lease made before gives after 30 June 2016 (EGBGB Art. 229 § 34). Where the day of the contract is not told
 * the claim is taken to be as old as the day it was due.
 */
export function isUnderLawOf2014(claim: Pick<Claim, 'contractOn' | 'month' | 'dueOn'>): boolean {
  const arisenOn = claim.contractOn ?? claim.dueOn;
  const givenFrom = claim.month === undefined ? claim.dueOn : firstOfMonth(claim.month);
  return arisenOn > '2014-07-28' || (claim.contractOn !== undefined && givenFrom > '2016-06-30');
}

/** Points over the base rate, in hundredths of a per cent. `isBusiness`: neither side is a consumer. */
export function marginOf(claim: Pick<Claim, 'contractOn' | 'month' | 'dueOn'>, isBusiness: boolean): number {
  if (!isBusiness) return CONSUMER_MARGIN_BP;
  return isUnderLawOf2014(claim) ? BUSINESS_MARGIN_BP : OLD_BUSINESS_MARGIN_BP;
}

/**
 * The lump sums of a debtor who is no consumer: 40 € for each claim that was open on a day after its due day, up to and
 * including `through`; none under the law before 29 July 2014, and none again for one that another lease passed on late.
 */
export function lumpSums(input: { claims: readonly Claim[]; through: CalendarDate }): Explained<number> {
  const owing = input.claims.filter(
    (claim) => !claim.isCarriedLate && isUnderLawOf2014(claim) && wasInDefault(claim, input.through),
  );
  const totalCents = owing.length * LUMP_SUM_CENTS;
  return {
    result: totalCents,
    trace: {
      rule: 'default_lump_sum',
      formula: '{claims_in_default} × {lump_sum}',
      sources: ['BGB § 288 (5)', OLD_LAW_SOURCE],
      inputs: inputs({ claims_in_default: number(owing.length), lump_sum: money(LUMP_SUM_CENTS) }),
      steps: owing.map((claim) => ({
        of: [claim.month === undefined ? text(claim.id) : month(claim.month)],
        formula: '{lump_sum}',
        inputs: inputs({ due_on: day(claim.dueOn), lump_sum: money(LUMP_SUM_CENTS) }),
        result: money(LUMP_SUM_CENTS),
      })),
      result: money(totalCents),
    },
  };
}

function wasInDefault(claim: Claim, through: CalendarDate): boolean {
  const inTime = claim.payments.filter((payment) => payment.on <= claim.dueOn);
  const paidCents = inTime.reduce((sum, payment) => sum + payment.amountCents, 0);
  return claim.dueOn < through && claim.totalCents > paidCents;
}
