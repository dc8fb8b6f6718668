import type { UnitKind } from '@/domain/vocabulary';
import { streetLine } from '@/i18n/regions';
import { placeNames } from './address-rules';
import { type Column, emptyCells, type Row } from './column-rules';
import { kindIn, kindNamed } from './kind-rules';
import { peopleIn } from './people-rules';

/** What a column of somebody's own list holds; a balance may be either way round, so it is asked about. */
export type Meaning = Column | 'room' | 'houseNumber' | 'kind' | 'firstName' | 'lastName' | 'balance';

/** How people head the columns of their lists, in small letters and with nothing but letters, without units and days. */
const heads: Record<Meaning, string> = {
  place:
    'immobilie, objekt, objektname, objektbezeichnung, haus, gebäude, liegenschaft, property, property name, building, building name, house',
  street:
    'straße, strasse, str, straße hausnummer, strasse hausnummer, straße und hausnummer, straße und nummer, straße nummer, strasse und nummer, strasse nummer, strasse und hausnummer, straße hausnr, strasse hausnr, straße haus nr, straße nr, strasse nr, str nr, str hausnr, str hnr, adresse, anschrift, objektadresse, objektanschrift, adresse des objekts, straße objekt, address, property address, street, street address, street and number, street name, address line',
  houseNumber: 'hausnummer, hausnr, haus nr, hnr, hs nr, house number, house no, street number, street no',
  postalCode:
    'plz, postleitzahl, plz objekt, zip, zip code, zipcode, postal code, postcode, post code, eircode',
  city: 'ort, stadt, stadt ort, objektort, gemeinde, plz ort, ort plz, plz und ort, plz stadt, postleitzahl ort, postleitzahl und ort, city, town, city town, town city, postcode city, postcode and city, postcode town, zip city',
  unit: 'einheit, wohneinheit, mieteinheit, we, wohnung, wohnung nr, wohnungs nr, wohnungsnr, wohnungsnummer, whg, whg nr, lage, lage der wohnung, top, unit, unit no, unit number, flat, flat no, apartment, apt, apartment no, apartment number',
  room: 'wg zimmer, zimmernummer, zimmer nummer, zimmernr, zimmer nr, room, room no, room number, room name',
  kind: 'art, typ, nutzung, nutzungsart, objektart, art der einheit, kind, type, use, unit type',
  tenant:
    'mieter, mieterin, mieter in, mieter innen, mieter innen name, mietername, mieter name, name vorname, nachname vorname, vorname nachname, name des mieters, name mieter, mietpartei, mieterpartei, name, namen, tenant, tenants, tenant s, tenant name, name of tenant, renter, lessee',
  firstName: 'vorname, vornamen, first name, firstname, given name',
  lastName: 'nachname, familienname, last name, lastname, surname, family name',
  startsOn:
    'mietbeginn, beginn, vertragsbeginn, mietvertragsbeginn, beginn mietverhältnis, beginn des mietverhältnisses, beginn mietvertrag, einzug, einzugsdatum, eingezogen am, seit, mieter seit, mietverhältnis seit, vertrag seit, mietvertrag seit, since, lease since, tenant since, start, start date, lease start, lease start date, start of lease, lease from, lease begins, move in, move in date, moved in',
  net: 'kaltmiete, nettokaltmiete, netto kaltmiete, nettomiete, grundmiete, miete, miete kalt, miete netto, kalt, monatsmiete, nkm, hauptmietzins, hmz, hmz netto, nettomietzins, mietzins netto, rent, net rent, rent net, base rent, basic rent, cold rent, current rent',
  costs:
    'nebenkosten, nebenkostenvorauszahlung, nebenkosten vorauszahlung, nebenkostenvorausz, nk, nk vorausz, nk akonto, akonto nk, nk vorauszahlung, nk vz, vorauszahlung, vorauszahlung nebenkosten, vorauszahlung nk, vorauszahlung betriebskosten, betriebskosten, betriebskostenvorauszahlung, betriebskosten vorauszahlung, bk, bk vorauszahlung, bk vz, akonto, akonto nebenkosten, operating costs, operating costs advance, advance on operating costs, operating cost advance, service charge, service charges, utilities, utilities advance, ancillary costs, additional costs',
  email:
    'e mail, email, mail, e mail adresse, emailadresse, mailadresse, mail adresse, e mails, emails, e mail mieter, e mail address, email address, mail address, tenant email, tenant e mail',
  phone:
    'tel, tel nr, telnr, telefon, telefone, telefonnummer, telefonnummern, telefonnr, telefon nr, telefon nummer, telefon mobil, telefon festnetz, rufnummer, festnetz, festnetznummer, mobil, mobilnummer, mobil nr, mobilnr, mobiltelefon, mobilfunk, handy, handynummer, handynr, handy nr, natel, phone, phone number, phone no, phones, telephone, telephone number, telephone no, mobile, mobile number, mobile no, mobile phone, cell, cell phone, cellphone, landline, tenant phone',
  iban: 'iban, iban mieter, iban des mieters, mieter iban, iban tenant, tenant iban, payer iban',
  persons:
    'personen, person, pers, personenzahl, personenanzahl, anzahl personen, anz personen, anzahl pers, anzahl der personen, zahl der personen, personen im haushalt, personen haushalt, haushaltsgröße, haushaltsgrösse, haushalt, bewohner, bewohnerzahl, anzahl bewohner, köpfe, persons, people, occupants, residents, no of persons, no of people, no of occupants, number of persons, number of people, number of occupants, persons in household, persons in the household, people in household, household, household size',
  area: 'fläche, wohnfläche, wohnfläche ca, wohnfl, wohnungsfläche, nutzfläche, mietfläche, wfl, größe, grösse, wohnungsgröße, quadratmeter, area, living area, floor area, floor space, living space, size, square metres, square meters, square feet, square footage',
  rooms:
    'zimmer, zi, zimmerzahl, zimmeranzahl, anzahl zimmer, anz zimmer, rooms, number of rooms, no of rooms',
  deposit:
    'kaution, mietkaution, mietsicherheit, kaution vereinbart, vereinbarte kaution, kaution soll, kautionssoll, kautionshöhe, höhe der kaution, höhe kaution, kautionsbetrag, kautionssumme, depot, mietzinsdepot, mietkautionsdepot, depot vereinbart, deposit, deposit agreed, agreed deposit, deposit amount, security deposit, security deposit agreed, rent deposit, rental deposit, tenancy deposit',
  depositHeld:
    'kaution erhalten, erhaltene kaution, kaution erhalten am, kaution gezahlt, gezahlte kaution, kaution gezahlt am, kaution bezahlt, bezahlte kaution, kaution bezahlt am, kaution eingezahlt, kaution eingezahlt am, eingezahlte kaution, kaution geleistet, geleistete kaution, kaution hinterlegt, hinterlegte kaution, kaution eingegangen, kaution eingegangen am, kaution vorhanden, kaution ist, depot erhalten, depot bezahlt, deposit received, deposit received on, received deposit, deposit held, held deposit, deposit paid, deposit paid on, paid deposit, security deposit received, security deposit held, security deposit paid',
  arrears:
    'rückstand, rückstände, mietrückstand, mietrückstände, zahlungsrückstand, rückständig, rückständige miete, mietschulden, schulden, schuldet, offen, noch offen, offene miete, offene mieten, offene posten, offener betrag, ausstehend, ausstand, ausstände, arrears, rent arrears, arrears of rent, owed, owes, amount owed, rent owed, owing, outstanding, amount outstanding, outstanding rent, outstanding amount, open, amount due, past due, rent due, balance due, overdue',
  credit:
    'guthaben, mietguthaben, mieterguthaben, guthaben mieter, überzahlung, überzahlt, zu viel gezahlt, zuviel gezahlt, vorausgezahlt, credit, credits, tenant credit, in credit, credit balance, overpaid, overpayment, paid in advance, prepaid',
  balance:
    'saldo, salden, kontosaldo, mietsaldo, mieter saldo, saldo mietkonto, saldo mieterkonto, kontostand, mietkonto, mieterkonto, mietkontostand, kontostand mieter, stand, stand mietkonto, vortrag, saldovortrag, saldo vortrag, anfangssaldo, anfangsbestand, eröffnungssaldo, rückstand guthaben, guthaben rückstand, rückstand oder guthaben, plus minus, balance, account balance, balances, rent balance, tenant balance, account, rent account, opening balance, starting balance, balance brought forward, brought forward, carried forward, arrears credit, credit arrears, arrears or credit',
};

