import { withNameFromAddress } from '@/features/property/components/property-values';
import { joinAddresses } from './address-rules';
import type { Situation } from './column-rules';
import { groupByPlace, type ReadHome } from './grid-rules';
import { propertyKindOf } from './kind-rules';

/**
 * The places a form has read, as the server takes them. A house has a unit for each of its flats, a flat let by the room one
 * for each of those, and never one for all of them; rows that name the same place are units of one house.
 * @param homes what the grid holds; nothing of it counts while a cell is wrong
 * @param address what was typed about the one place there is
 * @param flat names a unit nobody has named, by its position
 */
export function placesOf(
  situation: Situation,
  homes: unknown,
  address: Record<string, unknown>,
  flat: (index: number) => string,
): unknown[] {
  const all = isHomes(homes) ? homes : [];
  const [first] = all;
  if (!first) return [];
  if (situation !== 'several') {
    const kind = situation === 'one' ? address.kind : kindOfHouse(all);
    const place = withNameFromAddress({ ...address, kind, id: first.ids.place });
    return [
      { ...place, homes: all.map((home) => homeOf(home, situation === 'one' ? place.name : home.unit)) },
    ];
  }
  return groupByPlace(all).map((group) => {
    const [head = first] = group;
    const isHouse = group.length > 1;
    return {
      id: head.ids.place,
      name: head.place,
      ...group.map((home) => home.address).reduce(joinAddresses),
      kind: isHouse ? kindOfHouse(group) : propertyKindOf([head.kind]),
      country: address.country,
      homes: group.map((home, index) => homeOf(home, home.unit || (isHouse ? flat(index) : head.place))),
    };
  });
}

const isHomes = (value: unknown): value is ReadHome[] => Array.isArray(value);

/** A house, even where so far one of its flats is known. */
const kindOfHouse = (homes: readonly ReadHome[]) => {
  const kinds = homes.map(({ kind }) => kind);
  return propertyKindOf(kinds.length === 1 ? [...kinds, ...kinds] : kinds);
};

const homeOf = (home: ReadHome, name: unknown) => {
  const { ids, kind, areaSqm100, rooms10, askingRentCents, lease } = home;
  return {
    unitId: ids.unit,
    ...{ name, kind, areaSqm100, rooms10, askingRentCents },
    lease: lease && { id: ids.lease, ...lease },
  };
};
