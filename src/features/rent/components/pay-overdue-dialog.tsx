'use client';

import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Dialog } from '@/components/dialog';
import { SkeletonForm } from '@/components/skeleton-form';
import { PayOverdueForm } from './pay-overdue-form';

/** Records payments for what is overdue in a property, all in one go; open as long as it is mounted. */
export function PayOverdueDialog({ propertyId, onClose }: { propertyId: string; onClose: () => void }) {
  const t = useTranslations('PayOverdue');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} description={t('text')}>
      <Suspense fallback={<SkeletonForm fields={4} />}>
        <PayOverdueForm propertyId={propertyId} onClose={onClose} />
      </Suspense>
    </Dialog>
  );
}
