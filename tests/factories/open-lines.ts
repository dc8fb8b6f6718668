import type { Debt, OpenLine } from '../../src/ledger/allocation-rules.ts';
import { sumCents } from '../../src/lib/money.ts';

/** A rent of one line, unless it is said to have more. */
export function rent(
  id: string,
  dueOn: string,
  lines: Record<string, number>,
  periodFrom = `${dueOn.slice(0, 7)}-01`,
) {
  const debt: Debt = { id, owedSince: dueOn, periodFrom, endangersTenancy: true };
  return Object.entries(lines).map(
    ([name, openCents]): OpenLine => ({
      lineId: `${id} ${name}`,
      chargeId: id,
      openCents,
      dueOn,
      part: 'principal',
      isAdvance: name === 'costs' || name === 'heating',
      debt,
    }),
  );
}

export const oneOff = (id: string, dueOn: string, openCents: number): OpenLine => ({
  lineId: `${id} claim`,
  chargeId: id,
  openCents,
  dueOn,
  part: 'principal',
  isAdvance: false,
  debt: { id, owedSince: dueOn, periodFrom: null, endangersTenancy: false },
});

export const accessory = (
  id: string,
  part: 'cost' | 'interest',
  dueOn: string,
  openCents: number,
  debt?: Debt,
) => ({
  ...oneOff(id, dueOn, openCents),
  part,
  ...(debt && { debt }),
});

/** Cents that are open. */
export const open = (lines: readonly OpenLine[]) =>
  sumCents(lines.map((line) => Math.max(0, line.openCents)));

/** Cents that are given. */
export const paid = (shares: readonly { amountCents: number }[]) =>
  sumCents(shares.map((share) => share.amountCents));
