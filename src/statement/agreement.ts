import type { PartyKind } from './house.ts';
import type { StatementLease } from './input.ts';
import type { LandlordReason } from './result.ts';

/** What is owed where a contract agrees on it: a line, or a plant with all its lines. */
export type Owed = {
  ids: readonly string[];
  betrkvNo: number | null;
  isRecoverable: boolean;
  isHeating: boolean;
};

export const owedOf = ({
  id,
  betrkvNo,
  isRecoverable,
}: {
  id: string;
  betrkvNo: number | null;
  isRecoverable: boolean;
}): Owed => ({ ids: [id], betrkvNo, isRecoverable, isHeating: false });

/** Why a share stays with the landlord; null where the tenant bears it: only what was agreed on is charged (§ 556 (1) BGB). */
export function landlordReason(
  line: Owed,
  kind: PartyKind,
  lease: StatementLease | undefined,
  isGerman: boolean,
): LandlordReason | null {
  if (kind === 'vacancy' || kind === 'own_use') return kind;
  if (kind === 'landlord' || !lease) return 'unallocated';
  if (!line.isRecoverable) return 'not_recoverable';
  if (lease.settlement === 'lump_sum') return 'lump_sum';
  if (!lease.agreesAll && lease.agreed.length === 0) return 'nothing_agreed';
  if (lease.agreed.some(({ lineId }) => line.ids.includes(lineId))) return null;
  return lease.agreesAll && !(isGerman && !line.isHeating && hasToBeNamed(line)) ? null : 'not_agreed';
}

/**
 * A contract that speaks of operating costs means numbers 1 to 16 of § 2 BetrKV (BGH 10 Feb 2016, VIII ZR 137/15).
 * "Other" ones have to be named one by one (no. 17; BGH 7 Apr 2004, VIII ZR 167/03), and of a line without a number
 * nobody has said yet that it is one at all.
 */
export const hasToBeNamed = ({ betrkvNo }: Pick<Owed, 'betrkvNo'>): boolean =>
  betrkvNo === null || betrkvNo === 17;
