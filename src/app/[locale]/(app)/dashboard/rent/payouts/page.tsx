import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Payouts } from '@/features/payout/components/payouts';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { trpc } from '@/trpc/server';
import { BelowRent } from '../below-rent';

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
    <BelowRent back={t('back')} title={t('title')} text={t('text')}>
      <Payouts canEdit={role !== 'viewer'} />
    </BelowRent>
  );
}
