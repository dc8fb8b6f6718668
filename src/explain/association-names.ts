import type { z } from 'zod';
import type { AssociationLine } from '../statement/plant/index.ts';
import { LineStop } from '../statement/problems.ts';
import type { hausgeldShape } from './plant-shapes.ts';

/** What an association's statement brings and no tenant bears (§ 1 (2) BetrKV): beginnings of the usual names. */
const notPassedOn =
  /^(verwalt|hausverwalt|weg-verwalt|manage|administration|bank|konto|zins|interest|rechts|anwalt|legal|versammlung|eigentümerversammlung|meeting|reparatur|instandhalt|instandsetz|repair|maintenance and repair|sonderumlage|special levy)/i;
const reserve = /(rücklage|reserve|rückstellung)/i;

/** A line as it was typed, with what its name says where nothing else does. LineStop where nobody said the flat's part. */
export function associationLine(given: z.output<typeof hausgeldShape>['lines'][number]): AssociationLine {
  const { name, totalCents, ownCents, numerator, denominator, labourCents } = given;
  const isReserve = given.isReserve ?? reserve.test(name);
  const isPassedOn = !isReserve && !notPassedOn.test(name);
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