const meanings = new Map<string, Meaning>(
  Object.entries(heads).flatMap(([meaning, words]) =>
    isMeaning(meaning) ? words.split(', ').map((word) => [word, meaning] as const) : [],
  ),
);

function isMeaning(word: string): word is Meaning {
  return word in heads;
}

const day = /\b(?:per|zum|am|vom|stand|bis|as of|as at|on|until)?\s*\d{1,4}[./-]\d{1,2}[./-]?(?:\d{2,4})?/g;
const units =
  /(?:(?<!\p{L})(?:in\s+)?(?:€|eur|euro|chf|fr|usd|gbp|\$|£|m²|m2|qm|sqm|sq\.? ?m|sq\.? ?ft|sqft|ft²|ft2|pro monat|im monat|je monat|monatlich|mtl|mon|a month|per month|monthly|pcm|p\.? ?m)|\/ ?(?:monat|mon|month|mo))(?!\p{L})\.?/gu;

/** What a head may say of the figures below it, and how a cell says the same. */
const areaSigns: readonly [RegExp, string][] = [
  [/(?<!\p{L})(?:m²|m2|qm|sqm|sq\.? ?m|quadratmeter|square met(?:er|re)s?)(?!\p{L})/u, 'm²'],
  [/(?<!\p{L})(?:sq\.? ?ft|sqft|ft²|ft2|square f(?:ee|oo)t(?:age)?)(?!\p{L})/u, 'sq ft'],
];
const currencySigns: readonly [RegExp, string][] = [
  [/(?<!\p{L})(?:€|eur|euro)(?!\p{L})/u, '€'],
  [/(?<!\p{L})(?:chf|fr)(?!\p{L})/u, 'CHF'],
  [/(?<!\p{L})(?:\$|usd)(?!\p{L})/u, '$'],
  [/(?<!\p{L})(?:£|gbp)(?!\p{L})/u, '£'],
];
const signIn = (said: string, signs: typeof areaSigns) =>
  signs.find(([written]) => written.test(said))?.[1] ?? null;

