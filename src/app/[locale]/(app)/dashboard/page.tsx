import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { DateText } from '@/components/date-text';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { requirePortfolio } from '@/features/portfolio/current-portfolio';
import { Overview } from '@/features/statistics/components/overview';
import { OverviewSkeleton } from '@/features/statistics/components/overview-skeleton';
import { todayIn } from '@/lib/calendar';
import { HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Overview');
  return { title: t('title') };
}

export default async function OverviewPage() {
  const [portfolio, t] = await Promise.all([requirePortfolio('/dashboard'), getTranslations('Overview')]);
  return (
    <main id={MAIN_ID}>
      <PageHead
        title={t('title')}
        description={t.rich('today', {
          day: () => <DateText day={todayIn(portfolio.timeZone, new Date())} />,
        })}
      />
      <Suspense fallback={<OverviewSkeleton />}>
        <OverviewGate timeZone={portfolio.timeZone} canEdit={portfolio.role !== 'viewer'} />
      </Suspense>
    </main>
  );
}

function OverviewGate(props: { timeZone: string; canEdit: boolean }) {
  void trpc.statistics.overview.prefetch();
  void trpc.account.getProfile.prefetch();
  return (
    <HydrateClient>
      <Overview {...props} />
    </HydrateClient>
  );
}
