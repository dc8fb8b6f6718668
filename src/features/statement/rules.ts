import type { DistributionKey, MeterKind } from '../../domain/vocabulary.ts';
import { type CalendarDate, FIRST_DAY, overlaps } from '../../lib/calendar.ts';
import { type Period, yearBefore } from '../../lib/period.ts';
import { deadlineState, statementDeadline } from '../../statement/deadline.ts';
import {
  boundaryBill,
  type CostPrinciple,
  isHeating,
  type LabourGroup,
  type StatementInput,
  type StatementKey,
  type StatementLine,
} from '../../statement/index.ts';
import { usualPeriods } from '../../statement/usual-periods.ts';
import { type CostSharing, sharingOf, usualSharing } from '../cost-sharing/rules.ts';
import type { AssociationSource } from './association-rules.ts';
import type { PlantSource } from './plant-rules.ts';

/** A deadline that went by is still told of for so long: what was not asked for in time is lost, a credit is owed still. */
const TOLD_AFTER_DAYS = 30;

/** The finished period of each month a year of statements may begin with whose deadline is told of on a day. */
export function finishedPeriods(
  today: CalendarDate,
): { startMonth: number; period: Period; deadline: CalendarDate }[] {
  return Array.from({ length: 12 }, (_, index) => index + 1).flatMap((startMonth) =>
    usualPeriods(startMonth, FIRST_DAY, today)
      .map((period) => ({ startMonth, period, deadline: statementDeadline(period.to) }))
      .filter(({ period, deadline }) => {
        const { daysLeft, step } = deadlineState(deadline, today);
        return period.to < today && step !== null && daysLeft >= -TOLD_AFTER_DAYS;
      }),
  );
}

/** A cost that is booked on the property or on one of its units, as it stands. */
export type Cost = {
  id: string;
  categoryId: string;
  categoryCode: string | null;
  categoryName: string | null;
  betrkvNo: number | null;
  isRecoverable: boolean;
  unitId: string | null;
  bookedOn: CalendarDate;
  serviceFrom: CalendarDate | null;
  serviceTo: CalendarDate | null;
  title: string;
  payee: string | null;
  amountCents: number;
  /** Contained in it, as its bill states. */
  vatCents: number;
  labourCents: number;
  recoverableKey: DistributionKey | null;
  /** What of it no tenant bears, where an association's paper says so. */
  notRecoverableCents?: number;
};

/** Where a line comes from: its category's words, and the bookings its bills are, in their order. */
export type LineSource = {
  code: string | null;
  name: string | null;
  transactionIds: string[];
  /** Somebody chose the units that bear it. */
  hasOwnCircle?: boolean;
};

/** A lease beside its part of the input: whom its page belongs to, and what keeps it from being settled. */
export type LeaseSource = {
  /** Told apart from all others of the house. */
  name: string;
  tenantId: string | null;
  tenants: string[];
  place: string;
  /** Something is paid in advance for heating. */
  paysHeating: boolean;
  /** Its advances bear VAT by different rates, or some of them none. */
  hasVatRates: boolean;
  /** Units of other properties hang on it: its advances are for them, too. */
  isElsewhere: boolean;
  /** Its account begins later than its days here: what was paid before nobody knows. */
  unknownBefore: CalendarDate | null;
  /** From this day of the period on its contract settles other costs than before. */
  settlesOtherwiseFrom: CalendarDate | null;
  /** A version before has asked it for something. */
  wasStated: boolean;
};

export type StatementCase = {
  input: StatementInput;
  lines: Record<string, LineSource>;
  plants: PlantSource[];
  associations: AssociationSource[];
  leases: Record<string, LeaseSource>;
  /** Booked under what tenants bear, and said not to be passed on; left out: nothing. */
  keptBackCents?: number;
  /** Something is let with VAT, and a landlord of it has no tax number to bill it under; left out: no. */
  isTaxNumberMissing?: boolean;
};

