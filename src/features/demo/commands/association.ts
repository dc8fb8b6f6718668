import { addDays, addMonths, type CalendarDate, yearOf } from '../../../lib/calendar.ts';
import type { PaperLine } from '../../association/rules.ts';
import { PAID_TO_ASSOCIATION } from '../../association/rules.ts';
import { createRandom, uuidAt } from '../random-rules.ts';
import type { DemoWords } from '../words.ts';
import { noon } from './account.ts';
import { placeOf } from './book-entries.ts';
import { type DemoPlace, germany } from './places.ts';
import type { Rows } from './rows.ts';

/** Of 1,000: the flat's share of the association. */
const SHARES = 62;

/** What the association paid in a year, by kind of cost; null: no tenant bears it. Heating is metered, and has its own part. */
const costs = [
  ['insurance', 'insurance', 9_840_00, null],
  ['water', 'water', 11_260_00, null],
  ['refuse', 'street_and_refuse', 5_920_00, null],
  ['cleaning', 'building_cleaning', 4_310_00, null],
  ['garden', 'garden', 2_680_00, null],
  ['power', 'lighting', 1_745_00, null],
  ['caretaker', 'caretaker', 7_200_00, null],
  ['heating', 'heating_and_hot_water', 21_480_00, 1_084_60],
  ['manager', null, 4_620_00, null],
  ['bank', null, 214_00, null],
  ['repairs', null, 6_350_00, null],
  ['reserve', null, 9_600_00, null],
] as const;
/** Of the caretaker what is no repair and no administration, in hundredths of a per cent. */
const CARETAKER_BP = 8_500;

/** The city's tax on the flat for the first of these years, which no association pays: its notice is among the papers. */
export function addFlatTax(
  rows: Rows,
  {
    portfolioId,
    userId,
    today,
    words,
  }: { portfolioId: string; userId: string; today: CalendarDate; words: DemoWords['story'] },
): void {
  const categoryId = rows.category.find(({ code }) => code === 'property_tax')?.id;
  const propertyId = rows.association[0]?.propertyId;
  if (!categoryId || !propertyId) return;
  const year = yearOf(today) - 2;
  const bookedOn = `${year}-02-15`;
  const random = createRandom(`flat tax ${portfolioId}`);
  rows.transaction.push({
    ...{ portfolioId, id: uuidAt(random, noon(bookedOn).getTime()) },
    ...placeOf({ propertyId }),
    ...{ direction: 'expense', title: words.propertyTax, categoryId, payee: words.flatTaxOffice },
    ...{ bankAccountId: rows.bankAccount[0]?.id ?? null, recoverableKey: 'area', bookedOn },
    ...{ serviceFrom: `${year}-01-01`, serviceTo: `${year}-12-31`, amountCents: 214_32 },
    ...{ vatRateBp: 0, vatCents: 0, labourCents: 0, invoiceOn: addDays(bookedOn, -24) },
    ...{ invoiceNumber: '16/412/00877', splitMethod: null, recurringId: null, dueOn: null },
    ...{ bookedBy: userId, bookedAt: noon(bookedOn) },
  });
}

/**
 * The association of the first flat that pays one, with its papers of the last two finished years, and one reminder.
 * Made after everything else, by numbers of its own.
 */
export function addAssociation(
  rows: Rows,
  {
    portfolioId,
    today,
    words,
    place = germany,
  }: { portfolioId: string; today: CalendarDate; words: DemoWords['story']; place?: DemoPlace },
): void {
  const isGerman = place.jurisdiction === 'DE';
  const idOf = (code: string) => rows.category.find((one) => one.code === code)?.id ?? null;
  const kind = idOf(PAID_TO_ASSOCIATION);
  const paid = rows.transaction.filter(({ categoryId }) => categoryId === kind);
  const [first] = paid;
  const house = rows.property.find(({ id }) => id === first?.propertyId);
  const flat = rows.unit.find(({ propertyId }) => propertyId === house?.id);
  if (!first?.payee || !house?.id || !flat?.id) return;
  const random = createRandom(`association ${portfolioId}`);
  const newId = (day: CalendarDate) => uuidAt(random, noon(day).getTime());
  const stamps = (day: CalendarDate) => ({ version: 1, createdAt: noon(day), updatedAt: noon(day) });
  const last = yearOf(today) - 1;
  const opened = `${last - 1}-12-31`;
  const associationId = newId(opened);
  // Abroad a house is called by its address, in the order of the place.
  const site = isGerman ? [house.street, house.houseNumber].filter(Boolean).join(' ') : house.name;
  rows.association.push({
    ...{ portfolioId, id: associationId, propertyId: house.id, unitId: flat.id },
    ...{ name: `${words.owners} ${site}`, manager: first.payee, ...stamps(opened) },
  });
  for (const year of [last - 1, last]) {
    const [from, to] = [`${year}-01-01`, `${year}-12-31`];
    const lines = costs.map(([name, code, cents, ownCents]): PaperLine => {
      const totalCents = year === last ? cents : Math.round(cents * 0.955);
      const own = ownCents === null ? Math.round((totalCents * SHARES) / 1_000) : ownCents;
      // Tenants in Germany deduct it; elsewhere nobody asks.
      const isLabour = isGerman && (name === 'caretaker' || name === 'cleaning' || name === 'garden');
      return {
        id: newId(to),
        key: ownCents === null ? `${SHARES} ${words.shares}` : null,
        name: words.paperLines[name],
        ownCents: own,
        isReserve: name === 'reserve',
        categoryId: code === null ? null : idOf(code),
        totalCents,
        labourCents: isLabour ? Math.round(own * 0.8) : 0,
        recoverableBp: code === null ? 0 : name === 'caretaker' ? CARETAKER_BP : 10_000,
        co2LandlordCents: 0,
      };
    });
    const due = paid.filter(
      (one) => one.propertyId === house.id && one.bookedOn >= from && one.bookedOn <= to,
    );
    const received = addMonths(to, 4);
    rows.associationYear.push({
      ...{ portfolioId, id: newId(to), associationId, periodFrom: from, periodTo: to, lines },
      statedTotalCents: lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
      statedOwnCents: lines.reduce((sum, { ownCents }) => sum + ownCents, 0),
      advancesDueCents: due.reduce((sum, { amountCents }) => sum + amountCents, 0),
      receivedOn: received > today ? null : received,
      ...{ resolvedOn: null, isExcused: false, ...stamps(to) },
    });
  }
  const asked = addDays(`${last}-12-31`, 1);
  rows.associationEffort.push({
    ...{
      portfolioId,
      id: newId(asked),
      associationId,
      periodFrom: `${last}-01-01`,
      periodTo: `${last}-12-31`,
    },
    ...{ askedOn: asked, way: 'mail', note: words.reminderNote, documentId: null, ...stamps(asked) },
  });
}
