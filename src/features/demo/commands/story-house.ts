import { addDays, addMonths, type CalendarDate, yearOf } from '../../../lib/calendar.ts';
import type { SplitUnit } from '../../transaction/rules.ts';
import type { DemoWords } from '../words.ts';
import type { Books } from './books.ts';
import { initial, inParts, late, lines, onTime } from './story-parts.ts';

type House = { propertyId: string; units: Record<string, string>; split: SplitUnit[] };

export function buildHouse(books: Books, words: DemoWords['story']): House {
  const propertyId = books.addProperty({
    name: words.leipzig,
    kind: 'multi_family',
    street: 'Karl-Heine-Straße',
    houseNumber: '199',
    postalCode: '04229',
    city: 'Leipzig',
    state: 'DE-SN',
    country: 'DE',
    statementStartMonth: 1,
    yearBuilt: 1898,
    livingAreaSqm100: 46_330,
    plotAreaSqm100: 52_000,
    energyClass: 'E',
    energyUse10: 1_422,
    energyCertificateValidUntil: addMonths(books.today, 40),
    purchasedOn: books.month(-118),
    purchasePriceCents: 685_000_00,
    purchaseCostsCents: 61_200_00,
    buildingShareBp: 8_100,
  });
  books.addValuation(propertyId, books.month(-30), 905_000_00);
  const plan = [
    ['groundLeft', words.groundLeft, words.ground, 'apartment', 5_810, 20, null],
    ['shop', words.shop, words.ground, 'commercial', 7_240, null, null],
    ['firstLeft', words.firstLeft, words.first, 'apartment', 6_620, 30, null],
    ['firstRight', words.firstRight, words.first, 'apartment', 6_480, 30, null],
    ['secondLeft', words.secondLeft, words.second, 'apartment', 6_620, 30, 615_00],
    ['secondRight', words.secondRight, words.second, 'apartment', 6_480, 30, null],
    ['attic', words.attic, words.top, 'apartment', 7_080, 25, null],
  ] as const;
  const units: Record<string, string> = {};
  const split: SplitUnit[] = [];
  for (const [key, name, floor, kind, areaSqm100, rooms10, askingRentCents] of plan) {
    const unitId = books.addUnit({ propertyId, name, kind, floor, rooms10, askingRentCents, areaSqm100 });
    units[key] = unitId;
    split.push({
      unitId,
      kind,
      areaSqm100,
      coOwnershipNumerator: null,
      coOwnershipDenominator: null,
      leaseId: null,
      persons: null,
    });
  }
  return { propertyId, units, split };
}

