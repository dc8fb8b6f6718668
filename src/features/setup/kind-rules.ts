import { isDwelling } from '@/domain/dwelling';
import type { Jurisdiction, PropertyKind, UnitKind } from '@/domain/vocabulary';

/** What says of a name that somebody lives there, whatever else stands in it: a flat in the cellar is a flat. */
const dwelling = /wohnung|\bwhg\b|appartement|apartment|flat\b|maisonette|penthouse/i;
const aRoom = String.raw`(?:(?:dach|gäste|schlaf|eck|studenten|einzel|doppel|bed)?(?:zimmer|room)|zi\.?)`;
/** One room of several, whatever the flat before it is called: `Zimmer 2`, `Flat 3, Room B`. */
const roomOfSeveral = new RegExp(
  String.raw`(?<!\p{L})${aRoom}(?:\s*(?:(?:nr|no)\.?|#)?\s*\d{1,3}\p{L}?|\s+\p{L})$`,
  'iu',
);
/** A room by itself; `3 Zimmer` and `two-room` say how many a flat has. */
const howMany =
  '(?:one|two|three|four|five|six|seven|eight|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht)(?:einhalb)?|anderthalb)';
const room = new RegExp(String.raw`(?<!\p{L}|(?:\d|½|(?<!\p{L})${howMany})[\s,.-]*)${aRoom}(?!\p{L})`, 'iu');
const named: readonly [UnitKind, RegExp][] = [
  ['parking', /stellpl|parkpl|garage|carport|duplexparker|parking|car space/i],
  ['commercial', /\bladen|geschäft|gewerbe|\bbüro|praxis|werkstatt|\bshop\b|\bstore\b|\boffice|workshop/i],
  ['storage', /\blager|abstellraum|kellerraum|\bstorage|lock-up/i],
];

/** `Zimmer 2` of a flat, or with a parking space. */
const whatIsBeside = /[,+(]|\b(?:mit|with|und|and|plus|in)\b/i;

function kindSaid(name: string): UnitKind | null {
  const other = named.find(([, words]) => words.test(name))?.[0] ?? null;
  const [itself = ''] = name.split(whatIsBeside);
  if (itself !== name && other !== 'commercial' && kindSaid(itself) === 'room') return 'room';
  if (other === null && roomOfSeveral.test(name.trim())) return 'room';
  if (dwelling.test(name)) return 'apartment';
  return other ?? (room.test(name) ? 'room' : null);
}

/** What a unit is by its name, until somebody says otherwise: a shop, a garage, else what it usually is. */
export const kindNamed = (name: string, usual: UnitKind = 'apartment'): UnitKind => kindSaid(name) ?? usual;

/** How people call a kind in a column of their own. A last name is none of them, as Keller would be. */
const called: readonly [UnitKind, RegExp][] = [
  ['apartment', /^(wohnung|whg\.?|appartement|apartment|flat)$/i],
  ['house', /^(haus|house)$/i],
  [
    'room',
    /^(?:((wg|gäste|studenten)[- ]?|(möbl\.|möbliertes) |einzel|doppel)?(zimmer|zi\.?)|(furnished |single |double )?(bed)?room)$/i,
  ],
  ['commercial', /^(gewerbe|laden|büro|praxis|commercial|shop|store|office)$/i],
  ['parking', /^((tief)?garage|stellplatz|carport|parking( space| spot)?|garage (oder|or) .+)$/i],
  ['storage', /^(lager|storage)$/i],
  ['other', /^(sonstiges|other)$/i],
];

const kindCalled = (cell: string): UnitKind | null =>
  called.find(([, words]) => words.test(cell.trim()))?.[0] ?? null;

/** A house or a part of one: a garage beside it, or shops in it, make no garage or shop of the flat. */
const lived = /wohn|whg|haus\b|house|\b[em]fh\b|\bdhh\b|zimmer|\bzi\b|\bzkb\b|\bbed/i;
const whatComesAlong = /[,+]|\b(?:mit|with|und|and|plus)\b|\bw\//i;

/** What a cell in a column of kinds says, in whatever words; null where it says none that is known. */
export function kindIn(cell: string): UnitKind | null {
  const [itself = ''] = cell.split(whatComesAlong);
  return kindCalled(cell) ?? (lived.test(cell) && !dwelling.test(cell) ? null : kindSaid(itself));
}

/**
 * The cells of a table without its column of kinds, and the kind of each row: what a unit is stands behind its name and is
 * chosen, so that it is no column cells are pasted into. Null where the table has none.
 */
export function takeKinds(
  pasted: readonly (readonly string[])[],
): { cells: string[][]; kinds: (UnitKind | null)[] } | null {
  const at = [1, 2].find((place) => {
    const said = pasted.map((row) => row[place] ?? '').filter((cell) => cell !== '');
    return said.length > 0 && said.every((cell) => kindCalled(cell) !== null);
  });
  if (at === undefined) return null;
  return {
    cells: pasted.map((row) => row.toSpliced(at, 1)),
    kinds: pasted.map((row) => kindCalled(row[at] ?? '')),
  };
}

const aloneKinds: Record<UnitKind, PropertyKind> = {
  ...{ apartment: 'apartment', house: 'house', commercial: 'commercial', parking: 'parking' },
  ...{ room: 'apartment', storage: 'commercial', other: 'land' },
};

/** What a property is whose units are these. */
export function propertyKindOf(units: readonly UnitKind[]): PropertyKind {
  const [first = 'apartment'] = units;
  if (units.length === 1) return aloneKinds[first];
  // A shared flat; a house whose flats are let as a whole is called so for their sake.
  if (
    units.every((kind) => kind === 'room' || kind === 'parking' || kind === 'storage') &&
    units.includes('room')
  )
    return 'apartment';
  const isBusiness = units.includes('commercial');
  if (units.some(isDwelling)) return isBusiness ? 'mixed' : 'multi_family';
  return isBusiness ? 'commercial' : 'multi_family';
}

/**
 * The VAT of a rent whose landlord has chosen it: § 12 (1) UStG; § 10 (1) UStG 1994 (AT); Art. 25 (1) MWSTG, since 2024;
 * VATA 1994 s. 2 (1), since 2011. Null where no such choice is known.
 */
const chosenVatBp: Record<Jurisdiction, number | null> = {
  ...{ DE: 1_900, AT: 2_000, CH: 810, GB: 2_000 },
  ...{ US: null, other: null },
};

/**
 * The VAT a rent may contain. Homes are let without elsewhere; in Austria they bear 10 % (§ 10 (2) no. 3 lit. a UStG 1994)
 * unless the landlord is a small business (§ 6 (1) no. 27).
 */
export function usualVatBp(jurisdiction: Jurisdiction, kind: UnitKind): number | null {
  if (isDwelling(kind)) return jurisdiction === 'AT' ? 1_000 : null;
  return chosenVatBp[jurisdiction];
}
