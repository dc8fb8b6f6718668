import 'server-only';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { listAdvances, nothingStated, type StatedBefore, stillStands } from '@/ledger';
import {
  type CalendarDate,
  FIRST_DAY,
  firstOfMonth,
  LAST_DAY,
  maxDate,
  minDate,
  monthOf,
} from '@/lib/calendar';
import { type Period, yearBefore } from '@/lib/period';
import { hasHousehold, type StatementLease } from '@/statement';
import type { StatementPlant } from '@/statement/plant';
import { listAgreements } from '../cost-agreement/queries';
import { readSharing } from '../cost-sharing/queries';
import { amongUnits } from '../cost-sharing/rules';
import {
  type House,
  listAgreedLines,
  listHouseholds,
  listHouseLeases,
  listHouseUnits,
} from '../occupancy/house-queries';
import { nameLeases } from '../occupancy/party-queries';
import { untilSold } from '../occupancy/sale-queries';
import { listLandlordsOf, listTaxNumbers } from '../portfolio/landlord-queries';
import { readAssociations } from './association-queries';
import { associationSource, obstacleOf, withPapers } from './association-rules';
import { listCosts, listHouseMeters, sumKeptBack } from './cost-queries';
import { besideYearBefore, type Place, placesOf, restarted } from './meter-rules';
import { readPlants } from './plant-queries';
import { type HousePlant, linesAndPlants } from './plant-rules';
import { type LeaseSource, type StatementCase, toldApart } from './rules';
import { listSettledBills } from './settled-queries';
import { kindOf, type Settled, settlementOf, settlesOtherwiseFrom, vatRatesOf } from './settlement-rules';

/** What the last version that was sent asks each lease for, and when the first one went. */
export type Stated = ReadonlyMap<string, StatedBefore & { claimedCents: number; firstOn: CalendarDate }>;

/** Everything that the statement of a period rests on, as it is known today; of a corrected one, what it corrects, too. */
export async function readCase(
  tx: Tx,
  scope: Scope,
  house: House,
  period: Period,
  { withExpected = false, stated = new Map() as Stated } = {},
): Promise<StatementCase> {
  const before = yearBefore(period);
  const units = await listHouseUnits(tx, scope, house);
  const nameOf = (id: string) => units.find((one) => one.id === id)?.name ?? '';
  const found = await readPlants(tx, scope, house, period);
  const places = besideYearBefore(placesOf(await listHouseMeters(tx, scope, house.id), nameOf), before);
  const meters = restarted(places, found.plants, units);
  const placedBefore = restarted(places, found.plants.map(inYearBefore), units).map(bare);
  // Who had a flat in a plant's own year alone bears a part of that, too.
  const since = minDate(period.from, ...found.plants.map((one) => one.period?.from));
  const first = minDate(before.from, yearBefore({ from: since, to: period.to }).from);
  const { associations, kinds } = await readAssociations(tx, scope, house, period);
  const booked = await listCosts(tx, scope, house.id, { from: first, to: period.to });
  const costs = withPapers(booked, associations, kinds, units);
  const { isGerman } = house;
  const circle = circleOf(units);
  const settled = await listSettledBills(tx, scope, house.id, period);
  const sharing = amongUnits(await readSharing(tx, scope, house.id), units);
  const { lines, sources, plants, about } = linesAndPlants(costs, {
    ...{
      period,
      before,
      isGerman,
      circle,
      meters,
      settled,
      sharing,
      withExpected,
      units,
      placed: meters,
      placedBefore,
      found,
    },
  });
  // What heats is known by its category in any country, where a line has no number of § 2 BetrKV, too.
  const numberOf = new Map(costs.map(({ categoryId, betrkvNo }) => [categoryId, betrkvNo]));
  const numbered = lines.map((line) => ({
    ...line,
    betrkvNo: line.betrkvNo ?? numberOf.get(kindOf(line.id)) ?? null,
  }));
  const asked = [...numbered, ...plants.map(asLine)];
  const leases = await readLeases(tx, scope, house, { period, since, lines: asked, stated });
  const held = associations.length === 0 ? [] : await listHouseLeases(tx, scope, house.id, period);
  const around = { period, isGerman, units, leases: held, lines, sources, kinds };
  const aboutAssociations = associations.map((one) => associationSource(one, around));
  return {
    input: {
      period,
      isGerman,
      vacantPersons: sharing.vacantPersons,
      units,
      leases: leases.map(({ input }) => input),
      lines,
      meters: meters.map(bare),
      plants,
      today: scope.today,
      receivedOn: null,
      obstacleEndedOn: obstacleOf(aboutAssociations, units),
      soldOn: house.soldOn,
    },
    lines: sources,
    plants: about,
    associations: aboutAssociations,
    leases: Object.fromEntries(leases.map(({ input, source }) => [input.id, source])),
    keptBackCents: await sumKeptBack(tx, scope, house.id, period),
    isTaxNumberMissing:
      isGerman && leases.some(({ input }) => input.vatRateBp) && (await lacksTaxNumber(tx, scope, house.id)),
  };
}

