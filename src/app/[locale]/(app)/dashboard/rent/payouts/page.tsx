import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { SkeletonRows } from '@/components/skeleton';
import { Payouts } from '@/features/payout/components/payouts';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { Link } from '@/i18n/navigation';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Payouts');
  return { title: t('title') };
}

export default async function PayoutsPage({ searchParams }: PageProps<'/[locale]/dashboard/rent/payouts'>) {
  const [{ role }, { show }, t] = await Promise.all([
    requirePortfolio('/dashboard/rent/payouts'),
    searchParams,
    getTranslations('Payouts'),
  ]);
  void trpc.portfolio.get.prefetch();
  if (show === 'files') void trpc.payout.list.prefetch();
  else void trpc.payout.payable.prefetch({ wishedOn: null });
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
          <Payouts canEdit={role !== 'viewer'} />
        </Arriving>
      </HydrateClient>
    </main>
  );
}
