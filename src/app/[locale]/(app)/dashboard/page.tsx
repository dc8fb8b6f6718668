import type { Metadata } from 'next';
import { DateText } from '@/components/date-text';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { SectionBoundary } from '@/components/section-boundary';
import { DemoNotice } from '@/features/demo/components/demo-notice';
import { Today } from '@/features/overview/components/today';
import { TodaySkeleton } from '@/features/overview/components/today-skeleton';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { todayIn } from '@/lib/calendar';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('Overview');
  return { title: t('title') };
}

export default async function TodayPage() {
  const [portfolio, t] = await Promise.all([requirePortfolio('/dashboard'), getWords('Overview')]);
  const today = todayIn(portfolio.timeZone, new Date());
  return (
    <main id={MAIN_ID}>
      <PageHead title={t('title')} description={<DateText day={today} />} />
      {portfolio.isDemo && <DemoNotice portfolioId={portfolio.id} canRemove={portfolio.role === 'owner'} />}
      <SectionBoundary id="today">
        <Arriving fallback={<TodaySkeleton />}>
          <TodayGate canEdit={portfolio.role !== 'viewer'} />
        </Arriving>
      </SectionBoundary>
    </main>
  );
}

function TodayGate(props: { canEdit: boolean }) {
  void trpc.overview.get.prefetch();
  return (
    <HydrateClient>
      <Today {...props} />
    </HydrateClient>
  );
}
