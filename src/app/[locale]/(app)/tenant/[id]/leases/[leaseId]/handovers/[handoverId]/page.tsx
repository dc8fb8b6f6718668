import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { HandoverPage } from '@/features/handover/components/handover-page';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterTenant, findHandover, leaseTitle } from '../../../../tenant-gate';

type Props = PageProps<'/[locale]/tenant/[id]/leases/[leaseId]/handovers/[handoverId]'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return leaseTitle(params);
}

export default async function TenantHandoverPage({ params }: Props) {
  const { id, leaseId, handoverId } = await params;
  const opened = await enterTenant(params);
  if (!opened) return null;
  if (!(await findHandover(id, leaseId, handoverId))) notFound();
  void trpc.handover.get.prefetch({ id: handoverId });
  return (
    <HydrateClient>
      <SectionBoundary id="handover">
        <Arriving fallback={<SkeletonRows count={6} />}>
          <HandoverPage
            id={handoverId}
            back={{ pathname: '/tenant/[id]/leases/[leaseId]', params: { id, leaseId } }}
            canEdit={opened.canEdit}
          />
        </Arriving>
      </SectionBoundary>
    </HydrateClient>
  );
}
