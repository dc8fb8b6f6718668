import type { UnitKind } from '@/domain/vocabulary';
import type { Column, Row } from './column-rules';
import { kindCalled } from './kind-rules';

/** What a column of somebody's own list holds; a balance may be either way round, so it is asked about. */
export type Meaning = Column | 'kind' | 'firstName' | 'lastName' | 'balance';

/** How people head the columns of their lists, in small letters and with nothing but letters, without units and days. */
const heads: Record<Meaning, string> = {
  place:
    'immobilie, objekt, haus, gebäude, liegenschaft, objektadresse, adresse, anschrift, straße, strasse, property, building, house, address, property address, street',
  unit: 'einheit, wohneinheit, mieteinheit, we, wohnung, wohnung nr, wohnungsnr, wohnungsnummer, whg, whg nr, lage, lage der wohnung, top, unit, unit no, unit number, flat, flat no, apartment, apt, apartment no, apartment number',
  kind: 'art, typ, nutzung, nutzungsart, objektart, art der einheit, kind, type, use, unit type',
  tenant:
    'mieter, mieterin, mieter in, mieter innen, mieter innen name, mietername, mieter name, name des mieters, name mieter, mietpartei, mieterpartei, name, namen, tenant, tenants, tenant s, tenant name, name of tenant, renter, lessee',
  firstName: 'vorname, vornamen, first name, firstname, given name',
  lastName: 'nachname, familienname, last name, lastname, surname, family name',
  startsOn:
    'mietbeginn, beginn, vertragsbeginn, mietvertragsbeginn, beginn mietverhältnis, beginn des mietverhältnisses, beginn mietvertrag, einzug, einzugsdatum, eingezogen am, seit, mieter seit, mietverhältnis seit, vertrag seit, mietvertrag seit, since, lease since, tenant since, start, start date, lease start, lease start date, start of lease, lease from, lease begins, move in, move in date, moved in',
  net: 'kaltmiete, nettokaltmiete, netto kaltmiete, nettomiete, grundmiete, miete, miete kalt, miete netto, kalt, monatsmiete, hauptmietzins, nettomietzins, mietzins netto, rent, net rent, rent net, base rent, basic rent, cold rent, current rent',
  costs:
    'nebenkosten, nebenkostenvorauszahlung, nebenkosten vorauszahlung, nebenkostenvorausz, nk, nk vorauszahlung, nk vz, vorauszahlung, vorauszahlung nebenkosten, vorauszahlung nk, vorauszahlung betriebskosten, betriebskosten, betriebskostenvorauszahlung, betriebskosten vorauszahlung, bk, bk vorauszahlung, bk vz, akonto, akonto nebenkosten, operating costs, operating costs advance, advance on operating costs, operating cost advance, service charge, service charges, utilities, utilities advance, ancillary costs, additional costs',
  email:
    'e mail, email, mail, e mail adresse, emailadresse, mailadresse, mail adresse, e mails, emails, e mail mieter, e mail address, email address, mail address, tenant email, tenant e mail',
  phone:
    'tel, tel nr, telnr, telefon, telefone, telefonnummer, telefonnummern, telefonnr, telefon nr, telefon nummer, telefon mobil, telefon festnetz, rufnummer, festnetz, festnetznummer, mobil, mobilnummer, mobil nr, mobilnr, mobiltelefon, mobilfunk, handy, handynummer, handynr, handy nr, natel, phone, phone number, phone no, phones, telephone, telephone number, telephone no, mobile, mobile number, mobile no, mobile phone, cell, cell phone, cellphone, landline, tenant phone',
  iban: 'iban, iban mieter, iban des mieters, mieter iban, iban tenant, tenant iban, payer iban',
  persons:
    'personen, person, pers, personenzahl, personenanzahl, anzahl personen, anz personen, anzahl der personen, zahl der personen, personen im haushalt, personen haushalt, haushaltsgröße, haushaltsgrösse, haushalt, bewohner, bewohnerzahl, anzahl bewohner, köpfe, persons, people, occupants, residents, no of persons, no of people, no of occupants, number of persons, number of people, number of occupants, persons in household, persons in the household, people in household, household, household size',
  area: 'fläche, wohnfläche, wohnungsfläche, nutzfläche, mietfläche, wfl, größe, grösse, wohnungsgröße, quadratmeter, area, living area, floor area, floor space, living space, size, square metres, square meters, square feet, square footage',
  rooms:
    'zimmer, zi, zimmerzahl, zimmeranzahl, anzahl zimmer, anz zimmer, rooms, number of rooms, no of rooms',
  deposit:
    'kaution, mietkaution, mietsicherheit, kaution vereinbart, vereinbarte kaution, kaution soll, kautionssoll, kautionshöhe, höhe der kaution, höhe kaution, kautionsbetrag, kautionssumme, depot, mietzinsdepot, mietkautionsdepot, depot vereinbart, deposit, deposit agreed, agreed deposit, deposit amount, security deposit, security deposit agreed, rent deposit, rental deposit, tenancy deposit',
  depositHeld:
    'kaution erhalten, erhaltene kaution, kaution erhalten am, kaution gezahlt, gezahlte kaution, kaution gezahlt am, kaution bezahlt, bezahlte kaution, kaution bezahlt am, kaution eingezahlt, kaution eingezahlt am, eingezahlte kaution, kaution geleistet, geleistete kaution, kaution hinterlegt, hinterlegte kaution, kaution eingegangen, kaution eingegangen am, kaution vorhanden, kaution ist, depot erhalten, depot bezahlt, deposit received, deposit received on, received deposit, deposit held, held deposit, deposit paid, deposit paid on, paid deposit, security deposit received, security deposit held, security deposit paid',
  arrears:
    'rückstand, rückstände, mietrückstand, mietrückstände, zahlungsrückstand, rückständig, rückständige miete, mietschulden, schulden, schuldet, offen, noch offen, offene miete, offene mieten, offene posten, offener betrag, ausstehend, ausstand, ausstände, arrears, rent arrears, arrears of rent, owed, owes, amount owed, rent owed, owing, outstanding, amount outstanding, outstanding rent, outstanding amount, open, amount due, rent due, balance due, overdue',
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
  /(?<!\p{L})(?:in\s+)?(?:€|eur|euro|chf|fr|usd|gbp|\$|£|m²|m2|qm|sqm|sq\.? ?m|sq\.? ?ft|sqft|pro monat|im monat|je monat|\/ ?monat|monatlich|mtl|mon|a month|per month|monthly|pcm|p\.? ?m)(?!\p{L})\.?/gu;

const isAreaUnit = /^(?:m²|m2|qm|sqm|sq\.? ?m|sq\.? ?ft|sqft)(?!\p{L})/u;

/** What a column holds by its head; null where nobody here calls one so. */
export function meaningOf(head: string): Meaning | null {
  const said = head.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const bare = said.replaceAll(day, ' ').replaceAll(units, ' ');
  const words = bare.replaceAll(/[^\p{L}]+/gu, ' ').trim();
  if (words === '') return isAreaUnit.test(said) ? 'area' : null;
  return meanings.get(words) ?? null;
}

/** Whether a row of cells names the columns below it: two of its cells do, and none is a figure. */
export function isHeadRow(cells: readonly string[]): boolean {
  const known = new Set(cells.map(meaningOf).filter((one) => one !== null));
  return known.size > 1 && cells.every((cell) => /\p{L}/u.test(cell) || !/\d/.test(cell));
}

export type Balance = { head: string; values: string[] };

/** A table with heads: what each row says by column, and what became of its columns. */
export type HeadedTable = {
  rows: { cells: Partial<Row['cells']>; kind: UnitKind | null }[];
  taken: { head: string; column: Column | 'kind' }[];
  /** Columns for which there is no place. */
  left: string[];
  /** The first column that may be owed or credit: somebody has to say which. */
  balance: Balance | null;
};

/** Nothing, as spreadsheets write it in a column of amounts. */
const isNothing = (cell: string) => /^\s*[-–—]?\s*[€$£]?\s*$/.test(cell);

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
): HeadedTable {
  const places = new Map<Meaning, number[]>();
  const taken: HeadedTable['taken'] = [];
  const left: string[] = [];
  const hasNames = head.some((cell) => meaningOf(cell) === 'firstName');
  for (const [index, cell] of head.entries()) {
    const found = meaningOf(cell);
    // Beside a first name, the name is the last one.
    const meaning = hasNames && found === 'tenant' && !head.some(isLastName) ? 'lastName' : found;
    const before = meaning === null ? undefined : places.get(meaning);
    const isTaken =
      meaning !== null &&
      (before === undefined || several.has(meaning)) &&
      (isPart(meaning) || isAsked(meaning));
    if (!isTaken) {
      if (cell !== '') left.push(cell);
      continue;
    }
    places.set(meaning, [...(before ?? []), index]);
    if (meaning === 'balance') continue;
    taken.push({
      head: cell,
      column: meaning === 'firstName' || meaning === 'lastName' ? 'tenant' : meaning,
    });
  }
  const textOf = (row: readonly string[], meaning: Meaning) =>
    (places.get(meaning) ?? [])
      .map((index) => row[index] ?? '')
      .filter((cell) => !isNothing(cell))
      .join('; ');
  const [balanceAt] = places.get('balance') ?? [];
  return {
    rows: rows.map((row) => {
      const names = [textOf(row, 'lastName'), textOf(row, 'firstName')].filter(Boolean).join(', ');
      const cells: Partial<Row['cells']> = {};
      for (const { column } of taken) {
        if (column === 'tenant') cells.tenant = oneLine(textOf(row, 'tenant') || names, '; ');
        else if (column !== 'kind')
          cells[column] = oneLine(textOf(row, column), several.has(column) ? '; ' : ' ');
      }
      return { cells, kind: kindCalled(textOf(row, 'kind')) };
    }),
    ...{ taken, left },
    balance:
      balanceAt === undefined
        ? null
        : { head: head[balanceAt] ?? '', values: rows.map((row) => row[balanceAt] ?? '') },
  };
}