/** Of these a figure is one of them, `Haus 1`, and no head of a column. */
const numbered = new Set<Meaning>(['place', 'unit', 'room', 'kind']);
/** And of these where it stands first, `3 Zimmer`: `Personen 2026` says as of when. */
const counted = new Set<Meaning>(['rooms', 'persons', 'area']);
const perMonth = new Set<Meaning>(['net', 'costs']);
const amounts = new Set<Meaning>([...perMonth, 'deposit', 'depositHeld', 'arrears', 'credit', 'balance']);

const asSaid = (head: string) => head.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** What its words mean, whatever figures stand beside them. */
function calledSo(said: string): Meaning | null {
  const words = said
    .replaceAll(day, ' ')
    .replaceAll(units, ' ')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  if (words !== '') return meanings.get(words) ?? null;
  return signIn(said, areaSigns) !== null && !/(?:€|eur|euro|chf|fr\.?|usd|gbp|\$|£) ?\//.test(said)
    ? 'area'
    : null;
}

const isCounted = (said: string) => {
  const meaning = calledSo(said);
  if (meaning === null) return false;
  const bare = said.replaceAll(units, ' ');
  return (numbered.has(meaning) && /\d/.test(bare)) || (counted.has(meaning) && /^\P{L}*\d/u.test(bare));
};

