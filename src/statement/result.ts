import type { Share, SharedLine, SharePart } from './distribute.ts';
import type { PartyKind } from './house.ts';
import type { CostPrinciple, StatementKey } from './input.ts';
import type { PlantResult } from './plant/result.ts';
import type { HeatRole } from './plant/shares.ts';

/** How a cost was shared out; `heating`: all costs of a plant, after HeizkostenV or as its metering service did. */
export type ResultKey = StatementKey | 'heating';

/** `partCents`: what of the share it is, where parts are rounded by themselves; else the share is rounded as a whole. */
export type ResultPart = Omit<SharePart, 'role'> & { role: SharePart['role'] | HeatRole; partCents?: number };

/** Why a share stays with the landlord; null: the tenant bears it. */
export type LandlordReason =
  | 'vacancy'
  | 'own_use'
  | 'unallocated'
  | 'not_agreed'
  | 'nothing_agreed'
  | 'lump_sum'
  | 'not_recoverable';

export type ShareResult = Omit<Share, 'key' | 'parts'> & {
  key: ResultKey;
  parts: ResultPart[];
  kind: PartyKind;
  leaseId: string | null;
  unitId: string | null;
  landlordReason: LandlordReason | null;
};

export type LineResult = Omit<SharedLine, 'shares' | 'warnings'> & {
  lineId: string;
  name: string;
  betrkvNo: number | null;
  key: ResultKey;
  principle: CostPrinciple;
  /** They sum to `sharedCents`. */
  shares: ShareResult[];
  tenantsCents: number;
  landlordCents: number;
  /** Of a plant: how its costs were shared out. */
  plant?: PlantResult;
};
