'use client';

import { useTenantLeases } from '@/features/lease/components/use-tenant-leases';
import { DangerZone } from '@/features/tenant/components/danger-zone';
import type { TenantValues } from '@/features/tenant/components/tenant-fields';

/** The danger zone of a tenant; who rents or is about to is not put away, but of the buyer of a house. */
export function TenantDanger({
  served,
  isOwner,
  today,
}: {
  served: TenantValues;
  isOwner: boolean;
  /** In the portfolio's time zone. */
  today: string;
}) {
  const { leases } = useTenantLeases(served.id);
  const lasts = (day: string | null) => day === null || day >= today;
  const hasLease = leases.some(
    ({ state, endsOn, tenants }) =>
      state !== 'void' &&
      state !== 'sold' &&
      lasts(endsOn) &&
      tenants.some((tenant) => tenant.id === served.id && lasts(tenant.toOn)),
  );
  return <DangerZone served={served} isOwner={isOwner} hasLease={hasLease} />;
}
