import type { z } from 'zod';
import { isReserveByName, staysByName } from '../statement/plant/association-names.ts';
import type { AssociationLine } from '../statement/plant/index.ts';
import { LineStop } from '../statement/problems.ts';
import type { hausgeldShape } from './plant-shapes.ts';

/** A line as it was typed, with what its name says where nothing else does. LineStop where nobody said the flat's part. */
export function associationLine(given: z.output<typeof hausgeldShape>['lines'][number]): AssociationLine {
  const { name, totalCents, ownCents, numerator, denominator, labourCents } = given;
  const isReserve = given.isReserve ?? isReserveByName(name);
  const isPassedOn = !isReserve && !staysByName(name);
  const own =
    ownCents !== null
      ? { cents: ownCents }
      : numerator !== null && denominator !== null
        ? { numerator, denominator }
        : null;
  if (own === null) throw new LineStop('association_part_missing', `lines.${name}`, { line: name });
  return {
    name,
    totalCents,
    own,
    recoverableBp: given.recoverableBp ?? (isPassedOn ? 10_000 : 0),
    isReserve,
    labourCents,
  };
}