/** Who lives in the house: a late payer, one in parts, a shop with VAT, vacancies, a notice. */
export function letHouse(books: Books, words: DemoWords['story'], units: Record<string, string>): void {
  const { month } = books;
  const person = (salutation: 'mr' | 'ms', firstName: string, lastName: string, notes?: string) =>
    books.addTenant({
      salutation,
      firstName,
      lastName,
      email: `${lastName
        .toLowerCase()
        .normalize('NFD')
        .replace(/[^a-z]/g, '')}@beispiel.example`,
      phone: null,
      ...(notes && { notes }),
    });
  const lease = (
    key: string,
    tenantIds: [string, ...string[]],
    [from, to]: [CalendarDate, CalendarDate | null],
    [net, operating, heating]: [number, number, number],
    rest: Partial<Parameters<Books['addLease']>[0]> = {},
  ) =>
    books.addLease({
      unitIds: [units[key] ?? ''],
      tenantIds,
      startsOn: from,
      endsOn: to,
      persons: tenantIds.length,
      state: 'SN',
      rents: [initial(from, lines(net, operating, heating))],
      pays: onTime,
      depositCents: 3 * net,
      ...rest,
    });
  const left = (endsOn: CalendarDate) => ({
    notice: { givenOn: addMonths(endsOn, -3, 3), by: 'tenant' as const },
  });

  lease('groundLeft', [person('ms', 'Hannelore', 'Krüger')], [month(-140), null], [398_00, 110_00, 70_00], {
    rents: [
      initial(month(-140), lines(398_00, 110_00, 70_00)),
      { validFrom: month(-33), reason: 'reference_rent', lines: lines(436_00, 118_00, 82_00) },
    ],
  });
  const shopTenant = books.addTenant({
    kind: 'company',
    firstName: null,
    lastName: null,
    companyName: words.companyName,
    email: 'post@sonnendeck.example',
    phone: '0341 5550170',
  });
  lease('shop', [shopTenant], [month(-44), null], [1_059_10, 226_10, 0], {
    persons: 0,
    rents: [
      initial(month(-44), lines(1_059_10, 226_10, 0, 1_900)),
      { validFrom: month(-8), reason: 'stepped', lines: lines(1_118_60, 226_10, 0, 1_900) },
    ],
  });
  lease(
    'firstLeft',
    [person('mr', 'Marek', 'Nowak'), person('ms', 'Zuzanna', 'Nowak')],
    [month(-52), null],
    [540_00, 135_00, 88_00],
    { persons: 4 },
  );
  lease(
    'firstRight',
    [person('mr', 'Dieter', 'Lange', words.lateNote)],
    [month(-75), null],
    [512_00, 128_00, 80_00],
    {
      pays: late,
    },
  );
  const emptySince = addDays(month(-2), -1);
  lease(
    'secondLeft',
    [person('ms', 'Clara', 'Böhm')],
    [month(-49), emptySince],
    [558_00, 132_00, 86_00],
    // Told of on Today, whatever day it is.
    { ...left(emptySince), depositHeldPastDays: 60 },
  );
  const firstEnd = addDays(month(-21), -1);
  lease(
    'secondRight',
    [person('mr', 'Tobias', 'Frank')],
    [month(-66), firstEnd],
    [498_00, 126_00, 78_00],
    left(firstEnd),
  );
  lease(
    'secondRight',
    [person('ms', 'Aylin', 'Demir', words.partNote)],
    [month(-17), null],
    [565_00, 132_00, 84_00],
    { pays: inParts(month(-3)), persons: 2 },
  );
  const leaving = addDays(month(3), -1);
  lease('attic', [person('mr', 'Felix', 'Schröder')], [month(-38), leaving], [604_00, 138_00, 92_00], {
    notice: { givenOn: addDays(books.today, -9), by: 'tenant' },
  });
}

