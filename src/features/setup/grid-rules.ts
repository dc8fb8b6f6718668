import type { UnitKind } from '@/domain/vocabulary';
import { type CalendarDate, eachMonth, type Month, monthOf } from '@/lib/calendar';
import * as field from '@/lib/field';
import { withPasted } from '@/lib/pasted-cells';
import { addressOf, checkAddress, joinAddresses, type SaidAddress } from './address-rules';
import {
  addressColumns,
  type Column,
  emptyCells,
  type Fault,
  kindOf,
  MOST_PEOPLE,
  type Readers,
  type Row,
  type Wrong,
} from './column-rules';
import {
  type Contacts,
  contactsOf,
  type Deposit,
  depositOf,
  openingOf,
  personsOf,
  sizeOf,
} from './further-rules';
import { takeKinds } from './kind-rules';
import { namesOf } from './name-rules';
import { peopleIn } from './people-rules';

/** A row without what stands in columns that nobody sees. */
function withAsked({ cells }: Row, asked: readonly Column[]): Pick<Row, 'cells'> {
  const own = { ...emptyCells };
  for (const column of asked) own[column] = cells[column];
  return { cells: own };
}

const isFilled = (row: Row, some: readonly Column[]) =>
  some.some((column) => row.cells[column].trim() !== '');

export type ReadHome = {
  ids: Row['ids'];
  place: string;
  /** Of its house, as its own row says it. */
  address: SaidAddress;
  unit: string;
  kind: UnitKind;
  areaSqm100: number | null;
  rooms10: number | null;
  /** The rent of a unit that stands empty. */
  askingRentCents: number | null;
  lease: {
    tenants: Tenant[];
    startsOn: CalendarDate;
    netCents: number;
    costsCents: number | null;
    vatRateBp: number;
    persons: number | null;
    /** Owed by the tenant before the first month that is booked; below zero is their credit. */
    openingBalanceCents: number;
    deposit: Deposit | null;
  } | null;
};

/**
 * What the rows say, and what is wrong with which of their cells. A row with nothing in it is none, but for a house,
 * whose every row is a flat; a row that names nobody is a unit that stands empty, and its rent what is asked for it.
 */
export function readRows(rows: readonly Row[], asked: readonly Column[], readers: Readers) {
  const faults: Fault[] = [];
  const homes: ReadHome[] = [];
  const known: Known = new Map();
  const addresses = new Map<string, SaidAddress>();
  const used = rows.flatMap((row, index) => (isFilled(row, asked) ? [{ row, index }] : []));
  for (const { row, index } of used.length > 0 ? used : rows.slice(0, 1).map((row) => ({ row, index: 0 }))) {
    const wrong = (column: Column, code: string) => faults.push({ row: index, column, code });
    const text = (column: Column) => row.cells[column].trim();
    for (const column of ['place', 'unit'] as const) {
      const isLeft = column === 'unit' && asked.includes('place');
      if (asked.includes(column) && text(column) === '' && !isLeft) wrong(column, 'required');
    }
    const address = addressOf(withAsked(row, asked), readers.country);
    for (const column of tooLong(row, address)) if (asked.includes(column)) wrong(column, 'too_long');
    const house = text('place').toLocaleLowerCase();
    const before = addresses.get(house);
    checkAddress(address, before ?? address, readers.country, wrong);
    addresses.set(house, joinAddresses(before, address));
    homes.push({
      ids: row.ids,
      ...{ place: text('place'), address },
      unit: text('unit'),
      kind: kindOf(row),
      areaSqm100: sizeOf(row, 'area', asked, readers, wrong),
      rooms10: sizeOf(row, 'rooms', asked, readers, wrong),
      ...(standsEmpty(row, asked, readers)
        ? { askingRentCents: askingRent(row, readers, wrong), lease: null }
        : { askingRentCents: null, lease: readLease(row, asked, readers, { known, wrong }) }),
    });
  }
  return { homes, faults };
}

