import type { Metadata } from 'next';
import { LinkButton } from '@/components/link-button';
import { Section } from '@/components/section';
import { SkeletonForm } from '@/components/skeleton-form';
import { EditPortfolioForm } from '@/features/portfolio/components/edit-portfolio-form';
import { getWords } from '@/features/portfolio/words-gate';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterOwn, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('portfolio');
}

export default async function PortfolioPage() {
  const [current, t] = await Promise.all([enterOwn('portfolio'), getWords('Settings')]);
  if (!current) {
    return (
      <Section id="portfolio" title={t('portfolio')}>
        <p className="mb-4 text-sm text-muted">{t('noPortfolio')}</p>
        <LinkButton href="/dashboard/setup">{t('toSetup')}</LinkButton>
      </Section>
    );
  }
  void trpc.portfolio.get.prefetch();
  return (
    <Section id="portfolio" title={t('portfolio')} description={t('portfolioText')}>
      <Arriving fallback={<SkeletonForm fields={3} />}>
        <HydrateClient>
          <EditPortfolioForm timeZones={Intl.supportedValuesOf('timeZone')} />
        </HydrateClient>
      </Arriving>
    </Section>
  );
}
