import type { SharedLine } from './distribute.ts';
import type { PartyKind } from './house.ts';
import type { CostPrinciple, StatementKey } from './input.ts';

/** Why a share stays with the landlord; null: the tenant bears it. */
export type LandlordReason =
  | 'vacancy'
  | 'own_use'
  | 'unallocated'
  | 'not_agreed'
  | 'nothing_agreed'
  | 'lump_sum'
  | 'not_recoverable';

export type ShareResult = SharedLine['shares'][number] & {
  kind: PartyKind;
  leaseId: string | null;
  unitId: string | null;
  landlordReason: LandlordReason | null;
};

export type LineResult = Omit<SharedLine, 'shares' | 'warnings'> & {
  lineId: string;
  name: string;
  betrkvNo: number | null;
  key: StatementKey;
  principle: CostPrinciple;
  /** They sum to `sharedCents`. */
  shares: ShareResult[];
  tenantsCents: number;
  landlordCents: number;
};
