import 'server-only';
import { nameKey } from '@/bank/matching/names';
import type { Tx } from '@/db/client';
import type { Scope } from '@/db/scope';
import { listLeaseTenants } from '../occupancy/party-queries';

/** Who gave the mandate of a lease, by the name of the account, and is a tenant of it no more while others are; null where nobody. */
export async function readPayersLeft(
  tx: Tx,
  scope: Scope,
  collectOn: string,
  debits: readonly { leaseId: string; holder: string }[],
) {
  const leaseIds = debits.map((row) => row.leaseId);
  const tenants = Map.groupBy(await listLeaseTenants(tx, scope, leaseIds), (row) => row.leaseId);
  const left = new Map(
    debits.map(({ leaseId, holder }) => {
      const all = tenants.get(leaseId) ?? [];
      const staying = all.filter(({ toOn }) => toOn === null || toOn >= collectOn);
      const isHolder = ({ name }: { name: string }) => nameKey(name) === nameKey(holder);
      return [leaseId, staying.length > 0 && !staying.some(isHolder) ? all.find(isHolder)?.name : null];
    }),
  );
  return (leaseId: string) => left.get(leaseId) ?? null;
}
