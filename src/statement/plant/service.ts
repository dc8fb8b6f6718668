import { sumCents } from '../../lib/money.ts';
import type { Period } from '../../lib/period.ts';
import { whole } from '../fraction.ts';
import { dayOf, type House } from '../house.ts';
import type { StatementInput } from '../input.ts';
import { LineStop, type Warning } from '../problems.ts';
import type { PlantByService, StatementPlant } from './block.ts';
import { type Co2Split, co2Split, SPLIT_SINCE } from './co2.ts';
import type { PlantCosts } from './costs.ts';
import { inProportion } from './parts.ts';
import { serviceSumFault, toleratedCents } from './service-sum.ts';
import type { HeatShares } from './shares.ts';
import { areasOf, landlordsParty, meanArea, periodOf, type ServedUnit, yearOfPlant } from './users.ts';

type Of = {
  plant: StatementPlant;
  shared: PlantByService;
  field: string;
  input: StatementInput;
  house: House;
};
/** `toldCents`: what the service told the user is the landlord's; null where it says nothing. */
type Place = HeatShares['places'][number] & { toldCents: number | null };

/**
 * Shared out by a metering service: its figures are taken as they are, once they fit its total. Which way it goes with the
 * landlord's part of the CO₂ costs is said, and checked by the sum, so that it is neither taken off twice nor forgotten.
 */
export function byService(of: Of, costs: PlantCosts, served: readonly ServedUnit[]): HeatShares {
  const { plant, shared, field } = of;
  if (shared.users.length === 0) throw new LineStop('service_users_missing', `${field}.shared.users`);
  const places = placesOf(of, served);
  const usersCents = sumCents(places.map(({ costsCents }) => costsCents));
  assertSum(of, usersCents);
  const { split, areaSqm100 } = ownSplit(of, served);
  const ofLandlord = landlordsParts(of, places, split?.landlordCents ?? 0);
  const isUnsplit = shared.co2Way === 'none' && shared.co2 === null && isSplitAsked(of);
  return {
    pots: [
      {
        role: 'by_service',
        cents: usersCents,
        weights: places.map(({ costsCents }) => whole(costsCents)),
        parts: places.map(({ costsCents }) => costsCents),
      },
    ],
    places: places.map(({ toldCents: _, ...place }, at) => ({
      ...place,
      co2LandlordCents: ofLandlord[at] ?? 0,
    })),
    uses: [],
    warnings: [
      ...bookedOtherwise(of, costs),
      ...splitOtherwise(of, places, split),
      ...(isUnsplit ? [{ code: 'service_without_co2' as const, params: { line: plant.name } }] : []),
    ],
    result: {
      areaSqm100,
      pots: null,
      rules: null,
      estimated: [],
      co2Way: shared.co2Way,
      co2: split,
      trace: null,
    },
    cuts: isUnsplit ? [...new Set([...plant.cuts, 'no_co2_split' as const])] : plant.cuts,
  };
}

const isSplitAsked = ({ plant, input }: Of) =>
  input.isGerman && yearOfPlant(plant, input).from >= SPLIT_SINCE;

/** The figures by whose they are. LineStop for whoever was not there, and for whoever was and has none. */
function placesOf({ shared, field, house, input }: Of, served: readonly ServedUnit[]): Place[] {
  const found = new Map<string, Place>();
  const keyOf = (unit: ServedUnit, party: number) => `${unit.index} ${party}`;
  for (const [at, user] of shared.users.entries()) {
    const place = `${field}.shared.users.${at}`;
    const unit = served.find((one) => one.unit.id === user.unitId);
    if (!unit) {
      const name = input.units.find(({ id }) => id === user.unitId)?.name ?? user.unitId;
      throw new LineStop('service_unit_not_served', place, { unit: name });
    }
    const party = partyOf(user.leaseId, unit, house, input);
    if (party === null) {
      if (user.amountCents === 0) continue;
      const lease = input.leases.find(({ id }) => id === user.leaseId);
      const params = { unit: unit.unit.name, lease: lease?.name ?? user.leaseId ?? '' };
      throw new LineStop(
        user.leaseId === null ? 'service_not_vacant' : 'service_user_not_there',
        place,
        params,
      );
    }
    const key = keyOf(unit, party);
    const before = found.get(key);
    const told = [before ? before.toldCents : 0, user.co2LandlordCents];
    found.set(key, {
      party,
      unitId: unit.unit.id,
      ...daysIn(unit, party),
      costsCents: (before?.costsCents ?? 0) + user.amountCents,
      co2LandlordCents: 0,
      // Of several figures of one user all of them, or none.
      toldCents: told.includes(null) ? null : sumCents(told.map((cents) => cents ?? 0)),
    });
  }
  for (const unit of served) {
    for (const { party } of unit.hands) {
      const isLet = house.parties[party]?.kind === 'lease';
      const figure = isLet ? party : (landlordsParty(unit, house) ?? party);
      if (found.has(keyOf(unit, figure))) continue;
      const lease = input.leases[house.parties[party]?.lease ?? -1]?.name;
      const params = { unit: unit.unit.name, ...(lease !== undefined && { lease }) };
      const code = lease === undefined ? 'service_vacancy_missing' : 'service_user_missing';
      throw new LineStop(code, `${field}.shared.users`, params);
    }
  }
  const order = (place: Place) => served.findIndex(({ unit }) => unit.id === place.unitId);
  return [...found.values()].sort((a, b) => order(a) - order(b) || (a.from < b.from ? -1 : 1));
}

