import { type ChargeKind, chargeKinds } from '@/domain/account-kinds';

export type CarriedFrom = {
  kind: ChargeKind;
  periodFrom: string | null;
  /** The day it first fell due, on whichever lease that was. */
  dueOn: string | null;
};

/** What a charge was in the account of the lease it was carried over from; null for every other charge. */
export function readCarriedFrom(basis: unknown): CarriedFrom | null {
  if (typeof basis !== 'object' || basis === null || !('carriedFrom' in basis)) return null;
  const from = basis.carriedFrom;
  if (typeof from !== 'object' || from === null || !('kind' in from)) return null;
  const kind = chargeKinds.find((known) => known === from.kind);
  if (!kind) return null;
  const periodFrom = 'periodFrom' in from && typeof from.periodFrom === 'string' ? from.periodFrom : null;
  const dueOn = 'dueOn' in from && typeof from.dueOn === 'string' ? from.dueOn : null;
  return { kind, periodFrom, dueOn };
}
