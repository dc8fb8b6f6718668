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

/** Opens how a cost is shared out; with a `label` in the midst of a sentence. */
export function ShareButton({ line, label }: { line: SharedLine; label?: string }) {
  const t = useTranslations('CostSharing');
  const [isOpen, setOpen] = useState(false);
  const said = label ?? t('edit');
  const own = { 'aria-label': `${said}: ${line.name}`, onClick: () => setOpen(true) };
  return (
    <>
      {label ? (
        <button type="button" className="underline underline-offset-2" {...own}>
          {said}
        </button>
      ) : (
        <Button look="ghost" size="sm" icon={pencilIcon} className="text-muted" {...own}>
          {said}
        </Button>
      )}
      {isOpen && <ShareDialog line={line} onClose={() => setOpen(false)} />}
    </>
  );
}
