'use client';

import { useAccountRefresh } from '@/features/rent-account/components/use-account-refresh';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

/** A lease with its rents and its household. */
export type Contract = Outputs['lease']['get'];

/** After a part of a contract changed: renews what rests on it, and waits for the contract itself. */
export function useContractRefresh(leaseId: string): () => Promise<void> {
  const utils = trpc.useUtils();
  const refresh = useAccountRefresh();
  return async () => {
    refresh({ leases: true });
    await Promise.all([
      utils.lease.get.invalidate({ id: leaseId }),
      utils.rent.list.invalidate({ leaseId }),
      utils.lease.noticePeriod.invalidate({ id: leaseId }),
    ]);
  };
}

/** What a form read for a list: one record per row, in their order. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
