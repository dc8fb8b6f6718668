import type { Metadata } from 'next';
import { classNames } from '@/components/class-names';
import { MAIN_ID } from '@/components/frame/skip-link';
import { LinkButton } from '@/components/link-button';
import { PageHead } from '@/components/page-head';
import { SkeletonRows } from '@/components/skeleton';
import { DemoOffer } from '@/features/demo/components/demo-offer';
import { SetupGuide } from '@/features/overview/components/setup-guide';
import { SetupSteps } from '@/features/overview/components/setup-steps';
import { CreatePortfolioForm } from '@/features/portfolio/components/create-portfolio-form';
import { findEnded, getOwnPortfolios, requireSession } from '@/features/portfolio/portfolio-gate';
import { getWords } from '@/features/portfolio/words-gate';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getWords('Setup');
  return { title: t('title') };
}

export default async function SetupPage({ searchParams }: PageProps<'/[locale]/dashboard/setup'>) {
  const { userId } = await requireSession('/dashboard/setup');
  const [t, { current }, query] = await Promise.all([getWords('Setup'), getOwnPortfolios(), searchParams]);
  const ended = current === null && query.new !== '1' ? await findEnded(userId) : null;
  if (ended !== null) return <Ended name={ended} />;
  const founds = current === null || query.new === '1';
  return (
    <main id={MAIN_ID} className={classNames('mx-auto', founds ? 'max-w-2xl' : 'max-w-4xl')}>
      <PageHead title={t('title')} description={founds ? t('welcome') : t('lead')} />
      {current?.isDemo !== true && <DemoOffer own={current && placeOf(current)} />}
      {founds ? (
        <NewPortfolio />
      ) : (
        <Arriving fallback={<SkeletonRows count={4} />}>
          <Guide {...placeOf(current)} canEdit={current.role !== 'viewer'} />
        </Arriving>
      )}
    </main>
  );
}

/** Whoever has lost the only portfolio they saw need not want one of their own. */
async function Ended({ name }: { name: string }) {
  const t = await getWords('Setup');
  return (
    <main id={MAIN_ID} className="mx-auto max-w-2xl">
      <PageHead title={t('ended', { name })} description={t('endedText')} />
      <LinkButton href={{ pathname: '/dashboard/setup', query: { new: '1' } }}>{t('own')}</LinkButton>
    </main>
  );
}

const placeOf = ({
  jurisdiction,
  currency,
  timeZone,
}: NonNullable<Awaited<ReturnType<typeof getOwnPortfolios>>['current']>) => ({
  jurisdiction,
  currency,
  timeZone,
});

async function NewPortfolio() {
  const profile = await trpc.account.getProfile();
  return (
    <SetupSteps done={new Set()}>
      <CreatePortfolioForm
        landlordName={profile.displayName}
        timeZones={Intl.supportedValuesOf('timeZone')}
      />
    </SetupSteps>
  );
}

function Guide({ jurisdiction, timeZone, canEdit }: ReturnType<typeof placeOf> & { canEdit: boolean }) {
  void trpc.overview.get.prefetch();
  void trpc.property.list.prefetch({ limit: 2 });
  return (
    <HydrateClient>
      <SetupGuide jurisdiction={jurisdiction} timeZone={timeZone} canEdit={canEdit} />
    </HydrateClient>
  );
}
