'use client';

import { trpc } from '@/trpc/client';

/**
 * Refetches what rests on the accounts after money was posted, paid or taken back. `leases` adds what rests on
 * who rents what, after a lease was entered, ended or voided.
 */
export function useAccountRefresh(): (options?: { leases?: boolean }) => void {
  const utils = trpc.useUtils();
  return ({ leases = false } = {}) => {
    const affected = [
      utils.ledger.account,
      utils.ledger.openItems,
      utils.charge,
      utils.arrears,
      utils.lease.list,
      utils.lease.get,
      utils.tenant.get,
      utils.tenant.list,
      utils.property.get,
      utils.property.list,
      utils.overview.get,
      ...(leases ? [utils.unit.list, utils.occupancy.ofProperty, utils.portfolio.get, utils.rent.list] : []),
    ];
    for (const query of affected) void query.invalidate();
  };
}
