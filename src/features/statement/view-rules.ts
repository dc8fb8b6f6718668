import { type CalendarDate, overlaps } from '../../lib/calendar.ts';
import {
  computeStatement,
  isBilledTo,
  isHeating,
  isHome,
  type LeaseVat,
  type Problem,
  type ResultKey,
  type Statement,
  type Warning,
} from '../../statement/index.ts';
import { isWithBuyer } from '../../statement/lease-statement.ts';
import type { MissingOfYear } from '../heating/year-rules.ts';
import { asListed, isReady, type LeaseSource, type StatementCase } from './rules.ts';
import { sharedKeyOf } from './settlement-rules.ts';

/** What keeps something from being settled that the arithmetic does not know of; plants: what is missing of their year. */
export const houseProblems = [
  'advances_unknown',
  'association_heat_changed',
  'association_missing',
  'heating_by_service',
  'heating_missing',
  'lease_elsewhere',
  'no_longer_settled',
  'settled_by_buyer',
  'settlement_changes',
] as const;
export type HouseProblem = (typeof houseProblems)[number] | `plant_${MissingOfYear}`;

/** Where something is mended. */
export type Mend =
  | { at: 'bookings' }
  | { at: 'property' }
  | { at: 'landlords' }
  | { at: 'plant'; plantId: string }
  | { at: 'association'; associationId: string }
  | { at: 'sharing'; lineId: string }
  | { at: 'lease'; leaseId: string; tenantId: string };

export type ShownProblem = {
  code: Problem['code'] | HouseProblem;
  stops: Problem['stops'];
  params: Record<string, string>;
  mend: Mend;
};

/**
 * As they are told: what a unit lacks stops every cost that is shared out by it, and is said once, of all of them. The
 * others keep their line to themselves.
 */
export function saidOnce(problems: readonly ShownProblem[]): (ShownProblem & { lines: string[] })[] {
  const alike = Map.groupBy(problems, ({ code, params }, at) =>
    code === 'area_missing' || code === 'share_missing' ? `${code} ${params.unit} ${params.day}` : at,
  );
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, lines: same.flatMap(({ params }) => params.line ?? []) }] : [];
  });
}

/** A statement as its page and its letters show it. */
export type StatementView = ReturnType<typeof viewOf>;

/** A version was sent to these leases and asks them for something that still stands, and the house has them no more. */
export function withGone(
  view: StatementView,
  gone: readonly { leaseId: string; party: StatementView['parties'][string] }[],
): StatementView {
  return {
    ...view,
    parties: { ...Object.fromEntries(gone.map(({ leaseId, party }) => [leaseId, party])), ...view.parties },
    problems: [
      ...view.problems,
      ...gone.map(({ leaseId, party: { tenantId } }): ShownProblem => {
        const mend: Mend = tenantId === null ? { at: 'property' } : { at: 'lease', leaseId, tenantId };
        return { code: 'no_longer_settled', stops: 'lease', params: { lease: leaseId }, mend };
      }),
    ],
  };
}

/** Whether a statement can be sent: its period is over, and every lease that is settled at all can be told its result. */
export function isWhole({ period, lines, leases, problems }: StatementView, today: CalendarDate): boolean {
  const settled = leases.filter(({ isSettled }) => isSettled);
  return (
    period.to < today &&
    lines.length > 0 &&
    settled.length > 0 &&
    settled.every(isReady) &&
    !problems.some(isLeftOut)
  );
}

/** A version before asks a lease for something that this one says nothing of any more. */
export const isLeftOut = ({ code }: Pick<ShownProblem, 'code'>): boolean =>
  code === 'no_longer_settled' || code === 'settled_by_buyer';

/** Whether a lease is told something else than a statement before told it: its shares, or what was paid on them. */
export function isChanged(before: StatementView, { leaseId, isSettled, ...now }: SettledLease): boolean {
  const then = before.leases.find((one) => one.leaseId === leaseId);
  if (!isSettled) return false;
  const shares = ({ lines }: Pick<SettledLease, 'lines'>) =>
    lines
      .filter(({ amountCents }) => amountCents !== 0)
      .map(({ lineId, amountCents }) => [lineId, amountCents]);
  return (
    then === undefined ||
    then.resultCents !== now.resultCents ||
    JSON.stringify(shares(then)) !== JSON.stringify(shares(now))
  );
}
type SettledLease = Pick<StatementView['leases'][number], 'leaseId' | 'isSettled' | 'lines' | 'resultCents'>;

