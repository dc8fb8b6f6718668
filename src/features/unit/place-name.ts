type Place = { propertyName: string; unitName: string; isOnlyUnit: boolean };

/** Where a unit is: `Lindenstraße 4, flat 2`. The only unit of a property, or one called like it, needs no name. */
export function placeName({ propertyName, unitName, isOnlyUnit }: Place): string {
  return isOnlyUnit || unitName === propertyName ? propertyName : `${propertyName}, ${unitName}`;
}
