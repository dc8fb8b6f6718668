import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache, Suspense } from 'react';
import { MAIN_ID } from '@/components/frame/skip-link';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonSection } from '@/components/skeleton-section';
import { DocumentGate } from '@/features/document/components/document-gate';
import { TenantLeases } from '@/features/lease/components/tenant-leases';
import { SwitchPortfolio } from '@/features/portfolio/components/switch-portfolio';
import { getOwnPortfolios, requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { ACCOUNT_PAGE, LEASE_PAGE } from '@/features/rent-account/pages';
import { TenantPage } from '@/features/tenant/components/tenant-page';
import { HydrateClient, trpc } from '@/trpc/server';
import { AccountSection } from './account-section';

type Props = PageProps<'/[locale]/tenant/[id]'>;

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    // An id that is no uuid is refused as bad input; for an address both mean that there is nobody here.
    if (error instanceof TRPCError && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.code)) return null;
    throw error;
  }
}

/** The portfolio of the user's own that has it, if it is another than the open one. */
const findElsewhere = cache(async (id: string) => {
  const located = await orNull(trpc.portfolio.locate({ entity: 'tenant', id }));
  const { all, current } = await getOwnPortfolios();
  return all.find((one) => one.id === located?.portfolioId && one.id !== current?.id);
});

const findTenant = cache((id: string) => orNull(trpc.tenant.get({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ id }, t] = await Promise.all([params, getTranslations('TenantPage')]);
  await requirePortfolio({ pathname: '/tenant/[id]', params: { id } });
  const tenant = await findTenant(id);
  if (tenant ?? (await findElsewhere(id))) return { title: tenant?.name ?? t('title') };
  const words = await getTranslations('NotFound');
  return { title: { absolute: words('documentTitle') } };
}

export default async function Tenant({ params }: Props) {
  const { id } = await params;
  const portfolio = await requirePortfolio({ pathname: '/tenant/[id]', params: { id } });
  const tenant = await findTenant(id);
  if (!tenant) {
    const other = await findElsewhere(id);
    if (!other) notFound();
    return (
      <main id={MAIN_ID}>
        <SwitchPortfolio portfolioId={other.id} name={other.name} />
      </main>
    );
  }
  const canEdit = portfolio.role !== 'viewer';
  return (
    <main id={MAIN_ID}>
      <TenantPage
        served={tenant}
        role={portfolio.role}
        leases={
          <Suspense
            fallback={
              // As tall as a single lease.
              <div className="min-h-71 md:min-h-0">
                <SkeletonSection id="leases" rows={2} />
              </div>
            }
          >
            <Leases tenantId={id} canEdit={canEdit} canAdd={canEdit && tenant.archivedAt === null} />
          </Suspense>
        }
        account={
          <Suspense fallback={<SkeletonSection id="rent" rows={5} />}>
            <Account tenantId={id} canEdit={canEdit} />
          </Suspense>
        }
        documents={
          <SectionBoundary id="documents">
            <Suspense fallback={<SkeletonSection id="documents" />}>
              <DocumentGate on={{ kind: 'tenant', id }} canEdit={canEdit} />
            </Suspense>
          </SectionBoundary>
        }
      />
    </main>
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

function Account(props: { tenantId: string; canEdit: boolean }) {
  // The section may render before the leases' own: what both read is asked for here too, and fetched once.
  void trpc.portfolio.get.prefetch();
  void trpc.lease.list.prefetchInfinite({ tenantId: props.tenantId, ...LEASE_PAGE });
  void trpc.ledger.account.prefetchInfinite({ tenantId: props.tenantId, ...ACCOUNT_PAGE });
  void trpc.arrears.list.prefetch({ tenantId: props.tenantId });
  void trpc.arrears.lateInterest.prefetch({ tenantId: props.tenantId });
  void trpc.deposit.list.prefetch({ tenantId: props.tenantId });
  return (
    <HydrateClient>
      <AccountSection {...props} />
    </HydrateClient>
  );
}
