import type { Metadata } from 'next';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { PropertyRentSection } from '@/features/rent/components/property-rent-section';
import { Arriving } from '@/trpc/server';
import { enterProperty, propertyTitle } from '../property-gate';

type Props = PageProps<'/[locale]/property/[id]/rent'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params, 'rent');
}

export default async function PropertyRentPage({ params, searchParams }: Props) {
  const [opened, query] = await Promise.all([enterProperty(params), searchParams]);
  if (!opened) return null;
  return (
    <SectionBoundary id="rent">
      <Arriving fallback={<SkeletonRows count={6} />}>
        <PropertyRentSection propertyId={opened.property.id} query={query} today={opened.today} />
      </Arriving>
    </SectionBoundary>
  );
}
