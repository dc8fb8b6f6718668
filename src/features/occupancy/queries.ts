import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { listCostliest, listWholeOccupancy } from './day-queries';
import { vacancyCost, vacantMonthCost } from './rules';
import {
  lettableDays,
  occupancySegments,
  runningVacancyCost,
  stripPeriod,
  vacantMonths,
} from './segment-rules';
import { getSubject } from './subject-queries';

/**
 * Each unit of a property through the months around today, with what its vacancies cost and what would end them.
 * Archived units are left out: nobody can let them. `not_found` for a stranger's property.
 */
export async function getOccupancy(tx: Tx, scope: Scope, propertyId: string) {
  const { today } = scope;
  const period = stripPeriod(today);
  const subject = await getSubject(tx, scope, { propertyId, unitId: null });
  const rows = await listWholeOccupancy(tx, scope, period, subject);
  const kept = rows.filter((row) => !row.isArchived);
  const vacant = kept.flatMap((row) => vacantMonths({ ...row.days, ...row }, period, today));
  const costs = vacant.map((one) => ({
    ...one,
    costCents:
      one.askingRentCents === null ? 0 : vacantMonthCost({ ...one, askingRentCents: one.askingRentCents }),
  }));
  const { vacancies, further } = listCostliest(costs);
  const units = kept.map((row) => {
    const segments = occupancySegments(row.days, period);
    const parts = runningVacancyCost(segments, row.askingRentCents, today);
    return {
      id: row.id,
      name: row.name,
      segments: segments.map(({ free, ...segment }, index) => ({
        ...segment,
        costCents: parts[index]?.costCents ?? null,
        aheadCents: parts[index]?.aheadCents ?? null,
        lettable: free && lettableDays(free, today),
        // What holds when the conflict begins, so that ending own use on that day changes nothing else.
        facts:
          segment.state === 'conflict'
            ? (row.facts.findLast((fact) => fact.validFrom <= segment.from) ?? null)
            : null,
      })),
    };
  });
  return { ...period, today, units, vacancyCost: vacancyCost(vacancies, further) };
}
