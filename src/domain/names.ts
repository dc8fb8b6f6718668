import type { PartyKind } from '@/domain/vocabulary';

type Named = {
  kind: PartyKind;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
};

/** The name as it is written on a letter: "Anna Müller", "Müller GmbH". */
export function tenantName(tenant: Named): string {
  if (tenant.kind === 'company') return tenant.companyName ?? '';
  return [tenant.firstName, tenant.lastName].filter(Boolean).join(' ');
}

type Place = { propertyName: string; unitName: string; isOnlyUnit: boolean };

/** Where a unit is: `Lindenstraße 4, flat 2`. The only unit of a property, or one called like it, needs no name. */
export function placeName({ propertyName, unitName, isOnlyUnit }: Place): string {
  return isOnlyUnit || unitName === propertyName ? propertyName : `${propertyName}, ${inOnePiece(unitName)}`;
}

/** A short name does not break in its middle: after the "2." of a "2. OG rechts" least of all. */
function inOnePiece(name: string): string {
  return name.length <= 24 ? name.replaceAll(' ', '\u00a0') : name;
}

type LeasePlace = { id: string; name: string; propertyName: string; isOnlyUnit?: boolean };

/** Where a lease is, in one line: `Lindenstraße 4, flat 2 + garage`. The only unit of a property, or one called like it, needs no name. */
export function placeWords(units: readonly LeasePlace[]): string {
  const byProperty = Map.groupBy(units, (unit) => unit.propertyName);
  return [...byProperty]
    .map(([property, places]) => {
      const named = places.filter((unit) => !unit.isOnlyUnit && unit.name !== property);
      const names = [...new Set(named.map((unit) => unit.name))];
      return [property, names.join(' + ')].filter(Boolean).join(', ');
    })
    .join(' · ');
}
