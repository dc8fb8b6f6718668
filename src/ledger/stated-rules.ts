/** What statements of operating costs have left on an account. */
export type StatedBefore = {
  /** Of their back-payments, as far as they stand. */
  chargedCents: number;
  /** Of their back-payments, what was waived: given up it stays given up. */
  waivedCents: number;
  /** Their credits, as far as nobody has undone them. */
  creditedCents: number;
};

export const nothingStated: StatedBefore = { chargedCents: 0, waivedCents: 0, creditedCents: 0 };

/** Whether anything of what was stated still stands on the account. */
export const stillStands = ({ chargedCents, creditedCents }: StatedBefore): boolean =>
  chargedCents !== 0 || creditedCents !== 0;

/**
 * What a statement puts on the account beside what stands there of earlier versions: more is asked for besides; less first
 * comes off the back-payments, then off what was waived of them, which nobody gets back, and only the rest is a credit.
 * @param claimedCents what it asks for in all; negative is a credit
 * @returns `reducedCents` taken off back-payments, `postedCents` charged (positive) or credited (negative), and the
 * difference they make together
 */
export function statedDifference(
  claimedCents: number,
  { chargedCents, waivedCents, creditedCents }: StatedBefore,
): { reducedCents: number; postedCents: number; differenceCents: number } {
  const moreCents = claimedCents - (chargedCents + waivedCents - creditedCents);
  if (moreCents >= 0) return { reducedCents: 0, postedCents: moreCents, differenceCents: moreCents };
  const reducedCents = Math.min(-moreCents, Math.max(0, chargedCents));
  const postedCents = 0 - Math.max(0, -moreCents - reducedCents - waivedCents);
  return { reducedCents, postedCents, differenceCents: postedCents - reducedCents };
}
