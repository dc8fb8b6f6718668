import type { Metadata } from 'next';
import { Bank } from '@/features/bank/components/bank';
import { DECIDED_PAGE, INBOX_PAGE } from '@/features/bank/pages';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { trpc } from '@/trpc/server';
import { BelowRent } from '../below-rent';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('Bank');
  return { title: t('title') };
}

export default async function BankPage({ searchParams }: PageProps<'/[locale]/dashboard/rent/bank'>) {
  const [{ role }, { show }, t] = await Promise.all([
    requirePortfolio('/dashboard/rent/bank'),
    searchParams,
    getWords('Bank'),
  ]);
  if (show === 'decided') void trpc.bank.decided.prefetchInfinite(DECIDED_PAGE);
  else if (show === 'files') {
    void trpc.bank.balances.prefetch();
    void trpc.bank.imports.prefetch();
  } else if (show === 'rules') void trpc.bank.rules.prefetch();
  else void trpc.bank.inbox.prefetchInfinite(INBOX_PAGE);
  void trpc.portfolio.get.prefetch();
  return (
    <BelowRent back={t('back')} title={t('title')} text={t('text')}>
      <Bank canEdit={role !== 'viewer'} />
    </BelowRent>
  );
}