/** The cells whose words are more than is kept of them. */
function tooLong({ cells }: Row, address: SaidAddress): Column[] {
  const { street, houseNumber, postalCode, city } = field.addressFields;
  const exceeds = (schema: { safeParse: (text: string) => { success: boolean } }, text: string) =>
    text !== '' && !schema.safeParse(text).success;
  return [
    ...(['place', 'unit'] as const).filter((column) => exceeds(field.name, cells[column].trim())),
    ...((peopleIn(cells.tenant.trim()) ?? []).some((name) => exceeds(field.name, name))
      ? (['tenant'] as const)
      : []),
    ...(exceeds(street, address.street) || exceeds(houseNumber, address.houseNumber)
      ? (['street'] as const)
      : []),
    ...(exceeds(postalCode, address.postalCode) ? (['postalCode'] as const) : []),
    ...(exceeds(city, address.city) ? (['city'] as const) : []),
  ];
}

/** Who is called the same in full rents two of the units, such as a flat and a garage; a last name alone tells nobody. */
function fullName(name: string): string | null {
  const { firstName, lastName, companyName } = namesOf(name);
  if (companyName === null && firstName === null) return null;
  return [companyName, firstName, lastName].join('\n').toLocaleLowerCase();
}

type Tenant = { id: string; name: string } & Contacts;
/** The tenants of rows before, by their full names: entered twice, one is the same request with the same name alone. */
type Known = Map<string, Tenant>;

/** The tenants of one row; never the same twice, since father and son may share a name. */
function tenantsOf(
  people: readonly string[],
  contacts: readonly Contacts[],
  { ids }: Row,
  known: Known,
): Tenant[] {
  const tenants: Tenant[] = [];
  for (const [index, name] of people.entries()) {
    const own: Tenant = { id: ids.tenants[index] ?? '', name, ...contacts[index] };
    const full = fullName(name);
    const before = full === null ? undefined : known.get(full);
    // What a later row knows of them besides is theirs in each.
    if (before !== undefined && !tenants.includes(before)) addContacts(before, own);
    tenants.push(before === undefined || tenants.includes(before) ? own : before);
    if (full !== null && before === undefined) known.set(full, own);
  }
  return tenants;
}

function addContacts(to: Contacts, more: Contacts): void {
  for (const key of ['emails', 'phones', 'payerIbans'] as const) {
    const all = new Set([...(to[key] ?? []), ...(more[key] ?? [])]);
    if (all.size > 0) to[key] = [...all];
  }
}

/** Those who stand in several rows, as they are written first. */
export function severalTimes(rows: readonly Row[]): string[] {
  const names = rows.flatMap(({ cells }) => [...new Set(peopleIn(cells.tenant) ?? [])]);
  const groups = Map.groupBy(names, fullName);
  return [...groups].flatMap(([full, [name, other]]) =>
    full !== null && name !== undefined && other !== undefined ? [name] : [],
  );
}

/** How lists call whoever rents what stands empty. With a lease beside it, it is a name: some are called Frei. */
const nobody = /^(?:leer|leerstand|frei|vacant|empty)$/i;
/** And these are no names: what is asked for the unit, and since when, makes no tenant of them. */
const vacancy = /^(?:leerstand|vacant|empty)$/i;

/**
 * Of several units, one with nothing but a rent: of one flat nothing else is asked than who rents it. An amount of nothing
 * is none.
 */
const standsEmpty = ({ cells }: Row, asked: readonly Column[], { cents }: Readers) =>
  asked.includes('unit') &&
  asked.every((column) => {
    const text = cells[column].trim();
    if (text === '' || isOfUnit(column)) return true;
    if (column === 'tenant') return nobody.test(text);
    if (vacancy.test(cells.tenant.trim()) && ['startsOn', 'costs'].includes(column)) return true;
    return column !== 'startsOn' && isZero(cents(text));
  });

/** What is said of a unit and its house, whoever rents it. */
const isOfUnit = (column: Column) =>
  ['place', ...addressColumns, 'unit', 'net', 'area', 'rooms'].includes(column);

const isZero = (read: ReturnType<Readers['cents']>) => read.ok && read.cents === 0;

function askingRent(row: Row, readers: Readers, wrong: Wrong): number | null {
  const { net } = row.cells;
  return net.trim() === '' || isZero(readers.cents(net)) ? null : readCents(row, 'net', readers, wrong);
}

function readCents(row: Row, column: 'net' | 'costs', { cents }: Readers, wrong: Wrong): number {
  const read = cents(row.cells[column]);
  if (!read.ok) wrong(column, read.reason);
  else if (read.cents < 0) wrong(column, 'negative');
  return read.ok ? read.cents : 0;
}

