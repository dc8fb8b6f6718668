import type { Metadata } from 'next';
import { MAIN_ID } from '@/components/frame/skip-link';
import { PageHead } from '@/components/page-head';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonTiles } from '@/components/skeleton';
import { SkeletonSection } from '@/components/skeleton-section';
import { PortfolioFigures } from '@/features/overview/components/portfolio-figures';
import { requirePortfolio } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { BookingGate } from '@/features/recurring/components/booking-gate';
import { StatisticsGate } from '@/features/statistics/components/statistics-gate';
import { StatisticsSection } from '@/features/statistics/components/statistics-section';
import { TaxYear } from '@/features/tax/components/lazy-tax-sections';
import { taxFormOf } from '@/features/tax/rules';
import { LazyVatSection } from '@/features/vat/components/lazy-vat-section';
import { todayIn, yearOf } from '@/lib/calendar';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('YearPage');
  return { title: t('title') };
}

export default async function YearPage({ searchParams }: PageProps<'/[locale]/dashboard/year'>) {
  const [portfolio, query, t] = await Promise.all([
    requirePortfolio('/dashboard/year'),
    searchParams,
    getWords('YearPage'),
  ]);
  const today = todayIn(portfolio.timeZone, new Date());
  return (
    <main id={MAIN_ID}>
      <PageHead title={t('title')} description={t('text')} />
      <div className="grid grid-cols-1 gap-6 md:gap-8">
        <SectionBoundary id="figures">
          <Arriving fallback={<SkeletonTiles />}>
            <FiguresGate />
          </Arriving>
        </SectionBoundary>
        <StatisticsGate propertyId={null} today={today}>
          <StatisticsSection today={today} />
        </StatisticsGate>
        <SectionBoundary id="bookings">
          <Arriving fallback={<SkeletonSection id="bookings" rows={4} />}>
            <BookingGate
              anchor="bookings"
              property={null}
              query={query}
              today={today}
              canEdit={portfolio.role !== 'viewer'}
            />
          </Arriving>
        </SectionBoundary>
        {taxFormOf(portfolio.jurisdiction) && <TaxYear today={today} />}
        <Arriving fallback={null}>
          <VatGate thisYear={yearOf(today)} />
        </Arriving>
      </div>
    </main>
  );
}

function FiguresGate() {
  void trpc.overview.figures.prefetch();
  return (
    <HydrateClient>
      <PortfolioFigures />
    </HydrateClient>
  );
}

function VatGate({ thisYear }: { thisYear: number }) {
  void trpc.vat.year.prefetch({ year: thisYear });
  return (
    <HydrateClient>
      <LazyVatSection thisYear={thisYear} />
    </HydrateClient>
  );
}
