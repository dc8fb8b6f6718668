import type { Metadata } from 'next';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { TenantLeases } from '@/features/lease/components/tenant-leases';
import { LEASE_PAGE } from '@/features/rent-account/pages';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterTenant, tenantTitle } from '../tenant-gate';

type Props = PageProps<'/[locale]/tenant/[id]/leases'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return tenantTitle(params, 'leases');
}

export default async function TenantLeasesPage({ params }: Props) {
  const opened = await enterTenant(params);
  if (!opened) return null;
  const { tenant, canEdit } = opened;
  return (
    <SectionBoundary id="leases">
      <Arriving fallback={<SkeletonRows count={2} />}>
        <Leases tenantId={tenant.id} canEdit={canEdit} canAdd={canEdit && tenant.archivedAt === null} />
      </Arriving>
    </SectionBoundary>
  );
}

function Leases(props: { tenantId: string; canEdit: boolean; canAdd: boolean }) {
  void trpc.portfolio.get.prefetch();
  void trpc.handover.list.prefetch({ tenantId: props.tenantId });
  void trpc.lease.list.prefetchInfinite({ tenantId: props.tenantId, ...LEASE_PAGE });
  return (
    <HydrateClient>
      <TenantLeases {...props} />
    </HydrateClient>
  );
}
