import type { Metadata } from 'next';
import { Debits } from '@/features/debit/components/debits';
import { MANDATE_PAGE } from '@/features/debit/pages';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { trpc } from '@/trpc/server';
import { BelowRent } from '../below-rent';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('Debits');
  return { title: t('title') };
}

export default async function DebitsPage({ searchParams }: PageProps<'/[locale]/dashboard/rent/debits'>) {
  const [{ role }, { show }, t] = await Promise.all([
    requirePortfolio('/dashboard/rent/debits'),
    searchParams,
    getWords('Debits'),
  ]);
  void trpc.portfolio.get.prefetch();
  if (show === 'files') void trpc.debit.collections.prefetch();
  else if (show === 'mandates') void trpc.debit.mandates.prefetchInfinite(MANDATE_PAGE);
  else {
    void trpc.debit.due.prefetch({ wishedOn: null });
    void trpc.debit.mandates.prefetch({ limit: 1 });
  }
  return (
    <BelowRent back={t('back')} title={t('title')} text={t('text')}>
      <Debits canEdit={role !== 'viewer'} />
    </BelowRent>
  );
}
