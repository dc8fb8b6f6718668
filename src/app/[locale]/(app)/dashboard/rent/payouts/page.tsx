import type { Metadata } from 'next';
import { Payouts } from '@/features/payout/components/payouts';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { trpc } from '@/trpc/server';
import { BelowRent } from '../below-rent';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('Payouts');
  return { title: t('title') };
}

export default async function PayoutsPage({ searchParams }: PageProps<'/[locale]/dashboard/rent/payouts'>) {
  const [{ role }, { show }, t] = await Promise.all([
    requirePortfolio('/dashboard/rent/payouts'),
    searchParams,
    getWords('Payouts'),
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
