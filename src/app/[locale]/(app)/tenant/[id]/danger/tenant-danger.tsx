'use client';

import { TenantDataSection } from '@/features/export/components/tenant-data-section';
import { useTenantLeases } from '@/features/lease/components/use-tenant-leases';
import { DangerZone } from '@/features/tenant/components/danger-zone';
import type { TenantValues } from '@/features/tenant/components/tenant-fields';

/** What is held about a tenant, and their danger zone; who lives somewhere or is about to is not put away. */
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
      lasts(endsOn) &&
      tenants.some((tenant) => tenant.id === served.id && lasts(tenant.toOn)),
  );
  return (
    <div className="grid grid-cols-1 gap-10">
      <TenantDataSection id={served.id} name={served.name} />
      <DangerZone served={served} isOwner={isOwner} hasLease={hasLease} />
    </div>
  );
}