/** The group of § 35a EStG that labour of a cost usually is of (BMF 9 Nov 2016): what technicians do is craft. */
export const usualLabourGroup = (betrkvNo: number | null): LabourGroup =>
  isHeating(betrkvNo) || betrkvNo === 7 || betrkvNo === 11 || betrkvNo === 12 ? 'craft' : 'service';

/** Which meters measure a cost that goes by consumption. */
export function meterKindsOf(betrkvNo: number | null, code: string | null): MeterKind[] {
  if (betrkvNo === 2 || betrkvNo === 3 || code === 'water') return ['cold_water', 'warm_water'];
  if (betrkvNo === 11 || code === 'lighting') return ['electricity'];
  return isHeating(betrkvNo) ? ['heat', 'gas'] : [];
}

/** What is booked on a unit is that unit's; the rest goes by the key of its booking, else by area (§ 556a (1) BGB). */
const keyOf = (cost: Cost): StatementKey =>
  cost.unitId !== null ? 'direct' : (cost.recoverableKey ?? 'area');

/**
 * Costs of one kind and key that concern a period, with the principle by which they are counted. `isOpen`: counted like
 * this, one of them would be charged twice or never.
 */
type Group = {
  lineId: string;
  key: StatementKey;
  principle: CostPrinciple;
  costs: Cost[];
  isOpen: boolean;
};

/** What settled statements of other periods have counted: bills as a whole, and bills by their days. */
export type SettledBills = { whole: ReadonlySet<string>; byDays: ReadonlySet<string> };

const isServed = ({ serviceFrom, serviceTo }: Cost, period: Period) =>
  serviceFrom !== null && overlaps({ from: serviceFrom, to: serviceTo }, period);
const isPaid = ({ bookedOn }: Cost, { from, to }: Period) => bookedOn >= from && bookedOn <= to;

const nothingSettled: SettledBills = { whole: new Set(), byDays: new Set() };

/** The costs near a period, line by line. */
const linesNear = (costs: readonly Cost[], period: Period) =>
  Map.groupBy(
    costs.filter((cost) => isPaid(cost, period) || isServed(cost, period)),
    (cost) => `${cost.categoryId}:${keyOf(cost)}`,
  );

/**
 * By service where every bill says for which days it is, else by payment: never both in one line. Money that came back does not
 * decide it: a bank says nothing of its days, and its bill would count in another year.
 */
function principleOf(costs: readonly Cost[]): CostPrinciple {
  const bills = costs.filter(({ amountCents }) => amountCents >= 0);
  const deciding = bills.length > 0 ? bills : costs;
  return deciding.every(({ serviceFrom }) => serviceFrom !== null) ? 'service' : 'payment';
}

/** By which principle a settled statement has counted some of these bills; null where none has. */
function settledPrinciple(costs: readonly Cost[], { whole, byDays }: SettledBills): CostPrinciple | null {
  if (costs.some(({ id }) => byDays.has(id))) return 'service';
  return costs.some(({ id }) => whole.has(id)) ? 'payment' : null;
}

/** Paid in one period and for days of the other: where the principle changes between them, it counts twice or never. */
const isAcross = (cost: Cost, one: Period, other: Period) =>
  (isPaid(cost, one) && isServed(cost, other)) || (isPaid(cost, other) && isServed(cost, one));

type Near = { period: Period; before: Period; settled: SettledBills; sharing: CostSharing };

