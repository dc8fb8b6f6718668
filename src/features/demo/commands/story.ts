import type { Language } from '../../../domain/vocabulary.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  firstOfMonth,
  monthOf,
  shiftMonth,
} from '../../../lib/calendar.ts';
import type { DemoWords } from '../words.ts';
import { addAssociation, addFlatTax } from './association.ts';
import { addBankLines } from './bank-lines.ts';
import { type Books, openBooks } from './books.ts';
import { addCoOwner, thomas } from './co-owner.ts';
import { addDebits } from './debits.ts';
import { addHandovers } from './handovers.ts';
import { addHeating } from './heating.ts';
import { addLetterSettings, addLetters } from './letters.ts';
import { addPayouts } from './payouts.ts';
import { abroad, type DemoPlace, germany } from './places.ts';
import type { Rows } from './rows.ts';
import { addSharing } from './sharing.ts';
import { tellAbroad } from './story-abroad.ts';
import { buildHouse, heatHouse, letHouse, payForHouse, refundHouse } from './story-house.ts';
import { berlin, initial, late, lines, onTime, tooMuch } from './story-parts.ts';

/** One flat since long, its rent raised once to the local reference rent. */
function addKreuzberg(books: Books, words: DemoWords['story']): void {
  const propertyId = books.addProperty({
    name: words.kreuzberg,
    kind: 'apartment',
    street: 'Graefestraße',
    houseNumber: '118',
    postalCode: '10967',
    ...berlin,
    yearBuilt: 1907,
    livingAreaSqm100: 6_840,
    energyClass: 'D',
    energyUse10: 1_184,
    // Soon to be renewed, as the page of its documents says.
    energyCertificateValidUntil: addDays(books.today, 45),
    purchasedOn: books.month(-96),
    purchasePriceCents: 248_000_00,
    purchaseCostsCents: 27_900_00,
    buildingShareBp: 7_200,
  });
  books.addValuation(propertyId, books.month(-10), 365_000_00);
  const unitId = books.addUnit({
    propertyId,
    name: words.flat,
    kind: 'apartment',
    floor: words.third,
    rooms10: 25,
    askingRentCents: null,
    areaSqm100: 6_840,
  });
  const tenantId = books.addTenant({
    salutation: 'ms',
    firstName: 'Linh',
    lastName: 'Nguyen',
    email: 'linh.nguyen@beispiel.example',
    phone: '030 5550112',
  });
  const startsOn = books.month(-81);
  books.addLease({
    unitIds: [unitId],
    tenantIds: [tenantId],
    startsOn,
    endsOn: null,
    persons: 2,
    state: 'BE',
    rents: [
      initial(startsOn, lines(712_00, 148_00, 76_00)),
      { validFrom: books.month(-22), reason: 'reference_rent', lines: lines(768_00, 156_00, 84_00) },
    ],
    pays: onTime,
    depositCents: 3 * 712_00,
  });
  books.addRecurring({
    propertyId,
    title: words.serviceCharge,
    category: 'service_charge',
    payee: words.association,
    everyMonths: 1,
    startsOn: addDays(books.month(-60), 2),
    amounts: [
      { validFrom: books.month(-60), amountCents: 286_00 },
      { validFrom: books.month(-18), amountCents: 312_00 },
    ],
  });
  books.addBill({
    propertyId,
    bookedOn: addDays(books.month(-14), 11),
    title: words.boiler,
    category: 'upkeep',
    payee: 'Berger Heizungsbau',
    amountCents: 168_98,
    vatRateBp: 1_900,
    labourCents: 119_00,
    invoiceNumber: '2291-B',
  });
}

/** The tenants changed in the middle of a month, and the new one pays late. */
function addPrenzlauerBerg(books: Books, words: DemoWords['story']): void {
  const propertyId = books.addProperty({
    name: words.prenzlauerBerg,
    kind: 'apartment',
    street: 'Raumerstraße',
    houseNumber: '231',
    postalCode: '10437',
    ...berlin,
    yearBuilt: 1996,
    livingAreaSqm100: 5_420,
    purchasedOn: books.month(-70),
    purchasePriceCents: 279_000_00,
    purchaseCostsCents: 30_400_00,
    buildingShareBp: 6_800,
  });
  const unitId = books.addUnit({
    propertyId,
    name: words.flat,
    kind: 'apartment',
    floor: words.second,
    rooms10: 20,
    askingRentCents: null,
    areaSqm100: 5_420,
  });
  const before = books.addTenant({
    salutation: 'mr',
    firstName: 'Jonas',
    lastName: 'Weiß',
    email: 'jonas.weiss@beispiel.example',
    phone: null,
  });
  const moved = addDays(books.month(-26), 13);
  books.addLease({
    unitIds: [unitId],
    tenantIds: [before],
    startsOn: books.month(-64),
    endsOn: moved,
    notice: { givenOn: addMonths(moved, -3), by: 'tenant' },
    persons: 1,
    state: 'BE',
    rents: [initial(books.month(-64), lines(690_00, 120_00, 60_00))],
    pays: onTime,
    depositCents: 3 * 690_00,
  });
  const after = books.addTenant({
    salutation: 'mr',
    firstName: 'Emre',
    lastName: 'Yıldız',
    email: 'emre.yildiz@beispiel.example',
    phone: '0171 5550187',
    notes: words.lateNote,
  });
  books.addLease({
    unitIds: [unitId],
    tenantIds: [after],
    startsOn: addDays(moved, 1),
    endsOn: null,
    persons: 1,
    state: 'BE',
    rents: [initial(addDays(moved, 1), lines(765_00, 128_00, 66_00))],
    pays: late,
    depositCents: 3 * 765_00,
  });
  books.addRecurring({
    propertyId,
    title: words.serviceCharge,
    category: 'service_charge',
    payee: words.association,
    everyMonths: 1,
    startsOn: addDays(books.month(-60), 2),
    amounts: [{ validFrom: books.month(-60), amountCents: 241_00 }],
  });
}

