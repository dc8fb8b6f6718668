/** A flat that is the whole property is called like it: said once. */
export function placeName(unit: { propertyName: string; unitName: string }): string {
  return unit.unitName === unit.propertyName ? unit.propertyName : `${unit.propertyName}, ${unit.unitName}`;
}
