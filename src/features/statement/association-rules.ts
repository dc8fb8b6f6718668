import type { CalendarDate } from '../../lib/calendar.ts';
import { maxDate, minDate, overlaps } from '../../lib/calendar.ts';
import type { Period } from '../../lib/period.ts';
import { partOfBill } from '../../statement/bills.ts';
import { claimsUntil, statementDeadline } from '../../statement/deadline.ts';
import { hasHousehold, isHeating, type StatementInput, type StatementLine } from '../../statement/index.ts';
import {
  costsOf,
  coversAll,
  hausgeldOf,
  obstacleEndedOn,
  PAID_TO_ASSOCIATION,
  type Paper,
} from '../association/rules.ts';
import { usersOf } from '../heating/circle-rules.ts';
import type { Cost, LineSource } from './rules.ts';
import { kindOf } from './settlement-rules.ts';

/** The association of a flat of the house, its papers near a period, and when it was asked for the one of that period. */
export type HouseAssociation = {
  id: string;
  unitId: string;
  unit: string;
  name: string;
  papers: (Paper & { periodFrom: CalendarDate; periodTo: CalendarDate })[];
  efforts: { askedOn: CalendarDate }[];
};

type Kind = {
  id: string;
  code: string | null;
  name: string | null;
  betrkvNo: number | null;
  isRecoverable: boolean;
};

/**
 * The costs of a house with what its associations' papers bring, each line as a bill of its flat; what was paid to the
 * associations is none, so that nothing counts twice.
 */
export function withPapers(
  costs: readonly Cost[],
  associations: readonly HouseAssociation[],
  kinds: readonly Kind[],
  units: readonly Owned[] = [],
): Cost[] {
  if (associations.length === 0) return [...costs];
  const booked = costs.filter(({ categoryCode }) => categoryCode !== PAID_TO_ASSOCIATION);
  const known = new Map(kinds.map((kind) => [kind.id, kind]));
  const papers = associations.flatMap(({ unitId, name: payee, papers }) =>
    papers.flatMap((paper) => {
      const whole = { from: paper.periodFrom, to: paper.periodTo };
      const own = ownDays(
        units.find(({ id }) => id === unitId),
        whole,
      );
      if (own === null) return [];
      const part = (cents: number) => partOfBill(cents, whole, own).partCents;
      return costsOf(paper).map(({ id, name, categoryId, ...cents }): Cost => {
        // No money is lost with its kind: it counts by its own name, which a contract has to say.
        const kind = known.get(categoryId) ?? { code: null, name, betrkvNo: null, isRecoverable: true };
        return {
          ...{ id, unitId, payee, title: name },
          amountCents: part(cents.amountCents),
          notRecoverableCents: part(cents.notRecoverableCents),
          // An association's paper states none.
          vatCents: 0,
          labourCents: part(cents.labourCents),
          categoryId,
          categoryCode: kind.code,
          categoryName: kind.name,
          betrkvNo: kind.betrkvNo,
          isRecoverable: kind.isRecoverable,
          // It counts with its days; beside bookings that say none, in the period in which its own ends.
          bookedOn: own.to,
          serviceFrom: own.from,
          serviceTo: own.to,
          recoverableKey: null,
        };
      });
    }),
  );
  return [...booked, ...papers];
}

type Owned = { id: string; availableFrom: CalendarDate; availableTo: CalendarDate | null };

/**
 * The days of a paper on which the flat was the landlord's; null: none. Who bought within the year of the association gets a
 * paper of all of it, and settles what falls on his own days: what was before is between him and the seller.
 */
export function ownDays(unit: Owned | undefined, { from, to }: Period): Period | null {
  const own = unit
    ? { from: maxDate(from, unit.availableFrom), to: minDate(to, unit.availableTo) }
    : { from, to };
  return own.from > own.to ? null : own;
}

/** What an association's paper is to a statement, beside the figures in its lines. */
export type AssociationSource = {
  id: string;
  unitId: string;
  unit: string;
  name: string;
  /** Days of the period stand in no paper. */
  isMissing: boolean;
  /** The papers with days in the period, as the letter shows them. */
  papers: {
    period: Period;
    /** Its days that this statement counts: of the flat since it was bought, and of the period. */
    counted: Period;
    lines: {
      id: string;
      name: string;
      key: string | null;
      totalCents: number;
      ownCents: number;
      recoverableCents: number;
      co2LandlordCents: number;
    }[];
  }[];
  /** The days on which its paper was asked for. */
  askedOn: CalendarDate[];
  /** It came late without the landlord's fault: when, and until when money may be asked for all the same. */
  excuse: { receivedOn: CalendarDate; until: CalendarDate } | null;
  /** Lines of the statement that have own bookings of the flat beside the paper's. */
  alsoBooked: string[];
  /** Heating of the paper, though the flat changed hands: who used how much only a metering service says (§ 9b HeizkostenV). */
  changedHeat: string[];
};