/** Whose figure it is among those who had the unit; null: none of them. */
function partyOf(leaseId: string | null, unit: ServedUnit, house: House, { leases }: StatementInput) {
  if (leaseId === null) return landlordsParty(unit, house);
  const lease = leases.findIndex(({ id }) => id === leaseId);
  const own = unit.hands.find(({ party }) => lease >= 0 && house.parties[party]?.lease === lease);
  return own?.party ?? null;
}

function daysIn({ hands }: ServedUnit, party: number): Period {
  const own = hands.filter((hand) => hand.party === party);
  return { from: dayOf(own[0]?.first ?? 0), to: dayOf(own.at(-1)?.last ?? 0) };
}

/** Its users' figures are its total, or with the landlord's part taken off before what that leaves: to the cent it rounds by. */
function assertSum({ shared, field }: Of, usersCents: number): void {
  const { totalCents, co2Way, co2LandlordCents, co2, users } = shared;
  const place = `${field}.shared`;
  const params = { usersCents, totalCents, co2Cents: co2LandlordCents ?? 0 };
  if (co2Way !== 'none' && co2 !== null) throw new LineStop('service_co2_twice', `${place}.co2`);
  if (co2Way === 'none' && (co2LandlordCents ?? 0) !== 0) {
    throw new LineStop('service_co2_twice', `${place}.co2LandlordCents`);
  }
  const isTold = co2Way === 'shown' && users.every((user) => user.co2LandlordCents !== null);
  if (co2Way !== 'none' && co2LandlordCents === null && !isTold) {
    throw new LineStop('service_co2_missing', `${place}.co2LandlordCents`);
  }
  const fault = serviceSumFault(shared, usersCents);
  if (fault === null) return;
  throw new LineStop(fault, `${place}.${fault === 'service_sum_differs' ? 'users' : 'co2Way'}`, params);
}

/** What of each figure is the landlord's: as the service told each, the rest of it in proportion. */
function landlordsParts({ shared, field }: Of, places: readonly Place[], ownCents: number): number[] {
  if (shared.co2Way === 'deducted') return places.map(() => 0);
  const place = `${field}.shared.co2LandlordCents`;
  const costs = places.map(({ costsCents }) => costsCents);
  const asked = shared.co2Way === 'none' ? ownCents : (shared.co2LandlordCents ?? 0);
  if (asked > Math.max(0, sumCents(costs))) {
    throw new LineStop('co2_exceeds_costs', place);
  }
  if (shared.co2Way === 'none') return inProportion(ownCents, costs);
  const told = places.map(({ toldCents }) => toldCents);
  const toldCents = sumCents(told.map((one) => one ?? 0));
  const stated = shared.co2LandlordCents ?? toldCents;
  if (told.every((cents) => cents !== null)) {
    // Each of them was rounded by itself.
    if (Math.abs(toldCents - stated) > Math.max(toleratedCents, Math.ceil(places.length / 2))) {
      const params = { usersCents: toldCents, totalCents: stated };
      throw new LineStop('service_co2_differs', place, params);
    }
    return told.map((cents) => cents ?? 0);
  }
  const left = stated - toldCents;
  if (left < 0) {
    const params = { usersCents: toldCents, totalCents: stated };
    throw new LineStop('service_co2_differs', place, params);
  }
  const rest = inProportion(
    left,
    costs.map((cents, at) => (told[at] === null ? cents : 0)),
  );
  return told.map((cents, at) => cents ?? rest[at] ?? 0);
}

function ownSplit(
  { plant, shared, input }: Of,
  served: readonly ServedUnit[],
): { split: Co2Split | null; areaSqm100: number | null } {
  const co2 = shared.co2 ?? shared.told ?? null;
  if (co2 === null) return { split: null, areaSqm100: null };
  const period = periodOf(plant, input);
  const areas = served.map((unit) =>
    meanArea(
      unit.hands.flatMap((hand) => areasOf(unit, hand)),
      period,
    ),
  );
  const areaSqm100 = sumCents(areas);
  return { split: co2Split({ ...co2, period, areaSqm100, ownContract: null }).result, areaSqm100 };
}

/** By the class that its bill names the landlord's part is another than the one it states, by more than each user's rounding. */
function splitOtherwise({ plant, shared }: Of, places: readonly Place[], split: Co2Split | null): Warning[] {
  if (split === null || shared.co2Way === 'none') return [];
  const statedCents = shared.co2LandlordCents ?? sumCents(places.map(({ toldCents }) => toldCents ?? 0));
  const cents = split.landlordCents;
  if (Math.abs(cents - statedCents) <= Math.max(toleratedCents, Math.ceil(places.length / 2))) return [];
  return [{ code: 'service_co2_class_differs', params: { line: plant.name, cents, statedCents } }];
}

/** What is booked on the lines of the plant is what the service's bill adds up to: else a bill is missing, or is none of it. */
function bookedOtherwise({ plant, shared }: Of, { costsCents }: PlantCosts): Warning[] {
  if (Math.abs(costsCents - shared.totalCents) <= toleratedCents) return [];
  const params = { line: plant.name, bookedCents: costsCents, totalCents: shared.totalCents };
  return [{ code: 'service_total_differs', params }];
}
