import type { Metadata } from 'next';
import { MailSection } from '@/features/outbox/components/mail-section';
import { BankAccountSection } from '@/features/portfolio/components/bank-account-section';
import { LandlordSection } from '@/features/portfolio/components/landlord-section';
import { countryOfJurisdiction } from '@/i18n/country-rules';
import { HydrateClient, trpc } from '@/trpc/server';
import { enterPortfolio, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('landlords');
}

/** Comes whole: addresses lead to the accounts below the landlords. */
export default async function LandlordsPage() {
  const { role, ...place } = await enterPortfolio('landlords');
  await Promise.all([
    trpc.landlord.list.prefetch({ archive: 'all' }),
    trpc.bankAccount.list.prefetch({ archive: 'all' }),
  ]);
  const canEdit = role === 'owner';
  return (
    <HydrateClient>
      <LandlordSection canEdit={canEdit} country={countryOfJurisdiction(place)} />
      <BankAccountSection canEdit={canEdit} />
      {role !== 'viewer' && <MailSection />}
    </HydrateClient>
  );
}
