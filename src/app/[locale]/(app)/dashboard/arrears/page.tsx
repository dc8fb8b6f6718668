import type { Metadata } from 'next';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { SkeletonRows } from '@/components/skeleton';
import { ArrearsList } from '@/features/arrears/components/arrears-list';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { ARREARS_PAGE } from '@/features/rent-account/pages';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('ArrearsPage');
  return { title: t('title') };
}

export default async function ArrearsPage() {
  const [{ role }, t] = await Promise.all([requirePortfolio('/dashboard/arrears'), getWords('ArrearsPage')]);
  void trpc.arrears.list.prefetchInfinite(ARREARS_PAGE);
  if (role !== 'viewer') void trpc.arrears.due.prefetch();
  void trpc.portfolio.get.prefetch();
  return (
    <main id={MAIN_ID}>
      <PageHead title={t('title')} description={t('text')} />
      <HydrateClient>
        <Arriving fallback={<SkeletonRows count={6} />}>
          <ArrearsList canEdit={role !== 'viewer'} />
        </Arriving>
      </HydrateClient>
    </main>
  );
}
