import type { Owed } from '../agreement.ts';
import type { StatementInput } from '../input.ts';
import type { StatementPlant } from './block.ts';

/** Heat is no. 4 of § 2 BetrKV, hot water no. 5, both of one plant no. 6. */
export function numberOf(
  { lines, fuel, shared }: StatementPlant,
  { isGerman }: StatementInput,
): number | null {
  if (!isGerman) return null;
  const uses = new Set([...lines.map(({ of }) => of), ...(fuel ? [fuel.of] : [])]);
  const makesWater = shared.by === 'service' ? uses.has('both') : shared.hotWater !== null;
  const hasWater = makesWater || uses.has('hot_water');
  const hasHeat = uses.has('heat') || uses.has('both') || uses.size === 0;
  return hasWater ? (hasHeat ? 6 : 5) : 4;
}

/** A contract that names one of the plant's costs, or the plant, owes all of it: they are reckoned as one (§ 7 (2), § 8 (2) HeizkostenV). */
export const owedFor = (plant: StatementPlant, input: StatementInput): Owed => ({
  ids: [plant.id, ...plant.lines.map(({ lineId }) => lineId)],
  betrkvNo: numberOf(plant, input),
  isRecoverable: true,
  isHeating: true,
});