function addGarage(books: Books, words: DemoWords['story']): void {
  const propertyId = books.addProperty({
    name: words.garage,
    kind: 'parking',
    street: 'Weserstraße',
    houseNumber: '214',
    postalCode: '12045',
    ...berlin,
    purchasedOn: books.month(-58),
    purchasePriceCents: 19_500_00,
    purchaseCostsCents: 1_600_00,
  });
  const unitId = books.addUnit({
    propertyId,
    name: words.garageUnit,
    kind: 'parking',
    floor: null,
    rooms10: null,
    askingRentCents: null,
    areaSqm100: null,
  });
  const tenantId = books.addTenant({
    salutation: 'ms',
    firstName: 'Renate',
    lastName: 'Schulz',
    email: null,
    phone: '030 5550143',
  });
  books.addLease({
    unitIds: [unitId],
    tenantIds: [tenantId],
    startsOn: books.month(-57),
    endsOn: null,
    persons: 0,
    state: 'BE',
    rents: [
      initial(books.month(-57), [
        { component: 'parking', amountCents: 85_00, settlement: 'none', vatRateBp: 0 },
      ]),
    ],
    pays: tooMuch,
    depositCents: null,
  });
}

/** The last payments as somebody recorded them, for the list of recent changes. */
function tellOfPayments(books: Books, rows: Rows): void {
  const latest = rows.payment.toSorted((a, b) => (a.paidOn < b.paidOn ? -1 : 1)).slice(-8);
  for (const { id = '', leaseId, paidOn, amountCents } of latest) {
    const after = { leaseId, paidOn, amountCents };
    books.tell({ action: 'payment.record', entity: 'payment', entityId: id, after }, paidOn);
  }
  rows.auditEvent.push(...books.take().auditEvent);
}

/**
 * The demo portfolio: two flats in Berlin, one of them of two owners, an apartment house in Leipzig, a garage; abroad a house and a flat; five
 * years up to today. Every name in it is made up.
 */
export function makeDemo(of: {
  portfolioId: string;
  userId: string;
  seed?: string;
  today: CalendarDate;
  language: Language;
  words: DemoWords;
  place?: DemoPlace;
}): Rows {
  const words = of.words.story;
  const openedOn = firstOfMonth(shiftMonth(monthOf(of.today), -60));
  const { place = germany } = of;
  const books = openBooks({ seed: 'demo', ...of, place, openedOn });
  if (place.jurisdiction !== 'DE') {
    const there = abroad[place.jurisdiction];
    books.found({
      name: words.portfolio,
      landlord: there.landlord,
      home: { ...there.town, ...there.home },
      iban: there.iban,
    });
    tellAbroad(books, words, there);
    const rows = books.take();
    tellOfPayments(books, rows);
    addAssociation(rows, { ...of, words });
    const brother = { ...there.town, ...there.home, ...there.brother };
    // The house comes first, then the flat.
    addCoOwner(rows, of, { site: 1, brother });
    return rows;
  }
  books.found({
    name: words.portfolio,
    landlord: 'Sabine Hoffmann',
    home: {
      street: 'Muskauer Straße',
      houseNumber: '118',
      postalCode: '10997',
      city: 'Berlin',
      state: 'DE-BE',
      country: 'DE',
    },
    taxNumber: '232/123/45678',
    iban: 'DE02120300000000202051',
  });
  addKreuzberg(books, words);
  addPrenzlauerBerg(books, words);
  const house = buildHouse(books, words);
  letHouse(books, words, house.units);
  payForHouse(books, words, house);
  heatHouse(books, words, house);
  addGarage(books, words);
  refundHouse(books, words, house);
  const rows = books.take();
  tellOfPayments(books, rows);
  addHandovers(rows, of);
  addHeating(rows, { ...of, name: words.boilerName, energyMix: words.energyMix });
  addBankLines(rows, of);
  addDebits(rows, of);
  addPayouts(rows, of);
  addLetters(rows, { ...of, title: words.reminder });
  addAssociation(rows, { ...of, words });
  addSharing(rows, { ...of, words });
  addFlatTax(rows, { ...of, words });
  addCoOwner(rows, of, { site: 0, brother: thomas });
  addLetterSettings(rows, { ...of, text: { language: of.language, ...words.ownText } });
  return rows;
}
