import { sumCents } from '../../lib/money.ts';
import { landlordReason, type Owed } from '../agreement.ts';
import { plus, sum, toNumber, zero } from '../fraction.ts';
import type { House } from '../house.ts';
import type { StatementInput } from '../input.ts';
import type { LineStop, Warning } from '../problems.ts';
import type { LineResult, ResultPart, ShareResult } from '../result.ts';
import { type AnnexResult, annexOf } from './annex.ts';
import type { StatementPlant } from './block.ts';
import { costsOf, linesOfPlant, type PlantCosts } from './costs.ts';
import { byDevices } from './devices.ts';
import { type CutReason, cutCents } from './heating-costs.ts';
import { numberOf, owedFor } from './owed.ts';
import { inProportion } from './parts.ts';
import type { PlantResult } from './result.ts';
import { byService } from './service.ts';
import type { HeatShares } from './shares.ts';
import { assertPeriod, periodOf, servedUnits } from './users.ts';

type Context = { input: StatementInput; house: House };

/**
 * One line for all costs of a plant, shared out to the cent by what its devices counted or as its metering service did.
 * What of the CO₂ costs is the landlord's is no cost of the tenants: it counts among what may not be passed on. LineStop.
 */
export function plantLine(
  plant: StatementPlant,
  index: number,
  context: Context,
): { line: LineResult; warnings: Warning[] } {
  const field = `plants.${index}`;
  const { input, house } = context;
  assertPeriod(plant, field, input);
  const lines = linesOfPlant(plant, field, input);
  const served = servedUnits(plant, field, context);
  const costs = costsOf(plant, lines, input);
  const { shared } = plant;
  const found =
    shared.by === 'devices'
      ? byDevices({ plant, shared, field, input, house }, costs, served)
      : byService({ plant, shared, field, input, house }, costs, served);
  const shares = sharesOf(found, costs, owedFor(plant, input), context);
  const isByUse = found.result.pots?.isHeatByArea === false;
  const annex =
    shared.by === 'devices' ? annexOf({ plant, shared, field, input, house }, served, isByUse) : null;
  const cuts = [...cutsOf(found.cuts, shares), ...cutsOfAnnex(annex, found.cuts, shares)];
  const co2LandlordCents =
    shared.by === 'service' && shared.co2Way === 'deducted'
      ? (shared.co2LandlordCents ?? 0)
      : sumCents(found.places.map((place) => place.co2LandlordCents));
  const sharedCents = sumCents(shares.map(({ amountCents }) => amountCents));
  const totalCents =
    shared.by === 'devices' ? costs.totalCents : shared.totalCents + costs.totalCents - costs.costsCents;
  const tenantsCents = sumCents(
    shares.map(({ landlordReason: reason, amountCents }) => (reason === null ? amountCents : 0)),
  );
  return {
    line: {
      lineId: plant.id,
      name: plant.name,
      betrkvNo: numberOf(plant, input),
      key: 'heating',
      principle:
        lines.length > 0 && lines.every(({ line }) => line.principle === 'payment') ? 'payment' : 'service',
      bills: costs.bills,
      totalCents,
      notRecoverableCents: totalCents - sharedCents,
      sharedCents,
      labourCents: costs.labourCents,
      shares,
      uses: found.uses,
      tenantsCents,
      landlordCents: sharedCents - tenantsCents,
      plant: {
        ...found.result,
        period: periodOf(plant, input),
        costs: costs.costs,
        fuel: costs.fuel,
        co2LandlordCents,
        users: usersOf(found, context),
        cuts,
        annex,
      },
    },
    warnings: onceEach([
      ...costs.warnings,
      ...found.warnings,
      ...formerTenants(shares, plant, context),
      ...incompleteAnnex(plant, annex, cuts),
      ...unsplitCo2(plant, cuts),
    ]),
  };
}

/** Who moved out in the plant's own year before the period gets a statement of this plant alone. */
const formerTenants = (
  shares: readonly ShareResult[],
  { name }: StatementPlant,
  { input, house }: Context,
): Warning[] =>
  shares
    .filter(({ party, landlordReason: reason }) => reason === null && house.parties[party]?.isFormer)
    .map(({ leaseId }) => {
      const lease = input.leases.find(({ id }) => id === leaseId)?.name ?? '';
      return { code: 'plant_former_lease', params: { line: name, lease } };
    });

/** Heat and hot water of a unit are read together, or neither is. */
const onceEach = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((one) => [JSON.stringify(one), one])).values(),
];

