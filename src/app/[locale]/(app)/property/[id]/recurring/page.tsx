import type { Metadata } from 'next';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonRows } from '@/components/skeleton';
import { BookingGate } from '@/features/recurring/components/booking-gate';
import { Arriving } from '@/trpc/server';
import { enterProperty, propertyTitle } from '../property-gate';

type Props = PageProps<'/[locale]/property/[id]/recurring'>;

export function generateMetadata({ params }: Props): Promise<Metadata> {
  return propertyTitle(params, 'recurring');
}

export default async function PropertyRecurringPage({ params, searchParams }: Props) {
  const [opened, query] = await Promise.all([enterProperty(params), searchParams]);
  if (!opened) return null;
  const { property, today, canEdit } = opened;
  return (
    <SectionBoundary id="recurring">
      <Arriving fallback={<SkeletonRows count={6} />}>
        <BookingGate
          anchor="recurring"
          property={{ id: property.id, name: property.name }}
          query={query}
          today={today}
          canEdit={canEdit}
        />
      </Arriving>
    </SectionBoundary>
  );
}
