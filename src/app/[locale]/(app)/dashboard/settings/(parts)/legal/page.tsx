import type { Metadata } from 'next';
import { SkeletonSection } from '@/components/skeleton-section';
import { LegalSection } from '@/features/legal/components/legal-section';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterPortfolio, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('legal');
}

export default async function LegalPage() {
  const { role } = await enterPortfolio('legal');
  void trpc.legal.list.prefetch();
  return (
    <Arriving fallback={<SkeletonSection id="legal" rows={2} />}>
      <HydrateClient>
        <LegalSection canEdit={role === 'owner'} />
      </HydrateClient>
    </Arriving>
  );
}