/** Computes a case, with what else is wrong with it, and says of each figure where it comes from. */
export function viewOf(found: StatementCase) {
  const { input, lines: sources, plants, associations, leases } = found;
  const statement = computeStatement(input);
  const problems = problemsOf(statement, found);
  const ofPapers = new Set(
    associations.flatMap(({ papers }) => papers.flatMap(({ lines }) => lines.map(({ id }) => id))),
  );
  const stopped = new Set(
    problems.flatMap(({ stops, mend }) => (stops === 'lease' && mend.at === 'lease' ? [mend.leaseId] : [])),
  );
  return {
    period: input.period,
    isGerman: input.isGerman,
    days: statement.days,
    deadline: statement.deadline,
    /** Whose the leases are, by their ids. */
    parties: Object.fromEntries(
      Object.entries(leases).map(([id, { name, tenantId, place }]) => [id, { name, tenantId, place }]),
    ) as Record<string, { name: string; tenantId: string | null; place: string }>,
    problems,
    warnings: [...statement.warnings, ...warningsOfVat(found), ...keptBack(found)],
    /** What heats the house in common, and what of its year is missing. */
    plants: plants.map(({ id, name, period, missing }) => ({ id, name, period, missing })),
    /** What owners' associations settle with flats of the house, and whose those are. */
    associations: associations.map((one) => ({
      ...one,
      leaseIds: input.leases.filter(({ units }) => isHeld(units, one.unitId, input)).map(({ id }) => id),
    })),
    /** What each line is called, also one that could not be computed. */
    named: [
      ...input.lines.map(({ id, key, betrkvNo }) => ({
        lineId: id,
        key: key as ResultKey,
        betrkvNo,
        code: sources[id]?.code ?? null,
        name: sources[id]?.name ?? null,
      })),
      ...plants.map(({ id, name }) => {
        const betrkvNo = statement.lines.find(({ lineId }) => lineId === id)?.betrkvNo ?? null;
        return { lineId: id, key: 'heating' as const, betrkvNo, code: null, name };
      }),
    ],
    lines: statement.lines.map((line) => {
      const transactionIds = sources[line.lineId]?.transactionIds ?? [];
      const { trace: _, ...plant } = line.plant ?? { trace: null };
      const own = input.lines.find(({ id }) => id === line.lineId);
      return {
        ...pick(line),
        /** What was said of how it is shared out: it is told with its reason. */
        deduction: own?.preDeduction
          ? { amountCents: own.preDeduction.amountCents, reason: own.preDeduction.reason }
          : null,
        byHandReason: own?.byHandReason ?? null,
        circle: sources[line.lineId]?.hasOwnCircle
          ? (own?.circle ?? []).map((id) => input.units.find((one) => one.id === id)?.name ?? '')
          : null,
        /** Of a plant: how its costs were shared out, and what filled its tank. */
        plant: line.plant ? (plant as Omit<NonNullable<typeof line.plant>, 'trace'>) : null,
        /** Of allocators: by what their display is multiplied. */
        factors: line.uses.flatMap(({ meter }) =>
          meter.devices.flatMap(({ number, removedOn, factorThousandths }) =>
            factorThousandths == null || (removedOn !== null && removedOn < input.period.from)
              ? []
              : [{ unitId: meter.unitId, name: number || meter.name, factorThousandths }],
          ),
        ),
        deliveries: plants.find(({ id }) => id === line.lineId)?.deliveries ?? [],
        bills: line.bills.map(
          ({ bill, partCents, notRecoverableCents, days, daysOfBill, within }, index) => ({
            /** Whom alone it is for; null: everybody. */
            billedTo:
              line.key === 'direct'
                ? input.leases.filter((one) => isBilledTo({ bill, within }, one)).map(({ id }) => id)
                : null,
            transactionId: transactionIds[index] ?? '',
            title: bill.name,
            payee: bill.provider,
            // An association's paper is no payment.
            paidOn: ofPapers.has(transactionIds[index] ?? '') ? null : bill.paidOn,
            amountCents: bill.amountCents,
            partCents,
            notRecoverableCents,
            days,
            daysOfBill,
          }),
        ),
        landlordShares: line.shares
          .filter(({ landlordReason, amountCents }) => landlordReason !== null && amountCents !== 0)
          .map(({ landlordReason, amountCents, unitId, leaseId }) => ({
            reason: landlordReason,
            amountCents,
            of: input.units.find(({ id }) => id === unitId)?.name ?? null,
            leaseId,
          })),
      };
    }),
    leases: asListed(statement.leases, input).map((lease) => {
      return {
        leaseId: lease.leaseId,
        from: lease.from,
        to: lease.to,
        days: lease.days,
        isSettled: lease.isSettled,
        isBuyers: lease.isBuyers,
        isHome: isHome(input.leases.find(({ id }) => id === lease.leaseId) ?? { units: [] }, input),
        /** Nothing of it may be sent as it is. */
        isStopped:
          lease.isStopped ||
          lease.missingLines.length > 0 ||
          stopped.has(lease.leaseId) ||
          stopsAll(problems),
        missingLines: lease.missingLines,
        lines: lease.lines.map(({ lineId, share }, index) => ({
          lineId,
          amountCents: share.amountCents,
          /** VAT of its bills in it, which is no cost of whoever rents with VAT. */
          inputVatCents: lease.vat?.result.inputVatCents[index] ?? 0,
          key: share.key,
          parts: share.parts,
        })),
        costsCents: lease.costsCents,
        /** Of a lease with VAT: how its costs come about. */
        vat: lease.vat && vatOf(lease.vat.result),
        advancesPaidCents: lease.advancesPaidCents,
        advancesDueCents: lease.advancesDueCents,
        advancesArrearsCents: lease.advancesArrearsCents,
        resultCents: lease.resultCents,
        claimableCents: lease.claimableCents,
        /** It is asked for after the deadline, for the first statement had a slip they could see. */
        isObviousSlip: input.leases.some(({ id, isObviousSlip }) => id === lease.leaseId && isObviousSlip),
        labour: lease.labour,
        newAdvanceCents: lease.newAdvance?.result.roundedCents ?? null,
      };
    }),
    landlord: statement.landlord,
    summary: statement.summary,
  };
}

