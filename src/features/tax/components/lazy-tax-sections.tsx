'use client';

import { Suspense, useRef } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { SectionBoundary } from '@/components/section-boundary';
import { SkeletonSection } from '@/components/skeleton-section';
import { useInView } from '@/features/statistics/components/use-in-view';
import type { CalendarDate } from '@/lib/calendar';

const TaxYearSection = lazyPart(async () => ({
  default: (await import('./tax-year-section')).TaxYearSection,
}));
const TaxFormSection = lazyPart(async () => ({
  default: (await import('./tax-form-section')).TaxFormSection,
}));

/** Far down its page, and read of every payment of a year: asked for once somebody comes near. */
export function TaxYear({ today }: { today: CalendarDate }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInView(place);
  return (
    <div ref={place}>
      {isNear ? (
        <SectionBoundary id="tax">
          <Suspense fallback={<SkeletonSection id="tax" rows={4} />}>
            <TaxYearSection today={today} />
          </Suspense>
        </SectionBoundary>
      ) : (
        <SkeletonSection id="tax" rows={4} />
      )}
    </div>
  );
}

/** The last section of its page. */
export function LazyTaxForm({ propertyId, today }: { propertyId: string; today: CalendarDate }) {
  return (
    <SectionBoundary id="tax">
      <Suspense fallback={null}>
        <TaxFormSection propertyId={propertyId} today={today} />
      </Suspense>
    </SectionBoundary>
  );
}
