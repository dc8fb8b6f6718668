import { addDays, addMonths, type CalendarDate, maxDate } from '../../../lib/calendar.ts';
import type { GermanState } from '../../rent/holiday-rules.ts';
import type { Rent } from '../../rent/rules.ts';
import type { Random } from '../random-rules.ts';
import { type Books, openBooks } from './books.ts';
import { germany } from './places.ts';
import type { Rows } from './rows.ts';

const unitsPerBuilding = 10;
/** Of every so many buildings one has a flat whose tenants leave their last months unpaid. */
const buildingsPerDebtor = 4;

const cities: readonly [{ city: string; state: GermanState }, ...{ city: string; state: GermanState }[]] = [
  { city: 'Berlin', state: 'BE' },
  { city: 'Leipzig', state: 'SN' },
  { city: 'Köln', state: 'NW' },
  { city: 'München', state: 'BY' },
];
const streets = ['Lindenstraße', 'Gartenweg', 'Am Mühlbach', 'Schillerstraße', 'Kirchgasse'] as const;
const firstNames = [
  'Anna',
  'Mehmet',
  'Łucja',
  'Jürgen',
  'Zoë',
  'Thi',
  'Olga',
  'Paul',
  'Fatma',
  'Jan',
] as const;
const lastNames = [
  'Müller',
  'Yılmaz',
  'Nowak',
  'Groß',
  'Schmidt',
  'Nguyen',
  'Petrov',
  'Weiß',
  'Kaya',
] as const;

/** How a tenant pays: on time, some days late, now and then a part, or no more in the last months. */
function habit({ random, today }: Books, of: { net: number; endsOn: CalendarDate | null; owes: boolean }) {
  const kind = of.owes ? 100 : random.between(1, 100);
  const delay =
    kind > 95 ? random.between(12, 35) : kind > 85 ? random.between(3, 14) : random.between(-3, 0);
  const stopsOn = kind === 100 ? addMonths(of.endsOn ?? today, -random.between(1, 9)) : null;
  const partial = kind > 92 && kind < 96;
  return ({ index, dueOn, totalCents }: { index: number; dueOn: CalendarDate; totalCents: number }) => {
    if (stopsOn !== null && dueOn >= stopsOn) return [];
    const paidOn = addDays(dueOn, delay);
    if (!partial || index % 6 !== 3) return [{ paidOn, amountCents: totalCents }];
    const amountCents = Math.min(totalCents, Math.round(of.net / 2));
    return [
      { paidOn, amountCents },
      { paidOn: addDays(paidOn, 20), amountCents: totalCents - amountCents },
    ];
  };
}

function rentsOf(random: Random, net: number, startsOn: CalendarDate, endsOn: CalendarDate | null) {
  const lines = (cents: number): Rent['lines'] => [
    { component: 'net', amountCents: cents, settlement: 'none', vatRateBp: 0 },
    { component: 'operating_costs', amountCents: Math.round(net / 5), settlement: 'advance', vatRateBp: 0 },
  ];
  const raisedOn = addMonths(startsOn, random.between(18, 60), 1);
  const first = { validFrom: startsOn, reason: 'initial' as const, lines: lines(net) };
  const raised = {
    validFrom: raisedOn,
    reason: 'reference_rent' as const,
    lines: lines(Math.round(net * 1.08)),
  };
  return endsOn !== null && raisedOn > endsOn ? ([first] as const) : ([first, raised] as const);
}