const vatOf = ({ rateBp, netCents, vatCents, advancesVatCents }: LeaseVat) => ({
  rateBp,
  netCents,
  vatCents,
  advancesVatCents,
});

const stopsAll = (problems: readonly ShownProblem[]) => problems.some(({ stops }) => stops === 'statement');

function pick(line: Statement['lines'][number]) {
  const { lineId, betrkvNo, key, principle } = line;
  const { totalCents, notRecoverableCents, sharedCents, tenantsCents, landlordCents } = line;
  const cents = { totalCents, notRecoverableCents, sharedCents, tenantsCents, landlordCents };
  return { lineId, betrkvNo, key, principle, ...cents };
}

function problemsOf(statement: Statement, of: StatementCase): ShownProblem[] {
  const { input } = of;
  const unready = of.plants.flatMap(({ id, name, missing }): ShownProblem[] => {
    if (missing === null) return [];
    const mend: Mend = { at: 'plant', plantId: id };
    // Without it nobody's costs are known: all that it heats would be missing something.
    return [{ code: `plant_${missing}`, stops: 'statement', params: { plant: name }, mend }];
  });
  const waiting = associationProblems(of);
  const computed = statement.problems.flatMap((problem): ShownProblem[] => {
    const line = input.lines[indexAt(problem.field, 'lines')];
    // Its lines wait for it.
    if (problem.code === 'heating_by_consumption' && unready.length > 0) return [];
    return [
      {
        code: problem.code === 'heating_by_consumption' ? 'heating_by_service' : problem.code,
        stops: problem.stops,
        params: { ...problem.params, ...(line && { line: line.name }) },
        mend: mendOf(problem.field, of),
      },
    ];
  });
  return [...unready, ...waiting, ...computed, ...leaseProblems(of)];
}

/** What keeps leases from being settled, whatever their costs come to; each is mended at its lease. */
export function leaseProblems({ input, leases }: StatementCase): ShownProblem[] {
  const asked = input.leases.filter(
    ({ id, units, settlement }) =>
      // Who had a flat in a plant's own year alone paid no advance of this period.
      units.some((held) => overlaps(held, input.period)) &&
      (settlement === 'advances' || leases[id]?.wasStated),
  );
  // Elsewhere costs have no numbers to know heating by.
  const hasHeating = (held: ReadonlySet<string>) =>
    !input.isGerman ||
    ownHeating(input) ||
    (input.plants ?? []).some(({ circle }) => circle === null || circle.some((unit) => held.has(unit)));
  return asked.flatMap(({ id, name, settlement, units }): ShownProblem[] => {
    const held = new Set(units.map(({ unitId }) => unitId));
    const source = leases[id];
    if (!source) return [];
    const problem = (code: HouseProblem, params: Record<string, string>): ShownProblem => ({
      code,
      stops: 'lease',
      params: { lease: name, ...params },
      mend: leasePage(id, source),
    });
    if (settlement !== 'advances') return [problem('no_longer_settled', {})];
    if (source.wasStated && isWithBuyer({ units }, input)) return [problem('settled_by_buyer', {})];
    return [
      ...(source.unknownBefore ? [problem('advances_unknown', { day: source.unknownBefore })] : []),
      ...(source.paysHeating && !hasHeating(held) ? [problem('heating_missing', {})] : []),
      ...(source.isElsewhere ? [problem('lease_elsewhere', {})] : []),
      ...(source.settlesOtherwiseFrom
        ? [problem('settlement_changes', { day: source.settlesOtherwiseFrom })]
        : []),
    ];
  });
}

