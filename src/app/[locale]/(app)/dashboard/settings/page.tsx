import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { MAIN_ID } from '@/components/frame/skip-link';
import { LinkButton } from '@/components/link-button';
import { PageHead } from '@/components/page-head';
import { Section } from '@/components/section';
import { SectionBoundary } from '@/components/section-boundary';
import { SectionNav } from '@/components/section-nav';
import { SkeletonForm } from '@/components/skeleton-form';
import { SkeletonSection } from '@/components/skeleton-section';
import { AccessSections } from '@/features/account/components/access-sections';
import { ProfileForm } from '@/features/account/components/profile-form';
import { problemParam, type SearchParams } from '@/features/account/search-params';
import { CategorySection } from '@/features/category/components/category-section';
import { ErasureSection } from '@/features/erasure/components/erasure-section';
import { DataSection } from '@/features/export/components/data-section';
import { LegalSection } from '@/features/legal/components/legal-section';
import { MemberSection } from '@/features/member/components/member-section';
import { BankAccountSection } from '@/features/portfolio/components/bank-account-section';
import { EditPortfolioForm } from '@/features/portfolio/components/edit-portfolio-form';
import { LandlordSection } from '@/features/portfolio/components/landlord-section';
import { getOwnPortfolios, requireSession } from '@/features/portfolio/portfolio-gate';
import { countryOfJurisdiction } from '@/features/property/rules';
import { HydrateClient, trpc } from '@/trpc/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Settings');
  return { title: t('title') };
}

export default async function SettingsPage({ searchParams }: { searchParams: SearchParams }) {
  await requireSession('/dashboard/settings');
  const [t, { current }, query] = await Promise.all([
    getTranslations('Settings'),
    getOwnPortfolios(),
    searchParams,
  ]);
  return (
    <main id={MAIN_ID} className="mx-auto max-w-3xl">
      <PageHead title={t('title')} />
      <SectionNav label={t('sections')} sections={await listSections(current)} />
      <div className="mt-4 grid grid-cols-1 gap-10">
        <Section id="profile" title={t('profile')} description={t('profileText')}>
          <Suspense fallback={<SkeletonForm fields={3} />}>
            <Profile />
          </Suspense>
        </Section>
        <SectionBoundary id="access">
          <Suspense fallback={<SkeletonSection id="access" rows={4} />}>
            <AccessSections timeZone={current?.timeZone ?? 'UTC'} problem={problemParam(query.problem)} />
          </Suspense>
        </SectionBoundary>
        {current ? (
          <>
            <Section id="portfolio" title={t('portfolio')} description={t('portfolioText')}>
              <Suspense fallback={<SkeletonForm fields={3} />}>
                <Portfolio />
              </Suspense>
            </Section>
            <Suspense fallback={<SkeletonSection id="landlords" rows={2} />}>
              <Parties
                canEdit={current.role === 'owner'}
                country={countryOfJurisdiction(current.jurisdiction)}
              />
            </Suspense>
            <Suspense fallback={<SkeletonSection id="members" rows={2} />}>
              <Members portfolio={current} timeZone={current.timeZone} />
            </Suspense>
            <Suspense fallback={<SkeletonSection id="categories" rows={2} />}>
              <Categories canEdit={current.role !== 'viewer'} />
            </Suspense>
            <Suspense fallback={<SkeletonSection id="legal" rows={2} />}>
              <Legal canEdit={current.role === 'owner'} />
            </Suspense>
          </>
        ) : (
          <Section id="portfolio" title={t('portfolio')}>
            <p className="mb-4 text-sm text-muted">{t('noPortfolio')}</p>
            <LinkButton href="/dashboard/setup">{t('toSetup')}</LinkButton>
          </Section>
        )}
        {current?.role === 'owner' && <DataSection portfolio={current.name} />}
        <ErasureSection
          portfolio={current?.role === 'owner' ? { id: current.id, name: current.name } : null}
        />
      </div>
    </main>
  );
}

/** Names of the sections as they stand at their heads. */
async function listSections(current: { role: string } | null) {
  const [
    settings,
    access,
    factors,
    identities,
    sessions,
    landlords,
    accounts,
    members,
    categories,
    legal,
    data,
    danger,
  ] = await Promise.all([
    getTranslations('Settings'),
    getTranslations('Access'),
    getTranslations('Factors'),
    getTranslations('Identities'),
    getTranslations('Sessions'),
    getTranslations('Landlords'),
    getTranslations('BankAccounts'),
    getTranslations('Members'),
    getTranslations('Categories'),
    getTranslations('LegalFigures'),
    getTranslations('DataSection'),
    getTranslations('Erasure'),
  ]);
  return [
    { id: 'profile', label: settings('profile') },
    { id: 'access', label: access('title') },
    { id: 'factors', label: factors('title') },
    { id: 'identities', label: identities('title') },
    { id: 'sessions', label: sessions('title') },
    { id: 'portfolio', label: settings('portfolio') },
    ...(current
      ? [
          { id: 'landlords', label: landlords('title') },
          { id: 'accounts', label: accounts('title') },
          { id: 'members', label: members('title') },
          { id: 'categories', label: categories('title') },
          { id: 'legal', label: legal('title') },
        ]
      : []),
    ...(current?.role === 'owner' ? [{ id: 'data', label: data('title') }] : []),
    { id: 'danger', label: danger('title') },
  ];
}

function Legal({ canEdit }: { canEdit: boolean }) {
  void trpc.legal.list.prefetch();
  return (
    <HydrateClient>
      <LegalSection canEdit={canEdit} />
    </HydrateClient>
  );
}

function Profile() {
  void trpc.account.getProfile.prefetch();
  return (
    <HydrateClient>
      <ProfileForm />
    </HydrateClient>
  );
}

function Portfolio() {
  void trpc.portfolio.get.prefetch();
  return (
    <HydrateClient>
      <EditPortfolioForm timeZones={Intl.supportedValuesOf('timeZone')} />
    </HydrateClient>
  );
}

function Members(props: { portfolio: { id: string; name: string }; timeZone: string }) {
  void trpc.member.list.prefetch();
  return (
    <HydrateClient>
      <MemberSection {...props} />
    </HydrateClient>
  );
}

function Categories(props: { canEdit: boolean }) {
  void trpc.category.list.prefetch({ archive: 'all' });
  return (
    <HydrateClient>
      <CategorySection {...props} />
    </HydrateClient>
  );
}

function Parties({ canEdit, country }: { canEdit: boolean; country: string }) {
  void trpc.landlord.list.prefetch({ archive: 'all' });
  void trpc.bankAccount.list.prefetch({ archive: 'all' });
  return (
    <HydrateClient>
      <LandlordSection canEdit={canEdit} country={country} />
      <BankAccountSection canEdit={canEdit} />
    </HydrateClient>
  );
}
