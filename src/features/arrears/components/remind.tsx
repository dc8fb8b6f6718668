import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { fileTextIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';

const RemindDialog = lazyDialog(async () => (await import('./remind-dialog')).RemindDialog);

/** The way to a letter about what is overdue on a lease; `who` tells buttons of a list apart. */
export function Remind({ leaseId, who }: { leaseId: string; who: string }) {
  const t = useTranslations('Reminder');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        look="tertiary"
        icon={fileTextIcon}
        aria-label={`${t('remind')}: ${who}`}
        onClick={() => setOpen(true)}
      >
        {t('remind')}
      </Button>
      {isOpen && <RemindDialog leaseId={leaseId} onClose={() => setOpen(false)} />}
    </>
  );
}
