'use client';

import { Suspense } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { SectionBoundary } from '@/components/section-boundary';

const VatSection = lazyPart(async () => ({ default: (await import('./vat-section')).VatSection }));

/** The last section of its page: it stays away where nobody lets with VAT, and nothing moves when it comes. */
export function LazyVatSection({ thisYear }: { thisYear: number }) {
  return (
    <SectionBoundary id="vat">
      <Suspense fallback={null}>
        <VatSection thisYear={thisYear} />
      </Suspense>
    </SectionBoundary>
  );
}
