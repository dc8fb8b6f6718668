type Place = { propertyName: string; unitName: string; isOnlyUnit: boolean };

/** Where a unit is: `Lindenstraße 4, flat 2`. The only unit of a property, or one called like it, needs no name. */
export function placeName({ propertyName, unitName, isOnlyUnit }: Place): string {
  return isOnlyUnit || unitName === propertyName ? propertyName : `${propertyName}, ${inOnePiece(unitName)}`;
}

/** A short name does not break in its middle: after the "2." of a "2. OG rechts" least of all. */
function inOnePiece(name: string): string {
  return name.length <= 24 ? name.replaceAll(' ', '\u00a0') : name;
}
