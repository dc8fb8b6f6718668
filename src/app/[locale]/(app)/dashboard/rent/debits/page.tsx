import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { SkeletonRows } from '@/components/skeleton';
import { Debits } from '@/features/debit/components/debits';
import { MANDATE_PAGE } from '@/features/debit/pages';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { Link } from '@/i18n/navigation';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Debits');
  return { title: t('title') };
}

export default async function DebitsPage({ searchParams }: PageProps<'/[locale]/dashboard/rent/debits'>) {
  const [{ role }, { show }, t] = await Promise.all([
    requirePortfolio('/dashboard/rent/debits'),
    searchParams,
    getTranslations('Debits'),
  ]);
  void trpc.portfolio.get.prefetch();
  if (show === 'files') void trpc.debit.collections.prefetch();
  else if (show === 'mandates') void trpc.debit.mandates.prefetchInfinite(MANDATE_PAGE);
  else {
    void trpc.debit.due.prefetch({ wishedOn: null });
    void trpc.debit.mandates.prefetch({ limit: 1 });
  }
  return (
    <main id={MAIN_ID}>
      <PageHead
        above={
          <Link href="/dashboard/rent" className="hover:text-foreground hover:underline">
            {t('back')}
          </Link>
        }
        title={t('title')}
        description={t('text')}
      />
      <HydrateClient>
        <Arriving fallback={<SkeletonRows count={6} />}>
          <Debits canEdit={role !== 'viewer'} />
        </Arriving>
      </HydrateClient>
    </main>
  );
}
