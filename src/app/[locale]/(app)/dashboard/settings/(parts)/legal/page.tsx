import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SkeletonSection } from '@/components/skeleton-section';
import { LegalSection } from '@/features/legal/components/legal-section';
import { HydrateClient, trpc } from '@/trpc/server';
import { enterPortfolio, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('legal');
}

export default async function LegalPage() {
  const { role } = await enterPortfolio('legal');
  void trpc.legal.list.prefetch();
  return (
    <Suspense fallback={<SkeletonSection id="legal" rows={2} />}>
      <HydrateClient>
        <LegalSection canEdit={role === 'owner'} />
      </HydrateClient>
    </Suspense>
  );
}