function groupsOf(costs: readonly Cost[], { period, before, settled, sharing }: Near): Group[] {
  const linesBefore = linesNear(costs, before);
  return [...linesNear(costs, period)].flatMap(([lineId, all]): Group[] => {
    const [first] = all;
    if (!first) return [];
    const said = sharingOf(sharing, { categoryId: first.categoryId, key: keyOf(first) }, period)?.cost
      .principle;
    const principle = said ?? principleOf(all);
    // A bill without its days that was paid in the period is asked for them: it is not left out in silence.
    const isIn = (cost: Cost) =>
      principle === 'payment' || cost.serviceFrom === null ? isPaid(cost, period) : isServed(cost, period);
    const counted = all.filter((cost) => isIn(cost) && !settled.whole.has(cost.id));
    const earlier = linesBefore.get(lineId) ?? [];
    const principleBefore = said ? (settledPrinciple(earlier, settled) ?? said) : principleOf(earlier);
    const isChanged = earlier.length > 0 && principleBefore !== principle;
    const isOpen =
      (isChanged &&
        [...earlier, ...all].some((cost) => isAcross(cost, period, before) && !settled.whole.has(cost.id))) ||
      (principle === 'payment' && counted.some(({ id }) => settled.byDays.has(id)));
    if (counted.length === 0 && !isOpen) return [];
    return [{ lineId, key: keyOf(first), principle, costs: counted.length === 0 ? all : counted, isOpen }];
  });
}

/** What of a group falls into its period. */
const totalOf = (
  { principle, costs }: Group,
  period: Period,
  what: 'amountCents' | 'vatCents' = 'amountCents',
): number =>
  costs.reduce((sum, { [what]: cents, serviceFrom, serviceTo }) => {
    if (principle === 'payment' || serviceFrom === null || serviceTo === null) return sum + cents;
    return sum + boundaryBill(cents, { from: serviceFrom, to: serviceTo }, period).result.partCents;
  }, 0);

/** The lines of a statement: one for each kind of cost and key, with every booking of it as a bill. */
export function linesOf(
  costs: readonly Cost[],
  of: {
    period: Period;
    before: Period;
    isGerman: boolean;
    /** The units that bear what is shared out; null: all. */
    circle: string[] | null;
    meters: readonly { id: string; kind: MeterKind }[];
    settled: SettledBills;
    sharing?: CostSharing;
    /** Also what cost something last year and nothing yet, without a bill: for a period that still runs. */
    withExpected?: boolean;
  },
): { lines: StatementLine[]; sources: Record<string, LineSource> } {
  const { sharing = usualSharing } = of;
  const yearAgo = { period: of.before, before: yearBefore(of.before), settled: nothingSettled, sharing };
  const groupsBefore = groupsOf(costs, yearAgo);
  const lastYear = new Map(
    groupsBefore.map((group) => [
      group.lineId,
      {
        amountCents: totalOf(group, of.before),
        vatCents: totalOf(group, of.before, 'vatCents'),
        principle: group.principle,
      },
    ]),
  );
  const groups = groupsOf(costs, { ...of, sharing }).map((group) => ({ ...group, counted: group.costs }));
  const known = new Set(groups.map(({ lineId }) => lineId));
  const expected = groupsBefore
    .filter(({ lineId }) => of.withExpected && !known.has(lineId))
    .map((group) => ({ ...group, isOpen: false, counted: [] as Cost[] }));
  const sources: Record<string, LineSource> = {};
  const lines = [...groups, ...expected].flatMap((group): StatementLine[] => {
    const [first] = group.costs;
    if (!first) return [];
    const { lineId, principle, isOpen } = group;
    const said = sharingOf(sharing, { categoryId: first.categoryId, key: group.key }, of.period);
    // What is booked on a unit is that unit's, whatever was said of the rest.
    const now = group.key === 'direct' ? null : (said?.now ?? null);
    const key = now?.byHand ? 'by_hand' : group.key;
    const { categoryCode, categoryName, betrkvNo } = first;
    const bills = group.counted.toSorted((a, b) => (a.bookedOn < b.bookedOn ? -1 : 1));
    sources[lineId] = {
      code: categoryCode,
      name: categoryName,
      transactionIds: bills.map(({ id }) => id),
      ...(said?.cost.circle && key !== 'direct' && { hasOwnCircle: true }),
    };
    const kinds = meterKindsOf(betrkvNo, categoryCode);
    return [
      {
        id: lineId,
        name: lineId,
        betrkvNo: of.isGerman ? betrkvNo : null,
        key,
        circle: key === 'direct' ? null : (said?.cost.circle ?? of.circle),
        principle,
        isPrincipleOpen: isOpen,
        // Elsewhere the booking's key says that tenants bear it; here nothing but § 2 BetrKV does.
        isRecoverable: first.isRecoverable || !of.isGerman,
        isCable:
          betrkvNo === 15 && bills.some(({ title, payee }) => /kabel|cable/i.test(`${title} ${payee}`)),
        bills: bills.map((cost) => ({
          name: cost.title,
          amountCents: cost.amountCents,
          ...(cost.vatCents !== 0 && { vatCents: cost.vatCents }),
          notRecoverableCents: cost.notRecoverableCents ?? 0,
          labourCents: cost.labourCents,
          labourGroup: cost.labourCents === 0 ? null : usualLabourGroup(betrkvNo),
          provider: cost.payee,
          from: cost.serviceFrom,
          to: cost.serviceTo,
          paidOn: cost.bookedOn,
          unitId: cost.unitId,
          leaseId: null,
        })),
        preDeduction: now?.deduction ? { ...now.deduction, unitIds: null } : null,
        meterIds:
          key === 'consumption'
            ? of.meters.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
            : [],
        byHand: now?.byHand?.amounts ?? [],
        byHandReason: now?.byHand?.reason ?? null,
        ...(now?.byHand && { isByHandRestKept: true }),
        lastYear: lastYear.get(lineId) ?? null,
        usualByArea: usualByArea(said?.cost),
      },
    ];
  });
  return { lines, sources };
}

