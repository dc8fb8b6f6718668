import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { LeasePage } from '@/features/lease/components/lease-page';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterTenant, findLease, leaseTitle } from '../../tenant-gate';

type Props = PageProps<'/[locale]/tenant/[id]/leases/[leaseId]'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return leaseTitle(params);
}

export default async function TenantLeasePage({ params }: Props) {
  const { id, leaseId } = await params;
  const opened = await enterTenant(params);
  if (!opened) return null;
  if (!(await findLease(id, leaseId))) notFound();
  return (
    <SectionBoundary id="lease">
      <Arriving fallback={<SkeletonRows count={5} />}>
        <Lease tenantId={id} leaseId={leaseId} canEdit={opened.canEdit} />
      </Arriving>
    </SectionBoundary>
  );
}

function Lease(props: { tenantId: string; leaseId: string; canEdit: boolean }) {
  void trpc.portfolio.get.prefetch();
  void trpc.lease.get.prefetch({ id: props.leaseId });
  void trpc.lease.list.prefetch({ leaseId: props.leaseId });
  void trpc.costAgreement.get.prefetch({ propertyId: null, leaseId: props.leaseId });
  void trpc.rent.list.prefetch({ leaseId: props.leaseId });
  void trpc.handover.list.prefetch({ leaseId: props.leaseId });
  return (
    <HydrateClient>
      <LeasePage {...props} />
    </HydrateClient>
  );
}
