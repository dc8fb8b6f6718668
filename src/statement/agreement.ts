import type { PartyKind } from './house.ts';
import type { StatementLease, StatementLine } from './input.ts';
import type { LandlordReason } from './result.ts';

/** Why a share stays with the landlord; null where the tenant bears it: only what was agreed on is charged (§ 556 (1) BGB). */
export function landlordReason(
  line: StatementLine,
  kind: PartyKind,
  lease: StatementLease | undefined,
  isGerman: boolean,
): LandlordReason | null {
  if (kind === 'vacancy' || kind === 'own_use') return kind;
  if (kind === 'landlord' || !lease) return 'unallocated';
  if (!line.isRecoverable) return 'not_recoverable';
  if (lease.settlement === 'lump_sum') return 'lump_sum';
  if (!lease.agreesAll && lease.agreed.length === 0) return 'nothing_agreed';
  if (lease.agreed.some(({ lineId }) => lineId === line.id)) return null;
  return lease.agreesAll && !(isGerman && hasToBeNamed(line)) ? null : 'not_agreed';
}

/**
 * A contract that speaks of operating costs means numbers 1 to 16 of § 2 BetrKV (BGH 10 Feb 2016, VIII ZR 137/15).
 * "Other" ones have to be named one by one (no. 17; BGH 7 Apr 2004, VIII ZR 167/03), and of a line without a number
 * nobody has said yet that it is one at all.
 */
export const hasToBeNamed = ({ betrkvNo }: StatementLine): boolean => betrkvNo === null || betrkvNo === 17;
