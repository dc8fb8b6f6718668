import { type Explained, inputs, money } from '../domain/trace.ts';

/**
 * What a corrected statement may ask for. Until the deadline whatever is right. After it never more than the first
 * result, even where that was a credit (BGH 12 Dec 2007, VIII ZR 190/06; 17 Nov 2004, VIII ZR 115/04); less always. A
 * first statement that came late itself had no claim left (§ 556 (3) sentence 3 BGB): what corrects it asks for nothing.
 * An obvious slip that the tenant could see at once may be put right after it, too (BGH 30 Mar 2011, VIII ZR 133/10).
 * Results are what the tenant has to pay; a credit is negative.
 */
export function correctedResult(of: {
  firstCents: number;
  correctedCents: number;
  isAfterDeadline: boolean;
  isFirstLate: boolean;
  isObviousSlip: boolean;
}): Explained<{ owedCents: number; lostCents: number }> {
  const { firstCents, correctedCents, isFirstLate } = of;
  const isCapped = (of.isAfterDeadline || isFirstLate) && !of.isObviousSlip;
  const caps = [
    ...(isCapped ? [{ name: '{first_result}', cents: firstCents }] : []),
    ...(isFirstLate ? [{ name: '0', cents: 0 }] : []),
  ];
  const owedCents = Math.min(correctedCents, ...caps.map(({ cents }) => cents));
  const formula = '{corrected_result}';
  return {
    result: { owedCents, lostCents: correctedCents - owedCents },
    trace: {
      rule: 'statement_correction',
      formula: caps.length === 0 ? formula : `min(${[...caps.map(({ name }) => name), formula].join(', ')})`,
      sources: ['§ 556 (3) BGB', 'BGH VIII ZR 190/06 (2007-12-12)', 'BGH VIII ZR 115/04 (2004-11-17)'],
      inputs: inputs({ first_result: money(firstCents), corrected_result: money(correctedCents) }),
      steps: [],
      result: money(owedCents),
    },
  };
}

/** What a first statement may ask for: after the deadline a credit only (§ 556 (3) sentence 3 BGB). */
export const claimableCents = (resultCents: number, isAfterDeadline: boolean): number =>
  isAfterDeadline ? Math.min(resultCents, 0) : resultCents;
