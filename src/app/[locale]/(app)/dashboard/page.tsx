import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { type ReactNode, Suspense } from 'react';
import { DateText } from '@/components/date-text';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonSection } from '@/components/skeleton-section';
import { DemoNotice } from '@/features/demo/components/demo-notice';
import { Overview } from '@/features/overview/components/overview';
import { OverviewSkeleton } from '@/features/overview/components/overview-skeleton';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { BookingGate } from '@/features/recurring/components/booking-gate';
import { StatisticsSection } from '@/features/statistics/components/statistics-section';
import { todayIn } from '@/lib/calendar';
import { HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Overview');
  return { title: t('title') };
}

export default async function OverviewPage({ searchParams }: PageProps<'/[locale]/dashboard'>) {
  const [portfolio, query, t] = await Promise.all([
    requirePortfolio('/dashboard'),
    searchParams,
    getTranslations('Overview'),
  ]);
  const today = todayIn(portfolio.timeZone, new Date());
  const canEdit = portfolio.role !== 'viewer';
  return (
    <main id={MAIN_ID}>
      <PageHead
        title={t('title')}
        description={t.rich('today', {
          day: () => <DateText day={today} />,
        })}
      />
      {portfolio.isDemo && <DemoNotice portfolioId={portfolio.id} canRemove={portfolio.role === 'owner'} />}
      <Suspense fallback={<OverviewSkeleton />}>
        <OverviewGate timeZone={portfolio.timeZone} canEdit={canEdit}>
          <StatisticsSection today={today} />
          <SectionBoundary id="bookings">
            <Suspense fallback={<SkeletonSection id="bookings" rows={4} />}>
              <BookingGate anchor="bookings" property={null} query={query} today={today} canEdit={canEdit} />
            </Suspense>
          </SectionBoundary>
        </OverviewGate>
      </Suspense>
    </main>
  );
}

function OverviewGate(props: { timeZone: string; canEdit: boolean; children: ReactNode }) {
  void trpc.overview.get.prefetch();
  void trpc.account.getProfile.prefetch();
  return (
    <HydrateClient>
      <Overview {...props} />
    </HydrateClient>
  );
}
