'use client';

import { Suspense } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { SectionBoundary } from '@/components/section-boundary';
import type { CalendarDate } from '@/lib/calendar';

const TaxYearSection = lazyPart(async () => ({
  default: (await import('./tax-year-section')).TaxYearSection,
}));
const TaxFormSection = lazyPart(async () => ({
  default: (await import('./tax-form-section')).TaxFormSection,
}));

/** Far down its page: it stays away where no form is known, and nothing moves when it comes. */
export function LazyTaxYear({ today }: { today: CalendarDate }) {
  return (
    <SectionBoundary id="tax">
      <Suspense fallback={null}>
        <TaxYearSection today={today} />
      </Suspense>
    </SectionBoundary>
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
