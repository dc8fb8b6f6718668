import type { Metadata } from 'next';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { LETTER_PAGE } from '@/features/outbox/pages';
import { ACCOUNT_PAGE, LEASE_PAGE } from '@/features/rent-account/pages';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterTenant, tenantTitle } from '../tenant-gate';
import { AccountSection } from './account-section';

type Props = PageProps<'/[locale]/tenant/[id]/account'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return tenantTitle(params, 'account');
}

export default async function TenantAccountPage({ params }: Props) {
  const opened = await enterTenant(params);
  if (!opened) return null;
  const { tenant, canEdit } = opened;
  return (
    <SectionBoundary id="account">
      <Arriving fallback={<SkeletonRows count={6} />}>
        <Account tenantId={tenant.id} canEdit={canEdit} />
      </Arriving>
    </SectionBoundary>
  );
}

function Account(props: { tenantId: string; canEdit: boolean }) {
  void trpc.portfolio.get.prefetch();
  void trpc.lease.list.prefetchInfinite({ tenantId: props.tenantId, ...LEASE_PAGE });
  void trpc.ledger.account.prefetchInfinite({ tenantId: props.tenantId, ...ACCOUNT_PAGE });
  void trpc.arrears.list.prefetch({ tenantId: props.tenantId });
  void trpc.arrears.lateInterest.prefetch({ tenantId: props.tenantId });
  void trpc.outbox.list.prefetchInfinite({ tenantId: props.tenantId, ...LETTER_PAGE });
  void trpc.deposit.list.prefetch({ tenantId: props.tenantId });
  return (
    <HydrateClient>
      <AccountSection {...props} />
    </HydrateClient>
  );
}
