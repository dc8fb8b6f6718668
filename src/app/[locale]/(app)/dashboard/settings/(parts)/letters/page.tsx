import type { Metadata } from 'next';
import { SkeletonSection } from '@/components/skeleton-section';
import { TemplateSection } from '@/features/letter/components/template-section';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterPortfolio, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('letters');
}

export default async function LettersPage() {
  const { role } = await enterPortfolio('letters');
  void trpc.portfolio.get.prefetch();
  void trpc.letterTemplate.list.prefetch({ archive: 'all' });
  return (
    <Arriving fallback={<SkeletonSection id="letters" rows={2} />}>
      <HydrateClient>
        <TemplateSection canEdit={role !== 'viewer'} />
      </HydrateClient>
    </Arriving>
  );
}
