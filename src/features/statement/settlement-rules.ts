import { type DistributionKey, distributionKeys, type SettlementKind } from '../../domain/vocabulary.ts';
import type { CalendarDate } from '../../lib/calendar.ts';
import {
  isHeating,
  type StatementKey,
  type StatementLease,
  type StatementLine,
} from '../../statement/index.ts';
import { type CostAgreement, hasToBeNamed, lawful } from '../cost-agreement/rules.ts';

/** A line of the rents that were agreed in a period. */
export type AgreedLine = {
  component: string;
  settlement: SettlementKind;
  amountCents: number;
  vatRateBp: number;
};

/** What a contract may settle: a line of one kind of cost, or a plant with the kinds that are its own. */
export type Settled = Pick<StatementLine, 'id' | 'key' | 'betrkvNo'> & { kinds?: readonly string[] };

/**
 * What a contract settles: of the costs it names (`agreement`) those for which its rents have an advance. With advances
 * for operating costs all of them, with those for heating alone only heating; without any the rent has them in it, and
 * nothing is settled (§ 556 (2) BGB). Where costs of a kind stay in the rent a contract on all the others means those of § 2
 * nos. 1 to 16 BetrKV still: what has no number, or no. 17, it has to name (BGH 7 Apr 2004, VIII ZR 167/03).
 */
export function settlementOf(
  rents: readonly AgreedLine[],
  lines: readonly Settled[],
  agreement: CostAgreement = lawful,
  isGerman = true,
): Pick<StatementLease, 'settlement' | 'agreesAll' | 'agreed'> {
  const settles = (component: string) =>
    rents.some((line) => line.component === component && line.settlement === 'advance');
  const isLump = (component: string) =>
    rents.some((line) => line.component === component && line.settlement === 'lump_sum');
  const named = lines.flatMap((line) => {
    const own = agreement.named.find(({ categoryId }) =>
      (line.kinds ?? [kindOf(line.id)]).includes(categoryId),
    );
    return own ? [{ lineId: line.id, key: otherKey(line, own.key) }] : [];
  });
  const isNamed = ({ id }: Settled) => named.some(({ lineId }) => lineId === id);
  const kept = (some: readonly Settled[]) =>
    some
      .filter((line) => isNamed(line) || (agreement.agreesAll && !hasToBeNamed(line.betrkvNo, isGerman)))
      .map(({ id }) => named.find(({ lineId }) => lineId === id) ?? { lineId: id, key: null });
  if (settles('operating_costs') && !isLump('heating')) {
    return { settlement: 'advances', agreesAll: agreement.agreesAll, agreed: named };
  }
  if (settles('operating_costs')) {
    const rest = kept(lines.filter(({ betrkvNo }) => !isHeating(betrkvNo)));
    return { settlement: 'advances', agreesAll: false, agreed: rest };
  }
  if (settles('heating')) {
    const heating = kept(lines.filter(({ betrkvNo }) => isHeating(betrkvNo)));
    if (heating.length > 0) return { settlement: 'advances', agreesAll: false, agreed: heating };
  }
  return { settlement: 'lump_sum', agreesAll: false, agreed: [] };
}

/** The rates of VAT that advances bear, each once; 0 is none. */
export const vatRatesOf = (rents: readonly AgreedLine[]): number[] => [
  ...new Set(rents.flatMap(({ settlement, vatRateBp }) => (settlement === 'advance' ? [vatRateBp] : []))),
];

/** The kind of cost a line is of: its id begins with that. */
export const kindOf = (lineId: string): string => lineId.split(':')[0] ?? lineId;

/** The key a line of bookings is said to be shared out otherwise by; null of a plant and of an association's paper. */
export const sharedKeyOf = (lineId: string): DistributionKey | null =>
  distributionKeys.find((key) => lineId.endsWith(`:${key}`)) ?? null;

/** The key of a contract where it is another than the line's; what is a unit's, or set for each lease by hand, stays that. */
const otherKey = (line: Settled, key: StatementKey | null): StatementKey | null =>
  key === line.key || line.key === 'direct' || line.key === 'by_hand' ? null : key;

/** The day on which a contract begins to settle other costs than before; null where it goes on as it was. */
export function settlesOtherwiseFrom(
  rents: readonly (AgreedLine & { validFrom: CalendarDate })[],
  lines: readonly Settled[],
  agreement: CostAgreement = lawful,
  isGerman = true,
): CalendarDate | null {
  const byDay = [...Map.groupBy(rents, ({ validFrom }) => validFrom)].sort(([a], [b]) => (a < b ? -1 : 1));
  const settled = byDay.map(([day, agreed]) => ({
    day,
    what: JSON.stringify(settlementOf(agreed, lines, agreement, isGerman)),
  }));
  return settled.find(({ what }) => what !== settled[0]?.what)?.day ?? null;
}