/** A year, or from one day to another: what is below is no amount of a month. `2024/25` is no day. */
function isOfPeriod(said: string): boolean {
  const days = said.match(day) ?? [];
  const [first, second] = (days[0]?.match(/\d+/g) ?? []).map(Number);
  const isYears = days[0]?.match(/\d+/g)?.length === 2 && Math.min(first ?? 0, second ?? 0) > 12;
  return days.length > 1 || isYears || /\d/.test(said.replaceAll(day, ' ').replaceAll(units, ' '));
}

/** What a column holds by its head; null where nobody here calls one so. */
export function meaningOf(head: string): Meaning | null {
  const said = asSaid(head);
  const meaning = calledSo(said);
  if (meaning === null || isCounted(said)) return null;
  if (meaning !== 'area' && signIn(said, areaSigns) !== null) return null;
  return perMonth.has(meaning) && isOfPeriod(said) ? null : meaning;
}

/** Whether a row of cells names the columns below it: two of its cells do, and none is a figure or has one of its own. */
export function isHeadRow(cells: readonly string[]): boolean {
  const known = new Set(cells.map(meaningOf).filter((one) => one !== null));
  const isData = (cell: string) => (/\d/.test(cell) && !/\p{L}/u.test(cell)) || isCounted(asSaid(cell));
  return known.size > 1 && !cells.some(isData);
}