export function payForHouse(
  books: Books,
  words: DemoWords['story'],
  { propertyId, units, split }: House,
): void {
  const { month } = books;
  const costs = [
    ['property_tax', words.propertyTax, words.taxOffice, 3, month(-60), 14, 312_40, 312_40, 0],
    ['insurance', words.insurance, 'Allgemeine Feuersozietät', 12, month(-58), 0, 1_486_00, 1_702_00, 0],
    ['caretaker', words.caretaker, 'Hausservice Lindner', 1, month(-60), 4, 185_00, 204_00, 1_900],
    ['street_and_refuse', words.refuse, words.taxOffice, 3, month(-59), 9, 418_70, 436_10, 0],
    ['lighting', words.lighting, 'Stadtwerke', 1, month(-60), 9, 42_00, 58_00, 1_900],
    ['mortgage_interest', words.mortgage, words.bank, 1, month(-60), 29, 742_00, 598_00, 0],
  ] as const;
  for (const [
    category,
    title,
    payee,
    everyMonths,
    from,
    later,
    amountCents,
    sinceCents,
    vatRateBp,
  ] of costs) {
    const startsOn = addDays(from, Math.min(later, 27));
    books.addRecurring({
      propertyId,
      title,
      category,
      payee,
      everyMonths,
      startsOn,
      amounts: [
        { validFrom: startsOn, amountCents, vatRateBp },
        { validFrom: month(-20), amountCents: sinceCents, vatRateBp },
      ],
      ...(category !== 'mortgage_interest' && { recoverableKey: 'area' as const }),
    });
  }
  books.addRecurring({
    title: words.bankFees,
    category: 'bank_fees',
    payee: words.bank,
    everyMonths: 3,
    startsOn: addDays(month(-60), 27),
    amounts: [{ validFrom: month(-60), amountCents: 29_70 }],
  });
  for (let year = 4; year >= 0; year -= 1) {
    books.addBill({
      propertyId,
      bookedOn: addDays(month(-12 * year - 7), 17),
      title: words.chimney,
      category: 'chimney_sweep',
      payee: 'Schornsteinfegermeister Voigt',
      amountCents: 214_00 + 6_35 * (4 - year),
      vatRateBp: 1_900,
      labourCents: 160_00,
      invoiceNumber: `SF-${100 + 7 * (5 - year)}`,
      split: { method: 'area', units: split },
    });
  }
  books.addBill({
    propertyId,
    bookedOn: addDays(month(-35), 20),
    title: words.roof,
    category: 'repairs',
    payee: 'Dachdeckerei Uhlig',
    amountCents: 4_862_17,
    vatRateBp: 1_900,
    labourCents: 2_310_00,
    invoiceNumber: '21-0877',
  });
  books.addBill({
    propertyId,
    bookedOn: addDays(month(-34), 12),
    title: words.storm,
    category: 'insurance_payout',
    payee: 'Allgemeine Feuersozietät',
    amountCents: 4_362_17,
  });
  books.addBill({
    propertyId,
    bookedOn: addDays(month(-11), 22),
    title: words.heatingRepair,
    category: 'repairs',
    payee: 'Wärmetechnik Seidel',
    amountCents: 1_297_10,
    vatRateBp: 1_900,
    labourCents: 420_00,
    invoiceNumber: 'R-1204',
    split: { method: 'equal', units: split },
  });
  books.addBill({
    propertyId,
    bookedOn: addDays(month(-5), 8),
    title: words.painting,
    category: 'upkeep',
    payee: 'Malerbetrieb Hähnel',
    amountCents: 2_745_33,
    vatRateBp: 1_900,
    labourCents: 1_980_00,
    invoiceNumber: '3319',
    split: { method: 'area', units: split },
  });
  books.addBill({
    propertyId,
    unitId: units.secondRight,
    bookedOn: addDays(month(-20), 5),
    title: words.lock,
    category: 'repairs',
    payee: 'Schlüsseldienst Ost',
    amountCents: 236_81,
    vatRateBp: 1_900,
    labourCents: 95_00,
  });
  books.addBill({
    propertyId,
    unitId: units.secondLeft,
    bookedOn: addDays(month(-1), 3),
    title: words.letting,
    category: 'advertising',
    payee: 'Wohnungsmarkt Leipzig',
    amountCents: 79_90,
    vatRateBp: 1_900,
  });
}

/** What heating the house cost last year, so that it can be settled; no more came by now. */
export function heatHouse(books: Books, words: DemoWords['story'], { propertyId }: House): void {
  const year = yearOf(books.today) - 1;
  for (const [title, payee, day, amountCents] of [
    [words.gas, 'Stadtwerke Leipzig', '12-18', 6_842_30],
    [words.metering, 'Messdienst Elster', '12-12', 418_60],
    [words.boilerCheck, 'Wärmetechnik Seidel', '10-07', 264_80],
  ] as const) {
    books.addBill({
      propertyId,
      bookedOn: `${year}-${day}`,
      title,
      category: 'heating',
      payee,
      amountCents,
      vatRateBp: 1_900,
    });
  }
}

/** A year without a claim: the insurance gives a tenth of its premium back, which the tenants who bear it have, too. */
export function refundHouse(books: Books, words: DemoWords['story'], { propertyId }: House): void {
  books.addBill({
    propertyId,
    bookedOn: `${yearOf(books.today) - 1}-02-24`,
    title: words.noClaims,
    category: 'insurance',
    payee: 'Allgemeine Feuersozietät',
    amountCents: -148_60,
  });
}
