type Line = {
  component: string;
  settlement: string;
  vatRateBp: number;
  amountCents: number;
  vatCents: number;
};

const keyOf = ({ component, settlement, vatRateBp }: Line) => `${component} ${settlement} ${vatRateBp}`;

/**
 * Line by line, what is owed now less what is posted. There is a difference, too, where the sum stays: what of a rent is
 * an advance is settled with the costs of the year, and what of it is VAT is owed to the tax office.
 */
export function differenceLines<L extends Line>(owed: readonly L[], posted: readonly L[]): L[] {
  const lines = new Map<string, L>();
  const add = (line: L, sign: 1 | -1) => {
    const { amountCents, vatCents } = lines.get(keyOf(line)) ?? { amountCents: 0, vatCents: 0 };
    lines.set(keyOf(line), {
      ...(lines.get(keyOf(line)) ?? line),
      amountCents: amountCents + sign * line.amountCents,
      vatCents: vatCents + sign * line.vatCents,
    });
  };
  for (const line of owed) add(line, 1);
  for (const line of posted) add(line, -1);
  return [...lines.values()].filter((line) => line.amountCents !== 0 || line.vatCents !== 0);
}
