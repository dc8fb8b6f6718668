'use client';

import { useTranslations } from 'next-intl';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { SkeletonForm } from '@/components/skeleton-form';
import { CorrectPosted, type Uncorrected } from './correct-posted';

const AgreeRentForm = lazy(() => import('./agree-rent-form'));

/**
 * A new rent from a day on; open as long as it is mounted. When months are posted already that it would
 * change, it asks about them before they are touched.
 */
export function AgreeRentDialog({
  leaseId,
  today,
  onClose,
}: {
  leaseId: string;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('AgreeRent');
  const [uncorrected, setUncorrected] = useState<Uncorrected | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={uncorrected ? t('differTitle') : t('title')}
      description={uncorrected ? t('differText') : t('text')}
    >
      {uncorrected ? (
        <CorrectPosted uncorrected={uncorrected} onClose={onClose} />
      ) : (
        <Suspense fallback={<SkeletonForm />}>
          <AgreeRentForm
            leaseId={leaseId}
            today={today}
            onClose={onClose}
            onAgreed={(agreed) => (agreed.differences.length > 0 ? setUncorrected(agreed) : onClose())}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
