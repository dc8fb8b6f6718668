import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { mailIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { trpc } from '@/trpc/client';

const RemindAllDialog = lazyDialog(async () => (await import('./remind-all-dialog')).RemindAllDialog);

/** So many are looked through at once. */
const AT_ONCE = 20;

/** The way to all letters that the portfolio's rule proposes today; nothing where it proposes none. */
export function DueReminders() {
  const t = useTranslations('RemindAll');
  const [due] = trpc.arrears.due.useSuspenseQuery();
  /** As they were when somebody began to look at them. */
  const [opened, setOpened] = useState<{ leaseIds: string[]; left: number } | null>(null);
  const open = () =>
    setOpened({
      leaseIds: due.slice(0, AT_ONCE).map((one) => one.leaseId),
      left: Math.max(0, due.length - AT_ONCE),
    });
  return (
    <>
      {due.length > 0 && (
        <Button look="primary" icon={mailIcon} onClick={open}>
          {t('open', { count: due.length })}
        </Button>
      )}
      {opened && <RemindAllDialog {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}