function letUnit(
  books: Books,
  unitId: string,
  of: { openedOn: CalendarDate; state: GermanState; areaSqm100: number; owes: boolean },
) {
  const { random, today } = books;
  let startsOn = addDays(of.openedOn, -random.between(0, 900));
  for (;;) {
    const stays = random.between(14, 110);
    const until = addDays(addMonths(startsOn, stays), random.chance(15) ? 13 : -1);
    const endsOn = until < today ? until : null;
    if (endsOn === null || endsOn >= of.openedOn) {
      const tenantId = books.addTenant({
        firstName: random.pick(firstNames),
        lastName: random.pick(lastNames),
        email: null,
        phone: null,
      });
      const net = Math.round((of.areaSqm100 * random.between(800, 1_500)) / 100);
      const [first, ...later] = rentsOf(random, net, startsOn, endsOn);
      books.addLease({
        unitIds: [unitId],
        tenantIds: [tenantId],
        startsOn,
        endsOn,
        ...(endsOn && {
          notice: { givenOn: maxDate(startsOn, addMonths(endsOn, -3)), by: 'tenant' as const },
        }),
        persons: random.between(1, 4),
        state: of.state,
        rents: [first, ...later],
        // However the dice fall, some of the money of the last year is outstanding.
        pays: habit(books, {
          net,
          endsOn,
          owes: of.owes && (endsOn === null || endsOn > addMonths(today, -12)),
        }),
        depositCents: net * 3,
      });
    }
    if (endsOn === null) return;
    startsOn = addDays(endsOn, random.chance(60) ? 1 : random.between(2, 75));
    if (startsOn > today) return;
  }
}

function addBuilding(books: Books, number: number, unitCount: number, openedOn: CalendarDate): void {
  const { random } = books;
  const { city, state } = random.pick(cities);
  const name = `${random.pick(streets)} ${number}`;
  const propertyId = books.addProperty({
    name: `${name}, ${city}`,
    kind: 'multi_family',
    street: name.slice(0, name.lastIndexOf(' ')),
    houseNumber: String(number),
    postalCode: String(random.between(10_115, 99_998)),
    city,
    state: `DE-${state}`,
    country: 'DE',
    yearBuilt: random.between(1890, 2018),
    statementStartMonth: 1,
  });
  for (let unit = 1; unit <= unitCount; unit += 1) {
    const areaSqm100 = random.between(2_800, 12_000);
    const unitId = books.addUnit({
      propertyId,
      name: `Whg. ${String(unit).padStart(2, '0')}`,
      kind: 'apartment',
      floor: String(Math.floor((unit - 1) / 2)),
      rooms10: 10 * random.between(1, 5),
      askingRentCents: areaSqm100 * 11,
      areaSqm100,
    });
    const owes = unit === 1 && number % buildingsPerDebtor === 1;
    letUnit(books, unitId, { openedOn, state, areaSqm100, owes });
  }
  const costs = [
    ['caretaker', 'Hausmeister', 1, 2_100],
    ['lighting', 'Allgemeinstrom', 1, 900],
    ['property_tax', 'Grundsteuer', 3, 6_500],
    ['insurance', 'Gebäudeversicherung', 12, 21_000],
  ] as const;
  for (const [category, title, everyMonths, centsPerUnit] of costs) {
    const amountCents = unitCount * centsPerUnit + random.between(0, 5_000);
    books.addRecurring({
      propertyId,
      title,
      category,
      payee: `${title} ${city}`,
      everyMonths,
      startsOn: addDays(openedOn, 14),
      amounts: [{ validFrom: openedOn, amountCents }],
      recoverableKey: 'area',
    });
  }
}

/** A large portfolio to try the program's speed on, one building at a time. */
export function* makeCrowd(of: {
  portfolioId: string;
  userId: string;
  seed: string;
  today: CalendarDate;
  units: number;
  years: number;
  name: string;
}): Generator<Rows> {
  const openedOn = `${Number(of.today.slice(0, 4)) - of.years}${of.today.slice(4, 7)}-01`;
  const books = openBooks({ ...of, openedOn, language: 'de', place: germany });
  books.found({
    name: of.name,
    landlord: 'Demo GmbH',
    home: { country: 'DE' },
    iban: 'DE02120300000000202051',
  });
  for (let made = 0; made < of.units; made += unitsPerBuilding) {
    addBuilding(books, made / unitsPerBuilding + 1, Math.min(unitsPerBuilding, of.units - made), openedOn);
    // A few buildings at once keep the copying fast.
    if ((made / unitsPerBuilding) % 10 === 9) yield books.take();
  }
  yield books.take();
}