/** A figure that says nothing of what it counts in says what its head does. */
function withSign(cell: string, head: string, meaning: Meaning): string {
  const signs = meaning === 'area' ? areaSigns : amounts.has(meaning) ? currencySigns : [];
  const sign = signIn(asSaid(head), signs);
  const isDay = /^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/.test(cell);
  return sign !== null && !isDay && /^[-−]?\s*\d[\d\s.,'’]*(?:[.,][-–—]{1,2})?$/.test(cell)
    ? `${cell} ${sign}`
    : cell;
}

export type Balance = { head: string; values: string[] };

/** A table with heads: what each row says by column, and what became of its columns. */
export type HeadedTable = {
  rows: { cells: Partial<Row['cells']>; kind: UnitKind | null }[];
  taken: { number: number; head: string; column: Column | 'kind' }[];
  /** Columns for which there is no place: by their heads, and by their numbers where they have none. */
  left: (string | number)[];
  /** The first column that may be owed or credit: somebody has to say which. */
  balance: Balance | null;
};

/** Nothing, as spreadsheets write it in a column of amounts. */
const isNothing = (cell: string) => /^\s*[-–—]?\s*[€$£]?\s*$/.test(cell);

/** `Mieter 2` beside `Mieter 1`, or beside `Mieter`: the same but for its figure. */
function isNext(meaning: Meaning, head: string, first = ''): boolean {
  const [said, before] = [head, first].map((one) => asSaid(one).replaceAll(/\d|[^\p{L}]/gu, ''));
  return meaning === 'tenant' && asSaid(head) !== asSaid(first) && said === before;
}

/** Several columns of these are one: a telephone and a mobile. */
const several = new Set<Meaning>(['email', 'phone', 'iban']);

/**
 * A table by its heads, wherever its columns stand. Of two columns that mean the same the first counts, and the other is
 * named as left; so is what `asked` has no place for.
 */
export function readHeaded(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isAsked: (column: Column) => boolean,
  country: string | null,
): HeadedTable {
  const places = new Map<Meaning, number[]>();
  const taken: HeadedTable['taken'] = [];
  const left: HeadedTable['left'] = [];
  const hasStreets = isAsked('street') && head.some((cell) => meaningOf(cell) === 'street');
  const hasUnits = head.some((cell) => meaningOf(cell) === 'unit');
  const hasNames = head.some((cell) => meaningOf(cell) === 'firstName');
  for (const [index, cell] of head.entries()) {
    const found = meaningOf(cell);
    // Beside a first name, the name is the last one; where rooms are what is let, they are named and not counted.
    const isOther = hasNames && found === 'tenant' && !head.some(isLastName);
    const isRoom = (row: readonly string[]) => kindNamed(row[index] ?? '') === 'room';
    const isNamed =
      found === 'rooms' &&
      rows.some(isRoom) &&
      (!hasUnits || rows.every((row) => isRoom(row) || isNothing(row[index] ?? '')));
    const meaning = isOther ? 'lastName' : isNamed ? 'room' : found;
    const before = meaning === null ? undefined : places.get(meaning);
    const isTaken =
      meaning !== null &&
      (before === undefined || several.has(meaning) || isNext(meaning, cell, head[before[0] ?? 0])) &&
      (isPart(meaning) ? meaning !== 'houseNumber' || hasStreets : isAsked(meaning)) &&
      (meaning !== 'room' || isAsked('unit')) &&
      (meaning !== 'kind' || rows.some((row) => kindIn(row[index] ?? '') !== null));
    if (!isTaken) {
      if (cell !== '') left.push(cell);
      continue;
    }
    places.set(meaning, [...(before ?? []), index]);
    if (meaning === 'balance') continue;
    taken.push({ number: index + 1, head: cell, column: columnOf(meaning) });
  }
  const width = Math.max(...[head, ...rows].map((row) => row.length));
  for (let index = 0; index < width; index += 1) {
    const isFilled = rows.some((row) => !isNothing(row[index] ?? ''));
    if ((head[index] ?? '') === '' && isFilled) left.push(index + 1);
  }
  const textsOf = (row: readonly string[], meaning: Meaning) =>
    (places.get(meaning) ?? [])
      .map((index) => ({ cell: row[index] ?? '', head: head[index] ?? '' }))
      .filter(({ cell }) => !isNothing(cell))
      .map((one) => withSign(one.cell, one.head, meaning));
  const textOf = (row: readonly string[], meaning: Meaning) => textsOf(row, meaning).join('; ');
  const streetOf = (row: readonly string[]) => {
    const [street, houseNumber] = [textOf(row, 'street'), textOf(row, 'houseNumber')];
    const isWhole = houseNumber !== '' && ` ${street} `.includes(` ${houseNumber} `);
    return oneLine(isWhole ? street : streetLine({ street, houseNumber, country }), ', ');
  };
  // A room is one of its flat: of two flats each may have a first one.
  const unitOf = (row: readonly string[]) => {
    const [flat, room] = [textOf(row, 'unit'), textOf(row, 'room')];
    return oneLine(room.startsWith(flat) ? room || flat : [flat, room].filter(Boolean).join(', '), ' ');
  };
  const kindOf = (row: readonly string[]) => {
    const room = textOf(row, 'room');
    return room !== '' && kindNamed(room, 'room') === 'room' ? 'room' : null;
  };
  const [balanceAt] = places.get('balance') ?? [];
  const read = rows.map((row) => {
    const names = [textOf(row, 'lastName'), textOf(row, 'firstName')].filter(Boolean).join(', ');
    const cells: Partial<Row['cells']> = {};
    for (const { column } of taken) {
      if (column === 'tenant') cells.tenant = oneLine(textOf(row, 'tenant') || names, '; ');
      else if (column === 'street') cells.street = streetOf(row);
      else if (column === 'unit') cells.unit = unitOf(row);
      else if (column === 'phone') {
        const people = peopleIn(oneLine(textOf(row, 'tenant') || names, '; '));
        cells.phone = phonesOf(textsOf(row, 'phone'), people?.length ?? 1);
      } else if (column !== 'kind')
        cells[column] = oneLine(textOf(row, column), several.has(column) ? '; ' : ' ');
    }
    return { cells, kind: kindIn(textOf(row, 'kind')) ?? kindOf(row) };
  });
  return {
    rows: places.has('place') || !isAsked('place') ? read : withPlaces(read, country),
    ...{ taken, left },
    balance:
      balanceAt === undefined
        ? null
        : { head: head[balanceAt] ?? '', values: rows.map((row) => row[balanceAt] ?? '') },
  };
}

/** Rows of a list that names no house are of those at their addresses. */
function withPlaces(rows: HeadedTable['rows'], country: string | null): HeadedTable['rows'] {
  const names = placeNames(
    rows.map(({ cells }) => ({ cells: { ...emptyCells, ...cells } })),
    country,
  );
  return rows.map(({ cells, ...row }, index) => {
    const name = names[index] ?? '';
    return { ...row, cells: name === '' ? cells : { ...cells, place: name } };
  });
}

/** A telephone and a mobile of several people are the first one's, unless a column has one for each of them. */
function phonesOf(columns: readonly string[], people: number): string {
  const lines = columns.map((cell) => oneLine(cell, '; '));
  if (people < 2 || lines.length < 2) return lines.join('; ');
  const split = lines.map((cell) =>
    cell
      .split(/[;,]/)
      .map((part) => part.trim())
      .filter(Boolean),
  );
  const each = Array.from({ length: people }, (_, person) =>
    split.flatMap((some) =>
      some.length === people ? some.slice(person, person + 1) : person === 0 ? some : [],
    ),
  );
  return each
    .map((some) => some.join(', '))
    .join('; ')
    .trim();
}

const columnOf = (meaning: Exclude<Meaning, 'balance'>): Column | 'kind' => {
  if (meaning === 'firstName' || meaning === 'lastName') return 'tenant';
  if (meaning === 'room') return 'unit';
  return meaning === 'houseNumber' ? 'street' : meaning;
};
const isLastName = (cell: string) => meaningOf(cell) === 'lastName';
const oneLine = (text: string, between: string) => text.split('\n').join(between);
const isPart = (meaning: Meaning): meaning is Exclude<Meaning, Column> =>
  ['room', 'houseNumber', 'kind', 'firstName', 'lastName', 'balance'].includes(meaning);

/** The rows with a headed table in them, from one row on; what is missing below is added. */
export function withHeaded(
  rows: readonly Row[],
  at: number,
  table: Pick<HeadedTable, 'rows'>,
  newRow: () => Row,
): Row[] {
  const all = [...rows];
  while (all.length < at + table.rows.length) all.push(newRow());
  return all.map((row, index) => {
    const said = table.rows[index - at];
    return said ? { ...row, cells: { ...row.cells, ...said.cells }, kind: said.kind ?? row.kind } : row;
  });
}

/** A balance nobody has answered for, and the row it begins in. */
export type OpenBalance = Balance & { at: number };

/**
 * What is still to be answered once another table is in: of the rows that it says anew an earlier balance is of others, and
 * its own takes their place.
 */
export function openBalances(
  before: readonly OpenBalance[],
  at: number,
  table: Pick<HeadedTable, 'rows' | 'taken' | 'balance'> | null,
): OpenBalance[] {
  const balance = table?.balance ?? null;
  const saysWho = table?.taken.some(({ column }) => column === 'tenant' || column === 'unit') ?? false;
  const end = at + (table && (balance || saysWho) ? table.rows.length : 0);
  const kept = before.map((one) => ({
    ...one,
    values: one.values.map((value, index) => (one.at + index >= at && one.at + index < end ? '' : value)),
  }));
  return [...kept, ...(balance ? [{ ...balance, at }] : [])].filter(({ values }) => values.some(Boolean));
}

/**
 * Balances once it is said what they are above zero: below it they are the other, each without its sign. Where nothing is
 * open, nothing is said: what stands there stays.
 */
export function balanceCells(
  { head, values }: Balance,
  above: 'arrears' | 'credit',
): Partial<Pick<Row['cells'], 'arrears' | 'credit'>>[] {
  const below = above === 'arrears' ? 'credit' : 'arrears';
  const signed = /^(?:[-−–]\s*(.*)|\((.*)\)|(.*?)\s*[-−–])$/;
  return values.map((value) => {
    const said = isNothing(value) ? '' : value.replace(/^([€$£])\s*([-−–])/, '$2$1').trim();
    if (!/[1-9\p{L}]/u.test(said)) return {};
    // "350,-" and "350,--" have no cents and no sign behind.
    const parts = (/[.,][-–—]{1,2}$/.test(said) ? /^[-−–]\s*(.*)$/ : signed).exec(said);
    const bare = parts?.[1] ?? parts?.[2] ?? parts?.[3];
    return bare === undefined
      ? { [above]: withSign(said.replace(/^\+\s*/, ''), head, 'balance') }
      : { [below]: withSign(bare, head, 'balance') };
  });
}
