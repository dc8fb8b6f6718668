'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { pencilIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import type { DistributionKey } from '@/domain/vocabulary';
import type { Period } from '@/lib/period';

const ShareDialog = lazyDialog(async () => (await import('./share-dialog')).ShareDialog);

/** A cost of a house in one of its periods, and who holds something there in it. */
export type SharedLine = {
  propertyId: string;
  period: Period;
  categoryId: string;
  key: DistributionKey;
  name: string;
  leases: { id: string; name: string }[];
  isGerman: boolean;
};

/** Opens how a cost is shared out. */
export function ShareButton({ line }: { line: SharedLine }) {
  const t = useTranslations('CostSharing');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        icon={pencilIcon}
        className="text-muted"
        aria-label={`${t('edit')}: ${line.name}`}
        onClick={() => setOpen(true)}
      >
        {t('edit')}
      </Button>
      {isOpen && <ShareDialog line={line} onClose={() => setOpen(false)} />}
    </>
  );
}