/** Who bills VAT does so under a tax number (§ 14 (4) no. 2 UStG). */
async function lacksTaxNumber(tx: Tx, scope: Scope, propertyId: string): Promise<boolean> {
  const landlords = await listLandlordsOf(tx, scope, [propertyId]);
  const numbers = await listTaxNumbers(
    tx,
    scope,
    landlords.map(({ id }) => id),
  );
  return numbers.length === 0 || numbers.some(({ taxNumber }) => !taxNumber);
}

const bare = ({ kind, measure, ...meter }: Place) => meter;
const inYearBefore = ({ plant, period }: HousePlant) => ({ plant, period: period && yearBefore(period) });

/** All costs of a plant as contracts speak of them. */
const asLine = ({ id, lines }: StatementPlant): Settled => ({
  id,
  key: 'area',
  betrkvNo: 4,
  kinds: lines.map(({ lineId }) => kindOf(lineId)),
});

/** The units that bear what a house shares; null where that is all of them, or none. */
function circleOf(units: readonly { id: string; kind: string }[]): string[] | null {
  const bearing = units.filter(hasHousehold);
  return bearing.length === 0 || bearing.length === units.length ? null : bearing.map(({ id }) => id);
}

async function readLeases(
  tx: Tx,
  scope: Scope,
  house: House,
  {
    period,
    since,
    lines,
    stated,
  }: { period: Period; since: CalendarDate; lines: readonly Settled[]; stated: Stated },
): Promise<{ input: StatementLease; source: LeaseSource }[]> {
  const found = await listHouseLeases(tx, scope, house.id, { from: since, to: period.to });
  const ids = found.map(({ leaseId }) => leaseId);
  const own = await untilSold(
    tx,
    scope,
    found.map(({ leaseId: id, endsOn }) => ({ id, endsOn })),
  );
  // What is still booked for the buyer's months was not paid in advance to the seller.
  const ownTo = new Map(own.flatMap(({ id, endsOn, isSold }) => (isSold ? [[id, endsOn]] : [])));
  const [names, households, agreed, advances] = [
    await nameLeases(tx, scope, ids),
    await listHouseholds(tx, scope, ids),
    await listAgreedLines(tx, scope, ids, maxDate(period.to, scope.today)),
    Map.groupBy(
      (await listAdvances(tx, scope, ids, period)).filter(
        (row) => row.periodFrom <= (ownTo.get(row.leaseId) ?? LAST_DAY),
      ),
      (row) => row.leaseId,
    ),
  ];
  const agreementOf = await listAgreements(tx, scope, house.id, ids);
  const told = toldApart(
    found.map((row) => {
      const { tenants, place } = names(row.leaseId);
      return { name: tenants.join(', '), place, from: row.startsOn };
    }),
  );
  return found.map((row, index) => {
    const { leaseId, held, isElsewhere } = row;
    const rents = rentsIn(agreed.get(leaseId) ?? [], period, row);
    const { tenants, tenantId, place } = names(leaseId);
    const rates = vatRatesOf(rents);
    const [vatRateBp = 0] = rates.length === 1 ? rates : [];
    return {
      input: {
        id: leaseId,
        // Nothing that is kept of a sent statement names anybody.
        name: leaseId,
        units: held,
        persons: (households.get(leaseId) ?? []).map(({ validFrom, count }) => ({ validFrom, count })),
        ...settlementOf(rents, lines, agreementOf(leaseId), house.isGerman),
        advances: (advances.get(leaseId) ?? []).map(({ periodFrom, dueCents, paidCents }) => ({
          of: monthOf(periodFrom),
          dueCents,
          paidCents,
        })),
        monthlyAdvanceCents: monthlyAdvance(agreed.get(leaseId) ?? [], scope.today),
        ...advancesAhead(agreed.get(leaseId) ?? [], scope.today),
        expectedYearlyCents: 0,
        ...(vatRateBp > 0 && { vatRateBp }),
        firstResultCents: stated.get(leaseId)?.claimedCents ?? null,
        firstReceivedOn: stated.get(leaseId)?.firstOn ?? null,
      },
      source: {
        name: told[index] ?? '',
        tenantId,
        tenants,
        place,
        isElsewhere,
        paysHeating: rents.some(
          ({ component, settlement }) => component === 'heating' && settlement === 'advance',
        ),
        hasVatRates: rates.length > 1,
        unknownBefore: unknownBefore(row, period),
        settlesOtherwiseFrom: settlesOtherwiseFrom(rents, lines, agreementOf(leaseId), house.isGerman),
        wasStated: stillStands(stated.get(leaseId) ?? nothingStated),
      },
    };
  });
}

