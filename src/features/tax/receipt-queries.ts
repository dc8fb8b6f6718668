import 'server-only';
import { and, eq } from 'drizzle-orm';
import { isAmong } from '@/db/among';
import type { Tx } from '@/db/client';
import { leaseUnit, unit } from '@/db/schema';
import type { Scope } from '@/db/scope';
import { joins, within } from '@/db/within';
import { chargeTraits } from '@/domain/account-kinds';
import type { UnitKind } from '@/domain/vocabulary';
import { readLeaseShares } from '@/features/occupancy/lease-share-queries';
import { listReceipts, type Receipt } from '@/ledger';
import type { TaxEntry, TaxField } from './fill-rules';
import { RENTS_RECEIVED } from './line-facts';
import { letOf, NEAR_DAYS, partsOfReceipt, type TaxForm } from './rules';

/** What came from tenants, by property and field; of a lease over several properties each its part. */
export async function listReceived(
  tx: Tx,
  scope: Scope,
  year: number,
  houses: readonly { id: string; form: TaxForm }[],
  propertyId: string | null,
): Promise<Map<string, TaxEntry[]>> {
  const nearDays = houses.some(({ form }) => form === 'anlage_v') ? NEAR_DAYS : 0;
  const ofHouse =
    propertyId === null
      ? null
      : await readLeaseShares(tx, scope, { unitIds: await unitIdsOf(tx, scope, propertyId) });
  const receipts = await listReceipts(tx, scope, { year, nearDays }, ofHouse?.leaseIds ?? null);
  const leaseIds = [...new Set(receipts.map(({ leaseId }) => leaseId))];
  const [shares, kinds] = await Promise.all([
    ofHouse ?? readLeaseShares(tx, scope, { leaseIds }),
    readLetKinds(tx, scope, leaseIds),
  ]);
  const formOfHouse = new Map(houses.map(({ id, form }) => [id, form]));
  const entries = new Map<string, TaxEntry[]>();
  // The units it held in the year: of a lease over several properties alone it matters which months are shared out by what.
  const days = { from: `${year}-01-01`, to: `${year}-12-31` };
  for (const receipt of receipts) {
    for (const { unit: held, cents } of shares.split(receipt.leaseId, receipt.cents, days)) {
      const form = formOfHouse.get(held.propertyId);
      if (form === undefined || cents === 0) continue;
      const parts =
        form === 'anlage_v'
          ? partsOfReceipt({ ...receipt, cents }, letOf(kinds.get(receipt.leaseId) ?? []))
          : [
              {
                year: receipt.paidIn,
                field: RENTS_RECEIVED as TaxField,
                cents: rentReceived(receipt, cents),
              },
            ];
      const own = entries.get(held.propertyId) ?? [];
      own.push(...parts.filter((part) => part.year === year && part.cents !== 0));
      entries.set(held.propertyId, own);
    }
  }
  return entries;
}

/** Credit of a statement that settles a rent brings nothing; where it settles a deposit it is given back. */
function rentReceived({ method, settled }: Receipt, cents: number): number {
  if (method !== 'statement_credit' || settled === null) return cents;
  return chargeTraits[settled.kind].figure === 'held' ? -cents : 0;
}

export async function unitIdsOf(tx: Tx, scope: Scope, propertyId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(and(within(unit, scope), eq(unit.propertyId, propertyId)));
  return rows.map(({ id }) => id);
}

async function readLetKinds(tx: Tx, scope: Scope, leaseIds: string[]): Promise<Map<string, UnitKind[]>> {
  if (leaseIds.length === 0) return new Map();
  const rows = await tx
    .selectDistinct({ leaseId: leaseUnit.leaseId, kind: unit.kind })
    .from(leaseUnit)
    .innerJoin(unit, joins(unit.id, leaseUnit.unitId))
    .where(and(within([leaseUnit, unit], scope), isAmong(leaseUnit.leaseId, leaseIds)));
  const kinds = new Map<string, UnitKind[]>();
  for (const { leaseId, kind } of rows) kinds.set(leaseId, [...(kinds.get(leaseId) ?? []), kind]);
  return kinds;
}
