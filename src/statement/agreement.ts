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
  // "Other" operating costs have to be named (§ 2 no. 17 BetrKV).
  return lease.agreesAll && !(isGerman && line.betrkvNo === 17) ? null : 'not_agreed';
}
