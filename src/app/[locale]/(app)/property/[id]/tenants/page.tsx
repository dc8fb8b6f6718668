import type { Metadata } from 'next';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { PropertyLeases } from '@/features/lease/components/property-leases';
import { LEASE_PAGE } from '@/features/rent-account/pages';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterProperty, propertyTitle } from '../property-gate';

type Props = PageProps<'/[locale]/property/[id]/tenants'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params, 'tenants');
}

export default async function PropertyTenantsPage({ params }: Props) {
  const opened = await enterProperty(params);
  if (!opened) return null;
  return (
    <SectionBoundary id="tenants">
      <Arriving fallback={<SkeletonRows count={6} />}>
        <Leases propertyId={opened.property.id} isEditor={opened.canEdit} />
      </Arriving>
    </SectionBoundary>
  );
}

function Leases(props: { propertyId: string; isEditor: boolean }) {
  void trpc.portfolio.get.prefetch();
  void trpc.lease.list.prefetchInfinite({ propertyId: props.propertyId, ...LEASE_PAGE });
  void trpc.occupancy.ofProperty.prefetch({ propertyId: props.propertyId });
  return (
    <HydrateClient>
      <PropertyLeases {...props} />
    </HydrateClient>
  );
}