const usualByArea = (
  cost: { usualFromCents: number | null; usualToCents: number | null } | undefined,
): StatementLine['usualByArea'] =>
  cost === undefined || cost.usualToCents === null
    ? null
    : { fromCents: cost.usualFromCents ?? 0, toCents: cost.usualToCents };

/** Names that are all different, as sentences need them: with the place, and at last the first day, where two are one. */
export function toldApart<Row extends { name: string; place: string; from: CalendarDate }>(
  rows: readonly Row[],
): string[] {
  const isTwice = (names: readonly string[], name: string) => names.filter((one) => one === name).length > 1;
  const short = rows.map(({ name, place }) => name || place);
  const placed = rows.map(({ place }, index) => {
    const name = short[index] ?? '';
    return isTwice(short, name) ? `${name} · ${place}` : name;
  });
  return rows.map(({ from }, index) => {
    const name = placed[index] ?? '';
    return isTwice(placed, name) ? `${name} · ${from}` : name;
  });
}

/** Counts up with each change of what statements come to. */
export const RULES_VERSION = 6;

/** Whether a lease can be sent its statement. */
export const isReady = ({
  isSettled,
  isStopped,
  resultCents,
}: {
  isSettled: boolean;
  isStopped: boolean;
  resultCents: number | null;
}): boolean => isSettled && !isStopped && resultCents !== null;

/** Leases as the house's units are listed, floor by floor; of one flat in the order of time, as they are given. */
export function asListed<Lease extends { leaseId: string }>(
  given: readonly Lease[],
  {
    units,
    leases,
  }: {
    units: readonly { id: string }[];
    leases: readonly { id: string; units: readonly { unitId: string }[] }[];
  },
): Lease[] {
  const places = new Map(units.map(({ id }, place) => [id, place]));
  const firstOf = new Map(
    leases.map((lease) => [lease.id, Math.min(...lease.units.map(({ unitId }) => places.get(unitId) ?? 0))]),
  );
  return given.toSorted((a, b) => (firstOf.get(a.leaseId) ?? 0) - (firstOf.get(b.leaseId) ?? 0));
}
