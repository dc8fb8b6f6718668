import { type Owed, owedOf } from './agreement.ts';
import { byName } from './house.ts';
import type { StatementInput, StatementLine } from './input.ts';
import type { StatementPlant } from './plant/block.ts';
import { numberOf, owedFor } from './plant/owed.ts';

/** What a statement has a row of: a line, or a plant with all costs of its lines. */
type Item = {
  id: string;
  name: string;
  betrkvNo: number | null;
  circle: readonly string[] | null;
  owed: Owed;
  index: number;
} & ({ line: StatementLine; plant?: never } | { plant: StatementPlant; line?: never });

/**
 * As § 2 BetrKV counts them, what has no number last, then by name: whatever order they were entered in. What is part of
 * a plant is no row of its own.
 */
export function itemsOf(input: StatementInput): Item[] {
  const plants = input.plants ?? [];
  const ofPlants = new Set(plants.flatMap(({ lines }) => lines.map(({ lineId }) => lineId)));
  const items: Item[] = [
    ...input.lines.flatMap((line, index): Item[] => {
      const { id, name, betrkvNo, circle } = line;
      return ofPlants.has(id) ? [] : [{ id, name, betrkvNo, circle, owed: owedOf(line), index, line }];
    }),
    ...plants.map((plant, index): Item => {
      const { id, name, circle } = plant;
      return {
        id,
        name,
        betrkvNo: numberOf(plant, input),
        circle,
        owed: owedFor(plant, input),
        index,
        plant,
      };
    }),
  ];
  const number = ({ betrkvNo }: Item) => betrkvNo ?? 99;
  return items.sort((a, b) => number(a) - number(b) || byName(a, b));
}