const isLastName = (cell: string) => meaningOf(cell) === 'lastName';
const oneLine = (text: string, between: string) => text.split('\n').join(between);
const isPart = (meaning: Meaning): meaning is Exclude<Meaning, Column> =>
  ['kind', 'firstName', 'lastName', 'balance'].includes(meaning);

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

/** Balances once it is said what they are above zero: below it they are the other, each without its sign. */
export function balanceCells(
  { values }: Balance,
  above: 'arrears' | 'credit',
): Pick<Row['cells'], 'arrears' | 'credit'>[] {
  const below = above === 'arrears' ? 'credit' : 'arrears';
  const signed = /^(?:[-−–]\s*(.*)|\((.*)\)|(.*?)\s*[-−–])$/;
  return values.map((value) => {
    const said = isNothing(value) ? '' : value.replace(/^([€$£])\s*([-−–])/, '$2$1').trim();
    const parts = signed.exec(said);
    const bare = parts?.[1] ?? parts?.[2] ?? parts?.[3];
    const none = { arrears: '', credit: '' };
    if (bare === undefined) return { ...none, [above]: said.replace(/^\+\s*/, '') };
    // "350,-" has no cents and no sign.
    if (/[.,]$/.test(bare)) return { ...none, [above]: said };
    return { ...none, [below]: bare };
  });
}
