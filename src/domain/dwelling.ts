import type { UnitKind } from './vocabulary.ts';

/**
 * What people live in. A room by itself is one too, let on a contract of its own in a shared flat: tenancy law speaks of
 * “Wohnraum” (§ 549 (1) BGB), and § 20 BMG of any enclosed room that is lived or slept in.
 */
export const dwellings: readonly UnitKind[] = ['apartment', 'house', 'room'];

export const isDwelling = (kind: UnitKind): boolean => dwellings.includes(kind);