function sharesOf(
  found: HeatShares,
  costs: PlantCosts,
  owed: Owed,
  { input, house }: Context,
): ShareResult[] {
  const parties = [...new Set(found.places.map(({ party }) => party))].sort((a, b) => a - b);
  // Labour of the bills goes as the costs do.
  const labour = inProportion(
    costs.labourCents,
    parties.map((party) =>
      sumCents(found.places.map((place) => (place.party === party ? place.costsCents : 0))),
    ),
  );
  return parties.map((party, at): ShareResult => {
    const own = found.places.flatMap((place, place_) => (place.party === party ? [place_] : []));
    const parts = partsOf(own, found);
    const one = house.parties[party];
    const lease = input.leases[one?.lease ?? -1];
    return {
      party,
      key: 'heating',
      parts,
      exactCents: parts.reduce(
        (all, part) => all + (part.of === 0 ? 0 : (part.amountCents * part.weight) / part.of),
        0,
      ),
      amountCents: sumCents(parts.map(({ partCents }) => partCents ?? 0)),
      labourCents: labour[at] ?? 0,
      kind: one?.kind ?? 'landlord',
      leaseId: lease?.id ?? null,
      unitId: input.units[one?.unit ?? -1]?.id ?? null,
      landlordReason: landlordReason(owed, one?.kind ?? 'landlord', lease, input.isGerman),
    };
  });
}

/** What each pot gives a party, and what is taken off as the landlord's part of the CO₂ costs. */
function partsOf(own: readonly number[], { pots, places }: HeatShares): ResultPart[] {
  const isGrouped = pots.filter(({ role }) => role === 'heat_fixed').length > 1;
  const all = pots
    // Of a pot of another group it bears nothing.
    .filter(
      ({ cents, weights }) => cents !== 0 && (isGrouped ? own.some((at) => weights[at]?.n !== 0n) : true),
    )
    .map(({ role, cents, weights, parts }): ResultPart => {
      const weight = sum(own.map((at) => weights[at] ?? zero));
      return {
        role,
        amountCents: cents,
        weight: toNumber(weight),
        of: toNumber(weights.reduce(plus, zero)),
        partCents: sumCents(own.map((at) => parts[at] ?? 0)),
      };
    });
  const co2Cents = sumCents(places.map((place) => place.co2LandlordCents));
  if (co2Cents === 0) return all;
  const of = (at: readonly number[], what: 'costsCents' | 'co2LandlordCents') =>
    sumCents(at.map((one) => places[one]?.[what] ?? 0));
  const part: ResultPart = {
    role: 'co2_of_landlord',
    amountCents: -co2Cents,
    weight: of(own, 'costsCents'),
    of: of([...places.keys()], 'costsCents'),
    partCents: 0 - of(own, 'co2LandlordCents'),
  };
  return [...all, part];
}

const usersOf = ({ places }: HeatShares, { input, house }: Context): PlantResult['users'] =>
  places.map(({ party, ...place }) => ({
    ...place,
    leaseId: input.leases[house.parties[party]?.lease ?? -1]?.id ?? null,
  }));

/** Of what a tenant bears of it. */
const cutsOf = (reasons: readonly CutReason[], shares: readonly ShareResult[]): PlantResult['cuts'] =>
  shares.flatMap(({ leaseId, landlordReason: reason, amountCents }) =>
    leaseId === null || reason !== null
      ? []
      : reasons.map((cut) => ({
          leaseId,
          reason: cut,
          amountCents: cutCents(amountCents, cut),
        })),
  );

/** Whom the information beside the bill lacks something for; one who may cut for its want anyway cuts once. */
const cutsOfAnnex = (
  annex: AnnexResult | null,
  reasons: readonly CutReason[],
  shares: readonly ShareResult[],
): PlantResult['cuts'] =>
  annex === null || reasons.includes('no_information')
    ? []
    : cutsOf(
        ['no_information'],
        shares.filter(({ leaseId }) =>
          annex.users.some((user) => user.leaseId === leaseId && user.missing.length > 0),
        ),
      );

function incompleteAnnex(
  { name }: StatementPlant,
  annex: AnnexResult | null,
  cuts: PlantResult['cuts'],
): Warning[] {
  const lacking = new Set(
    annex?.users.filter(({ missing }) => missing.length > 0).map(({ leaseId }) => leaseId),
  );
  const mine = cuts.filter(({ leaseId, reason }) => reason === 'no_information' && lacking.has(leaseId));
  if (mine.length === 0) return [];
  const cents = sumCents(mine.map(({ amountCents }) => amountCents));
  return [{ code: 'annex_incomplete', params: { line: name, cents } }];
}

/** Of one whose costs are shared out here; of a metering service's bill that says how they are split (`service.ts`). */
function unsplitCo2({ name, shared }: StatementPlant, cuts: PlantResult['cuts']): Warning[] {
  const mine = cuts.filter(({ reason }) => reason === 'no_co2_split');
  if (shared.by !== 'devices' || mine.length === 0) return [];
  const cents = sumCents(mine.map(({ amountCents }) => amountCents));
  return [{ code: 'plant_without_co2', params: { line: name, cents } }];
}

/** What stops a plant, with its name. */
export const stopOfPlant = (error: LineStop, { name }: StatementPlant) => ({
  code: error.code,
  field: error.field,
  stops: 'line' as const,
  params: { line: name, ...error.params },
});
