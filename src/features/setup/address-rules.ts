import { isNumberFirst, streetLine } from '@/i18n/regions';
import { addressColumns, type Row, type Wrong } from './column-rules';

/** Where a house is; empty where a list does not say. */
export type SaidAddress = Record<'street' | 'houseNumber' | 'postalCode' | 'city', string>;

const withTown = /^(.+?),\s*(?:(?:DE?|A|CH|L)-\s?)?(\d{4,5})\s+(\D.*)$/;
const townFirst = /^(?:(?:DE?|A|CH|L)-\s?)?(\d{4,5})\s+(\D[^,]*),\s*(.+)$/;
const town = /^(?:(?:DE?|A|CH|L)-\s?)?(\d{4,5})\s+(\D.*)$/;
const numberBehind = /^(.*\p{L}.*?),?\s+(\d+\s?\p{L}?(?:\s?[-–/+]\s?\d+\s?\p{L}?|\s?[-–/+]\s?\p{L})*)$/u;
const numberBefore = /^(\d+\p{L}?(?:[-–/]\d+\p{L}?)?),?\s+(.*\p{L}.*)$/u;

/**
 * An address as a list says it in one cell or several: `Lindenstraße 5, 10115 Berlin`, `12 Mill Lane`. Of a German postal
 * code a spreadsheet drops the leading zero, `1067` in Dresden.
 */
export function addressOf({ cells }: Pick<Row, 'cells'>, country: string | null): SaidAddress {
  const { line, ...beside } = partsOf(cells.street.trim(), country);
  const [, codeBefore = '', bareCity = cells.city.trim()] = town.exec(cells.city.trim()) ?? [];
  const [, first = line, second = ''] =
    (isNumberFirst(country) ? numberBefore : numberBehind).exec(line) ?? [];
  const [street, houseNumber] = isNumberFirst(country) && second !== '' ? [second, first] : [first, second];
  const postalCode = cells.postalCode.trim() || codeBefore || beside.postalCode;
  return {
    ...{ street, houseNumber },
    postalCode: country === 'DE' && /^\d{4}$/.test(postalCode) ? `0${postalCode}` : postalCode,
    city: bareCity || beside.city,
  };
}

/** The street of an address in one cell, and its town where it stands there, too. */
function partsOf(text: string, country: string | null) {
  const nothing = { line: text, postalCode: '', city: '' };
  if (country === 'US') return nothing;
  const [, line, postalCode = '', city = ''] = withTown.exec(text) ?? [];
  if (line !== undefined) return { line, postalCode, city };
  const [, code = '', place = '', behind] = townFirst.exec(text) ?? [];
  return behind === undefined ? nothing : { line: behind, postalCode: code, city: place };
}

/**
 * What houses are called of which a list knows no more than where they are: by street and number, and by the town
 * besides where another has the same.
 */
export function placeNames(rows: readonly Pick<Row, 'cells'>[], country: string | null): string[] {
  const all = rows.map((row) => addressOf(row, country));
  const lineOf = (one: SaidAddress) => streetLine({ ...one, country }) || one.city;
  return all.map((own) => {
    // However it is abbreviated, a house is called as it is written first.
    const one =
      all.find(
        (other) =>
          same(lineOf(other), lineOf(own)) &&
          (own.city === '' || other.city === '' || same(other.city, own.city)),
      ) ?? own;
    const line = lineOf(one);
    const isElsewhere = all.some(
      (other) => same(lineOf(other), line) && other.city !== '' && !same(other.city, one.city),
    );
    return isElsewhere && one.city !== '' && line !== one.city ? `${line}, ${one.city}` : line;
  });
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/str(?:aße|asse)?(?!\p{L})/gu, 'str')
    .replaceAll(/[^\p{L}\d]/gu, '');
const same = (a: string, b: string) => bare(a) === bare(b);

/** What a row says of the house that rows before it have said otherwise: rows of one house have one address. */
export function checkAddress(
  own: SaidAddress,
  before: SaidAddress,
  country: string | null,
  wrong: Wrong,
): void {
  if (country === 'DE' && own.postalCode !== '' && !/^\d{5}$/.test(own.postalCode)) {
    wrong('postalCode', 'postal_code');
  }
  for (const column of addressColumns) {
    const [said, known] = [own, before].map((one) =>
      column === 'street' ? `${one.street} ${one.houseNumber}`.trim() : one[column],
    );
    if (said && known && !same(said, known)) wrong(column, 'other_address');
  }
}

/** What is known of a house by all of its rows: of each part the first that says it. */
export function joinAddresses(before: SaidAddress | undefined, own: SaidAddress): SaidAddress {
  if (before === undefined) return own;
  const { street, houseNumber } = before.street === '' ? own : before;
  return {
    ...{ street, houseNumber },
    postalCode: before.postalCode || own.postalCode,
    city: before.city || own.city,
  };
}