type Around = {
  period: Period;
  isGerman: boolean;
  units: StatementInput['units'];
  leases: readonly { leaseId: string; held: Parameters<typeof usersOf>[1][number]['held'] }[];
  lines: readonly StatementLine[];
  sources: Record<string, LineSource>;
  kinds: readonly Kind[];
};

export function associationSource(of: HouseAssociation, around: Around): AssociationSource {
  const { period, isGerman } = around;
  const papers = of.papers.filter(({ periodFrom, periodTo }) =>
    overlaps({ from: periodFrom, to: periodTo }, period),
  );
  const { id, unitId, unit, name } = of;
  const owned = ownDays(
    around.units.find((one) => one.id === unitId),
    period,
  );
  return {
    ...{ id, unitId, unit, name },
    isMissing:
      owned !== null &&
      !coversAll(
        papers.map(({ periodFrom, periodTo }) => ({ from: periodFrom, to: periodTo })),
        owned,
      ),
    papers: papers.flatMap((paper) => {
      const whole = { from: paper.periodFrom, to: paper.periodTo };
      const counted = owned && { from: maxDate(whole.from, owned.from), to: minDate(owned.to, whole.to) };
      if (counted === null || counted.from > counted.to) return [];
      return [{ period: whole, counted, lines: passedOn(paper) }];
    }),
    askedOn: of.efforts.map(({ askedOn }) => askedOn),
    excuse: isGerman ? excuseOf(papers, of.efforts, statementDeadline(period.to)) : null,
    alsoBooked: alsoBooked(of, papers, around),
    changedHeat: isGerman ? changedHeat(of, papers, around) : [],
  };
}

/** The lines of a paper of which a tenant bears something. */
function passedOn(paper: Paper) {
  const counted = hausgeldOf({ ...paper, advancesDueCents: null }).result.lines;
  return paper.lines.flatMap(({ id, name, key, totalCents, ownCents, co2LandlordCents }, index) => {
    const recoverableCents = counted[index]?.recoverableCents ?? 0;
    if (recoverableCents === 0) return [];
    return [{ id, name, key, totalCents, ownCents, recoverableCents, co2LandlordCents }];
  });
}

function excuseOf(
  papers: HouseAssociation['papers'],
  efforts: HouseAssociation['efforts'],
  deadline: CalendarDate,
): AssociationSource['excuse'] {
  for (const paper of papers) {
    const receivedOn = obstacleEndedOn(paper, efforts, deadline);
    if (receivedOn !== null) return { receivedOn, until: claimsUntil(deadline, receivedOn) };
  }
  return null;
}

function alsoBooked(
  { unitId }: HouseAssociation,
  papers: Paper[],
  { lines, sources, units }: Around,
): string[] {
  const costs = papers.flatMap((paper) => costsOf(paper));
  const [ids, kinds] = [
    new Set(costs.map(({ id }) => id)),
    new Set(costs.map(({ categoryId }) => categoryId)),
  ];
  const isOfFlat = (booked: string | null) => booked === unitId || (booked === null && units.length === 1);
  return lines
    .filter(({ id }) => kinds.has(kindOf(id)))
    .filter(({ id, bills }) =>
      bills.some(
        (bill, index) => isOfFlat(bill.unitId) && !ids.has(sources[id]?.transactionIds[index] ?? ''),
      ),
    )
    .map(({ id }) => id);
}

function changedHeat({ unitId }: HouseAssociation, papers: Paper[], around: Around): string[] {
  const units = around.units.filter(({ id }) => id === unitId);
  if (usersOf(units, around.leases, around.period).length < 2) return [];
  return papers
    .flatMap((paper) => costsOf(paper))
    .filter(({ categoryId }) => isHeating(around.kinds.find(({ id }) => id === categoryId)?.betrkvNo ?? null))
    .map(({ name }) => name);
}

/**
 * The day on which what a house waited for without fault was there: only where every flat of it waited for a paper that
 * came late without fault, and the first of them. Null: nothing excuses a late statement.
 */
export function obstacleOf(
  associations: readonly AssociationSource[],
  units: StatementInput['units'],
): CalendarDate | null {
  const flats = units.filter(hasHousehold);
  const days = flats.map(({ id }) => associations.find(({ unitId }) => unitId === id)?.excuse?.receivedOn);
  if (days.some((day) => day === undefined)) return null;
  return days.flatMap((day) => day ?? []).sort()[0] ?? null;
}
