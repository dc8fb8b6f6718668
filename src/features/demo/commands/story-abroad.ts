import { addDays, addMonths } from '../../../lib/calendar.ts';
import type { SplitUnit } from '../../transaction/rules.ts';
import type { DemoWords } from '../words.ts';
import type { Books } from './books.ts';
import type { Abroad } from './places.ts';
import { initial, inParts, late, onTime } from './story-parts.ts';

type Words = DemoWords['story'];

/** Rents, costs and prices of the story as they are abroad, in round sums. */
const priced = (costs: number) => (cents: number) => Math.round((cents * costs) / 500) * 500;

const rentOf = (amountCents: number) => [
  { component: 'net' as const, amountCents, settlement: 'none' as const, vatRateBp: 0 },
];

/** A house with three flats and a flat elsewhere, let for one sum due on the first: no law of ours is told of. */
export function tellAbroad(books: Books, words: Words, place: Abroad): void {
  const house = addHouse(books, words, place);
  const flat = addFlat(books, words, place);
  letAll(books, words, place, { ...house, flat: flat.unitId });
  addCosts(books, words, place, { house, flat: flat.propertyId });
}

function addHouse(books: Books, words: Words, { town, house, costs }: Abroad) {
  const price = priced(costs);
  const propertyId = books.addProperty({
    ...house,
    ...town,
    kind: 'multi_family',
    statementStartMonth: 1,
    yearBuilt: 1926,
    livingAreaSqm100: 21_460,
    purchasedOn: books.month(-92),
    purchasePriceCents: price(412_000_00),
    purchaseCostsCents: price(18_500_00),
  });
  books.addValuation(propertyId, books.month(-10), price(505_000_00));
  const unit = (name: string, floor: string, rooms10: number, areaSqm100: number): SplitUnit => ({
    unitId: books.addUnit({
      propertyId,
      name,
      kind: 'apartment',
      floor,
      rooms10,
      askingRentCents: null,
      areaSqm100,
    }),
    kind: 'apartment',
    areaSqm100,
    coOwnershipNumerator: null,
    coOwnershipDenominator: null,
    leaseId: null,
    persons: null,
  });
  const units = [
    unit(words.groundLeft, words.ground, 30, 7_897),
    unit(words.firstLeft, words.first, 30, 7_432),
    unit(words.attic, words.top, 20, 6_131),
  ] as const;
  return { propertyId, units };
}

function addFlat(books: Books, words: Words, { town, flat, costs }: Abroad) {
  const price = priced(costs);
  const propertyId = books.addProperty({
    ...flat,
    ...town,
    kind: 'apartment',
    statementStartMonth: 1,
    yearBuilt: 1998,
    livingAreaSqm100: 5_574,
    purchasedOn: books.month(-64),
    purchasePriceCents: price(168_000_00),
    purchaseCostsCents: price(6_200_00),
  });
  const unitId = books.addUnit({
    propertyId,
    name: words.flat,
    kind: 'apartment',
    floor: words.second,
    rooms10: 20,
    askingRentCents: price(790_00),
    areaSqm100: 5_574,
  });
  return { propertyId, unitId };
}

type Units = { units: readonly [SplitUnit, SplitUnit, SplitUnit]; flat: string };

function letAll(books: Books, words: Words, { tenants, costs }: Abroad, { units, flat }: Units): void {
  const { month } = books;
  const price = priced(costs);
  const person = (at: number, notes?: string) => {
    const [firstName = '', lastName = ''] = tenants[at] ?? [];
    const email = `${firstName}.${lastName}@example.com`.toLowerCase();
    return books.addTenant({ firstName, lastName, email, phone: null, ...(notes && { notes }) });
  };
  const lease = (
    unitId: string,
    tenantId: string,
    from: string,
    netCents: number,
    rest: Partial<Parameters<Books['addLease']>[0]> = {},
  ) =>
    books.addLease({
      unitIds: [unitId],
      tenantIds: [tenantId],
      startsOn: from,
      endsOn: null,
      persons: 2,
      state: null,
      rents: [initial(from, rentOf(price(netCents)))],
      pays: onTime,
      depositCents: price(netCents),
      ...rest,
    });
  lease(units[0].unitId, person(0), month(-71), 880_00, {
    rents: [
      initial(month(-71), rentOf(price(880_00))),
      { validFrom: month(-19), reason: 'agreed', lines: rentOf(price(940_00)) },
    ],
  });
  lease(units[1].unitId, person(1, words.lateNote), month(-37), 910_00, { pays: late });
  lease(units[2].unitId, person(2, words.partNote), month(-17), 720_00, { pays: inParts(month(-3)) });
  const moved = addDays(month(-1), -1);
  lease(flat, person(3), month(-49), 760_00, {
    endsOn: moved,
    notice: { givenOn: addMonths(moved, -2), by: 'tenant' },
    // Told of on Today, whatever day it is.
    depositHeldPastDays: 21,
  });
}

type Homes = { house: { propertyId: string; units: Units['units'] }; flat: string };

function addCosts(books: Books, words: Words, place: Abroad, { house, flat }: Homes): void {
  const { month } = books;
  const price = priced(place.costs);
  const recurring = [
    [house.propertyId, 'property_tax', words.propertyTax, place.town.city, 3, 620_00],
    [house.propertyId, 'insurance', words.insurance, place.insurer, 12, 1_240_00],
    [house.propertyId, 'mortgage_interest', words.mortgage, place.bank, 1, 690_00],
    [flat, 'property_tax', words.propertyTax, place.town.city, 3, 210_00],
    [flat, 'service_charge', words.serviceCharge, place.managers, 1, 145_00],
  ] as const;
  for (const [propertyId, category, title, payee, everyMonths, cents] of recurring) {
    const startsOn = addDays(month(-60), 9);
    const amounts: [{ validFrom: string; amountCents: number }] = [
      { validFrom: startsOn, amountCents: price(cents) },
    ];
    books.addRecurring({ propertyId, title, category, payee, everyMonths, startsOn, amounts });
  }
  books.addBill({
    propertyId: house.propertyId,
    bookedOn: addDays(month(-26), 20),
    title: words.roof,
    category: 'repairs',
    payee: place.roofer,
    amountCents: price(3_480_00),
    invoiceNumber: '21-0877',
  });
  books.addBill({
    propertyId: house.propertyId,
    bookedOn: addDays(month(-5), 8),
    title: words.painting,
    category: 'upkeep',
    payee: place.painter,
    amountCents: price(1_860_00),
    invoiceNumber: '3319',
    split: { method: 'area', units: house.units },
  });
  books.addBill({
    propertyId: flat,
    bookedOn: addDays(month(-1), 3),
    title: words.letting,
    category: 'advertising',
    payee: place.managers,
    amountCents: price(80_00),
  });
}
