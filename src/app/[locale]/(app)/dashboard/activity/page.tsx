import type { Metadata } from 'next';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { ACTIVITY_PAGE, readActivityFilter } from '@/features/overview/activity-params';
import { ActivityList } from '@/features/overview/components/activity-list';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('Activity');
  return { title: t('title') };
}

export default async function ActivityPage({ searchParams }: PageProps<'/[locale]/dashboard/activity'>) {
  const [portfolio, query, t] = await Promise.all([
    requirePortfolio('/dashboard/activity'),
    searchParams,
    getWords('Activity'),
  ]);
  const filter = readActivityFilter({
    get: (name) => (typeof query[name] === 'string' ? query[name] : null),
  });
  void trpc.overview.activity.prefetchInfinite({ ...filter, ...ACTIVITY_PAGE });
  return (
    <main id={MAIN_ID}>
      <PageHead title={t('title')} description={t('text')} />
      <SectionBoundary id="changes">
        <HydrateClient>
          <Arriving fallback={<SkeletonRows count={10} />}>
            <ActivityList timeZone={portfolio.timeZone} />
          </Arriving>
        </HydrateClient>
      </SectionBoundary>
    </main>
  );
}