function readLease(
  row: Row,
  asked: readonly Column[],
  readers: Readers,
  { known, wrong }: { known: Known; wrong: Wrong },
): ReadHome['lease'] {
  const { cells } = row;
  const tenant = cells.tenant.trim();
  if (!isFilled(row, asked)) {
    wrong('tenant', 'required');
    return null;
  }
  if (tenant === '') wrong('tenant', 'required');
  const people = peopleIn(tenant);
  if (people === null) wrong('tenant', 'people_unclear');
  else if (people.length > MOST_PEOPLE) wrong('tenant', 'too_many_people');
  const amount = (column: 'net' | 'costs') => readCents(row, column, readers, wrong);
  const start = readers.day(cells.startsOn);
  if (!start.ok) wrong('startsOn', start.reason);
  const startsOn = start.ok ? start.day : null;
  const contacts = contactsOf(row, asked, people?.length ?? 0, wrong);
  return {
    tenants: tenantsOf(people ?? [], contacts, row, known),
    startsOn: startsOn ?? '',
    netCents: amount('net'),
    costsCents: asked.includes('costs') && cells.costs.trim() !== '' ? amount('costs') : null,
    vatRateBp: (row.hasVat && readers.vatBp(kindOf(row))) || 0,
    persons: asked.includes('persons') ? personsOf(cells.persons, wrong) : null,
    openingBalanceCents: openingOf(row, startsOn, asked, readers, wrong),
    deposit: depositOf(row, startsOn, asked, readers, wrong),
  };
}

/**
 * The months that leases may be booked from when one of them has been running: this one first, then back to the first of
 * the year before, whose costs may be still to settle, or to the first start. None where all begin now or later.
 */
export function bookableMonths(
  rows: readonly Row[],
  day: Readers['day'],
  today: CalendarDate,
): [Month, ...Month[]] | null {
  const starts = rows.flatMap(({ cells }) => {
    const read = day(cells.startsOn);
    return read.ok ? [monthOf(read.day)] : [];
  });
  const current = monthOf(today);
  const lastYear = `${Number(current.slice(0, 4)) - 1}-01`;
  const [first] = starts.sort();
  if (first === undefined || first >= current) return null;
  const [, ...before] = eachMonth(first < lastYear ? lastYear : first, current).toReversed();
  return [current, ...before];
}

/** Homes of one place, called the same, in the order of their first rows. */
export function groupByPlace(homes: readonly ReadHome[]): ReadHome[][] {
  return [...Map.groupBy(homes, ({ place }) => place.toLocaleLowerCase()).values()];
}

/**
 * How many of the rows one entry takes: all, or as many of the first as it has room for without parting a place, which
 * would become two of one name.
 */
export function firstEntry(rows: readonly Row[], most: number): number {
  if (rows.length <= most) return rows.length;
  const places = rows.map(({ cells }) => cells.place.trim().toLocaleLowerCase());
  let [whole, last] = [0, -1];
  for (const [index, place] of places.slice(0, most).entries()) {
    last = Math.max(last, place === '' ? index : places.lastIndexOf(place));
    if (last <= index) whole = index + 1;
  }
  return whole === 0 ? most : whole;
}

/** The rows with a table pasted into them, from one cell on; a column of kinds says what each unit is. */
export function withTable(
  rows: readonly Row[],
  asked: readonly Column[],
  at: { row: number; column: Column },
  pasted: readonly (readonly string[])[],
  newRow: () => Row,
): Row[] {
  const hasNames = asked.includes('unit') && asked.indexOf(at.column) <= asked.indexOf('unit');
  const taken = hasNames ? takeKinds(pasted) : null;
  // Who stands below somebody is somebody else.
  const written = (column: Column, cell: string) => cell.split('\n').join(column === 'tenant' ? '; ' : ' ');
  const all = withPasted(rows, asked, at, taken?.cells ?? pasted, newRow, written);
  return all.map((row, index) => ({ ...row, kind: taken?.kinds[index - at.row] ?? row.kind }));
}

/**
 * Where rows of a table go once it is known that there are several of them: where they were pasted, as far as they fit,
 * else from the first column on.
 */
export function placeOfPasted(
  pasted: readonly (readonly string[])[],
  column: Column,
  asked: readonly Column[],
): Column {
  const widest = Math.max(...(takeKinds(pasted)?.cells ?? pasted).map((row) => row.length));
  const fits = asked.indexOf(column) + widest <= asked.length;
  return fits ? column : (asked[0] ?? column);
}
