import type { PropertyKind, UnitKind } from '@/domain/vocabulary';
import { FIRST_DAY } from '@/lib/calendar';

/** The day of a unit's first facts: they hold since ever. */
export const sinceEver = FIRST_DAY;

const firstUnitKinds: Record<PropertyKind, UnitKind> = {
  apartment: 'apartment',
  house: 'house',
  multi_family: 'apartment',
  commercial: 'commercial',
  mixed: 'apartment',
  parking: 'parking',
  land: 'other',
};

/** The kind of the unit that a new property comes with. */
export function firstUnitKind(property: PropertyKind): UnitKind {
  return firstUnitKinds[property];
}

/** True where a property is usually one unit, so that the property's living area is the unit's. */
export function isSingleUnit(property: PropertyKind): boolean {
  return property !== 'multi_family' && property !== 'mixed';
}

/** A co-ownership share is a whole fraction of at most one, or not known. */
export function isCoOwnershipShare(numerator: number | null, denominator: number | null): boolean {
  if (numerator === null || denominator === null) return numerator === denominator;
  return numerator >= 0 && denominator > 0 && numerator <= denominator;
}
