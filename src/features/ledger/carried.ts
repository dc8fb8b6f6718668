import { type ChargeKind, chargeKinds } from '@/lib/vocabulary';

/** What a charge was in the account of the lease it was carried over from; null for every other charge. */
export function readCarriedFrom(basis: unknown): { kind: ChargeKind; periodFrom: string | null } | null {
  if (typeof basis !== 'object' || basis === null || !('carriedFrom' in basis)) return null;
  const from = basis.carriedFrom;
  if (typeof from !== 'object' || from === null || !('kind' in from)) return null;
  const kind = chargeKinds.find((known) => known === from.kind);
  if (!kind) return null;
  const periodFrom = 'periodFrom' in from && typeof from.periodFrom === 'string' ? from.periodFrom : null;
  return { kind, periodFrom };
}
