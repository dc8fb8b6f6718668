import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { TenantDataSection } from '@/features/export/components/tenant-data-section';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { LEASE_PAGE } from '@/features/rent-account/pages';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterTenant, tenantTitle } from '../tenant-gate';
import { TenantDanger } from './tenant-danger';

type Props = PageProps<'/[locale]/tenant/[id]/danger'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return tenantTitle(params, 'danger');
}

export default async function TenantDangerPage({ params }: Props) {
  const opened = await enterTenant(params);
  if (!opened) return null;
  if (!opened.canEdit) notFound();
  const { tenant, role, today } = opened;
  const { jurisdiction } = await requirePortfolio();
  void trpc.lease.list.prefetchInfinite({ tenantId: tenant.id, ...LEASE_PAGE });
  return (
    <HydrateClient>
      <div className="grid grid-cols-1 gap-10">
        <TenantDataSection id={tenant.id} name={tenant.name} place={jurisdiction} />
        <SectionBoundary id="danger">
          <Arriving fallback={<SkeletonRows count={2} />}>
            <TenantDanger served={tenant} isOwner={role === 'owner'} today={today} />
          </Arriving>
        </SectionBoundary>
      </div>
    </HydrateClient>
  );
}