/** So that nobody forgets what may be passed on: nothing of it can be claimed once the period's deadline is over. */
const keptBack = ({ keptBackCents: cents = 0 }: StatementCase): Warning[] =>
  cents === 0 ? [] : [{ code: 'kept_back', params: { cents } }];

/** What the arithmetic does not know of VAT: advances of several rates, and who bills it (§ 14 (4) UStG). */
function warningsOfVat({ input, leases, isTaxNumberMissing }: StatementCase): Warning[] {
  const differ = input.leases
    .filter(({ id, settlement }) => settlement === 'advances' && leases[id]?.hasVatRates)
    .map(({ name }): Warning => ({ code: 'vat_rates_differ', params: { lease: name } }));
  return isTaxNumberMissing ? [...differ, { code: 'vat_without_tax_number', params: {} }] : differ;
}

/** Of a period that is over: whose association's paper is not there, or cannot say who used which heat. */
function associationProblems({ input, associations }: StatementCase): ShownProblem[] {
  const isOver = input.today !== null && input.period.to < input.today;
  return associations.flatMap(({ id, unitId, unit, isMissing, changedHeat }): ShownProblem[] => {
    const settled = input.leases.filter(({ settlement }) => settlement === 'advances');
    if (!isOver || !settled.some(({ units }) => isHeld(units, unitId, input))) return [];
    const problem = (code: HouseProblem, params: Record<string, string>): ShownProblem => ({
      ...{ code, stops: 'statement', params: { unit, ...params } },
      mend: { at: 'association', associationId: id },
    });
    return [
      ...(isMissing ? [problem('association_missing', {})] : []),
      ...changedHeat.map((name) => problem('association_heat_changed', { name })),
    ];
  });
}

const isHeld = (
  units: StatementCase['input']['leases'][number]['units'],
  unitId: string,
  { period }: Pick<StatementCase['input'], 'period'>,
): boolean => units.some((held) => held.unitId === unitId && overlaps(held, period));

/** Heating that no plant has: booked for single units, or stopped. */
function ownHeating({ lines, plants = [] }: StatementCase['input']): boolean {
  const taken = new Set(plants.flatMap((plant) => plant.lines.map(({ lineId }) => lineId)));
  return lines.some(({ id, betrkvNo }) => isHeating(betrkvNo) && !taken.has(id));
}

const indexAt = (field: string, list: string): number => {
  const [first, index] = field.split('.');
  return first === list ? Number(index) : -1;
};

/** What is said of a cost in its dialog, and nowhere among its bookings. */
const ofSharing = /^lines\.\d+\.(byHand|preDeduction|circle)/;

/**
 * Bookings are mended among the bookings, units and meters on the page of the property, leases on their own, and what was
 * said of how a cost is shared out where it was said.
 */
function mendOf(field: string, { input, leases }: StatementCase): Mend {
  const id = input.leases[indexAt(field, 'leases')]?.id;
  const source = id === undefined ? undefined : leases[id];
  if (id !== undefined && source) return leasePage(id, source);
  const plant = input.plants?.[indexAt(field, 'plants')];
  if (plant) return { at: 'plant', plantId: plant.id };
  const line = input.lines[indexAt(field, 'lines')];
  if (line && ofSharing.test(field) && sharedKeyOf(line.id)) return { at: 'sharing', lineId: line.id };
  return field.startsWith('lines') ? { at: 'bookings' } : { at: 'property' };
}

const leasePage = (leaseId: string, { tenantId }: LeaseSource): Mend =>
  tenantId === null ? { at: 'property' } : { at: 'lease', leaseId, tenantId };
