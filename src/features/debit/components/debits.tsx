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
import { Collect } from './collect';

const CollectionList = lazyPart(() =>
  import('./collection-list').then((part) => ({ default: part.CollectionList })),
);
const MandateList = lazyPart(() => import('./mandate-list').then((part) => ({ default: part.MandateList })));

const views = ['collect', 'files', 'mandates'] as const;

/** Direct debits: what may be collected, the files made of it, and the mandates behind it. The address says which. */
export function Debits({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Debits');
  const [{ currency }] = trpc.portfolio.get.useSuspenseQuery();
  const asked = useSearchParams().get('show');
  const view = views.find((one) => one === asked) ?? 'collect';
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
        {view === 'collect' && <Collect canEdit={canEdit} />}
        {view === 'files' && <CollectionList canEdit={canEdit} />}
        {view === 'mandates' && <MandateList canEdit={canEdit} />}
      </Suspense>
    </>
  );
}
