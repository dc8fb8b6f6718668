'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Suspense, useDeferredValue, useState } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { Section } from '@/components/section';
import { SegmentedChoice } from '@/components/segmented-choice';
import { Skeleton } from '@/components/skeleton';
import { PaymentDialog } from '@/features/rent-account/components/payment-dialog';
import type { CalendarDate } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { type RentView, readRentView, writeRentView } from '../year-params';
import { type Payable, partiesOf } from './parties';
import { PostDueRent } from './post-due-rent';
import { RentYear } from './rent-year';

const ChargeList = lazyPart(() => import('./charge-list'));

/** What a property's leases owe: a year at a glance, or everything as a list. The address says which. */
export function PropertyRents({ propertyId, today }: { propertyId: string; today: CalendarDate }) {
  const t = useTranslations('PropertyRents');
  const [{ role }] = trpc.portfolio.get.useSuspenseQuery();
  const view = readRentView(useSearchParams(), today);
  // The months in sight stay until the next are there.
  const shown = useDeferredValue(view.year);
  const [paying, setPaying] = useState<Payable | null>(null);
  const canEdit = role !== 'viewer';
  const onPay = canEdit ? setPaying : null;

  function go(next: RentView) {
    const { pathname, search, hash } = window.location;
    const text = writeRentView(new URLSearchParams(search), next, today).toString();
    // An entry of its own: "back" leads to the year before.
    window.history.pushState(null, '', `${pathname}${text === '' ? '' : `?${text}`}${hash}`);
  }

  return (
    <Section
      id="rent"
      title={t('title')}
      flush
      description={t(view.kind !== 'year' ? 'text' : canEdit ? 'yearText' : 'yearTextViewer')}
      actions={
        <>
          {canEdit && <PostDueRent />}
          <SegmentedChoice
            label={t('view')}
            options={[
              { value: 'year', label: t('views.year') },
              { value: 'list', label: t('views.list') },
            ]}
            value={view.kind}
            onChange={(kind) => go({ ...view, kind })}
          />
        </>
      }
    >
      {view.kind === 'year' ? (
        <RentYear
          propertyId={propertyId}
          year={shown}
          isLoading={shown !== view.year}
          onYear={(year) => go({ kind: 'year', year })}
          onPay={onPay}
        />
      ) : (
        <Suspense fallback={<ListSkeleton />}>
          <ChargeList propertyId={propertyId} onPay={onPay} />
        </Suspense>
      )}
      {paying && (
        <PaymentDialog
          leases={[{ id: paying.leaseId, label: partiesOf(paying) }]}
          leaseId={paying.leaseId}
          chargeId={paying.id}
          onClose={() => setPaying(null)}
        />
      )}
    </Section>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-3 p-5 md:p-6">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  );
}