type Agreed = Awaited<ReturnType<typeof listAgreedLines>> extends Map<string, infer Rows> ? Rows : never;

/** The lines of the rents that hold on a day of the period on which the lease runs. */
function rentsIn(
  lines: Agreed,
  period: Period,
  lease: { startsOn: CalendarDate; endsOn: CalendarDate | null },
) {
  const [first, last] = [maxDate(period.from, lease.startsOn), minDate(period.to, lease.endsOn)];
  const starts = [...new Set(lines.map(({ validFrom }) => validFrom))];
  const current = starts.filter((day) => day <= first).at(-1) ?? starts[0] ?? FIRST_DAY;
  return lines.filter(
    ({ validFrom }) => validFrom >= current && (validFrom <= last || validFrom === current),
  );
}

/** What is paid a month in advance as of a day; null where nothing is. */
function monthlyAdvance(lines: Agreed, day: CalendarDate): number | null {
  const current = lines.filter(({ validFrom }) => validFrom <= day).at(-1)?.validFrom;
  const advances = lines.filter((line) => line.validFrom === current && line.settlement === 'advance');
  return advances.length === 0 ? null : advances.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** The monthly advances of the rents that are agreed for days to come. */
function advancesAhead(lines: Agreed, today: CalendarDate): Pick<StatementLease, 'advancesAhead'> {
  const days = [...new Set(lines.map(({ validFrom }) => validFrom))].filter((day) => day > today);
  if (days.length === 0) return {};
  return { advancesAhead: days.map((from) => ({ from, monthlyCents: monthlyAdvance(lines, from) ?? 0 })) };
}

/** The first day the account knows, where the lease used the house in the period before it. */
function unknownBefore(
  lease: { startsOn: CalendarDate; bookedFrom: CalendarDate },
  period: Period,
): CalendarDate | null {
  const first = firstOfMonth(monthOf(maxDate(period.from, lease.startsOn)));
  return lease.bookedFrom > first && lease.bookedFrom > period.from ? minDate(lease.bookedFrom) : null;
}
