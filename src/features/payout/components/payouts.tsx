'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { lazyPart } from '@/components/lazy-part';
import { Notice } from '@/components/notice';
import { SegmentedChoice } from '@/components/segmented-choice';
import { showView } from '@/components/show-view';
import { SkeletonRows } from '@/components/skeleton';
import { trpc } from '@/trpc/client';
import { Pay } from './pay';

const PayoutList = lazyPart(() => import('./payout-list').then((part) => ({ default: part.PayoutList })));

const views = ['pay', 'files'] as const;

/** Payouts: what may be paid to tenants, and the files made of it. The address says which. */
export function Payouts({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Payouts');
  const [{ currency }] = trpc.portfolio.get.useSuspenseQuery();
  const asked = useSearchParams().get('show');
  const view = views.find((one) => one === asked) ?? 'pay';
  if (currency !== 'EUR') return <Notice>{t('euroOnly', { currency })}</Notice>;
  return (
    <>
      <div className="flex pb-4">
        <SegmentedChoice
          label={t('view')}
          options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
          value={view}
          onChange={(next) => showView(next, views[0])}
        />
      </div>
      <Suspense fallback={<SkeletonRows count={6} />}>
        {view === 'pay' ? <Pay canEdit={canEdit} /> : <PayoutList canEdit={canEdit} />}
      </Suspense>
    </>
  );
}
