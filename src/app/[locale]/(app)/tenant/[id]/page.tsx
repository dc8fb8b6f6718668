import type { Metadata } from 'next';
import { FollowOldAnchor } from '@/components/frame/follow-old-anchor';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { TenantNow } from '@/features/lease/components/tenant-now';
import { LEASE_PAGE } from '@/features/rent-account/pages';
import { MainSection } from '@/features/tenant/components/main-section';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterTenant, tenantTitle } from './tenant-gate';

type Props = PageProps<'/[locale]/tenant/[id]'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return tenantTitle(params);
}

export default async function Tenant({ params }: Props) {
  const opened = await enterTenant(params);
  if (!opened) return null;
  const { tenant, canEdit } = opened;
  return (
    <>
      <FollowOldAnchor />
      <div className="grid grid-cols-1 gap-10">
        <SectionBoundary id="now">
          <Arriving fallback={<SkeletonRows count={1} />}>
            <Now tenantId={tenant.id} canAdd={canEdit && tenant.archivedAt === null} />
          </Arriving>
        </SectionBoundary>
        <MainSection served={tenant} canEdit={canEdit} />
      </div>
    </>
  );
}

function Now(props: { tenantId: string; canAdd: boolean }) {
  void trpc.lease.list.prefetchInfinite({ tenantId: props.tenantId, ...LEASE_PAGE });
  return (
    <HydrateClient>
      <TenantNow {...props} />
    </HydrateClient>
  );
}
