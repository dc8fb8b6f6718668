import type { Metadata } from 'next';
import { SkeletonSection } from '@/components/skeleton-section';
import { CategorySection } from '@/features/category/components/category-section';
import { Arriving, HydrateClient, trpc } from '@/trpc/server';
import { enterPortfolio, settingsTitle } from '../../settings-gate';

export function generateMetadata(): Promise<Metadata> {
  return settingsTitle('categories');
}

export default async function CategoriesPage() {
  const { role } = await enterPortfolio('categories');
  void trpc.portfolio.get.prefetch();
  void trpc.category.list.prefetch({ archive: 'all' });
  return (
    <Arriving fallback={<SkeletonSection id="categories" rows={2} />}>
      <HydrateClient>
        <CategorySection canEdit={role !== 'viewer'} />
      </HydrateClient>
    </Arriving>
  );
}
