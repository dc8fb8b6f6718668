import type { Metadata } from 'next';
import { MAIN_ID } from '@/components/frame/skip-link';
import { landmarkIcon } from '@/components/icons';
import { LinkButton } from '@/components/link-button';
import { PageHead } from '@/components/page-head';
import { SkeletonRows } from '@/components/skeleton';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { readRentsView } from '@/features/rent/month-params';
import { MONTH_PAGE, YEAR_PAGE } from '@/features/rent-account/pages';
import { firstOfMonth, todayIn } from '@/lib/calendar';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { RentsWithReminders } from './rents-with-reminders';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('RentPage');
  return { title: t('title') };
}

export default async function RentPage({ searchParams }: PageProps<'/[locale]/dashboard/rent'>) {
  const [portfolio, query, t] = await Promise.all([
    requirePortfolio('/dashboard/rent'),
    searchParams,
    getWords('RentPage'),
  ]);
  const today = todayIn(portfolio.timeZone, new Date());
  const view = readRentsView(
    { get: (name) => (typeof query[name] === 'string' ? query[name] : null) },
    today,
  );
  void trpc.portfolio.get.prefetch();
  if (view.kind === 'month') {
    const { month, openOnly } = view;
    void trpc.charge.month.prefetchInfinite({ month: firstOfMonth(month), openOnly, ...MONTH_PAGE });
  } else {
    void trpc.charge.year.prefetchInfinite({ propertyId: null, year: view.year, ...YEAR_PAGE });
  }
  return (
    <main id={MAIN_ID}>
      <PageHead
        title={t('title')}
        // On a phone the month, the rows and who has paid are in sight instead.
        description={<span className="hidden md:inline">{t('text')}</span>}
        actions={
          <>
            {/* Both are files of SEPA, which banks take in euros alone. */}
            {portfolio.currency === 'EUR' && (
              <>
                <LinkButton href="/dashboard/rent/payouts" look="secondary">
                  {t('payouts')}
                </LinkButton>
                <LinkButton href="/dashboard/rent/debits" look="secondary">
                  {t('debits')}
                </LinkButton>
              </>
            )}
            <LinkButton href="/dashboard/rent/bank" icon={landmarkIcon}>
              {t('bank')}
            </LinkButton>
          </>
        }
      />
      <HydrateClient>
        <Arriving fallback={<SkeletonRows count={6} />}>
          <RentsWithReminders today={today} />
        </Arriving>
      </HydrateClient>
    </main>
  );
}
