import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { pauseIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

const PauseDialog = lazyDialog(async () => (await import('./pause-dialog')).PauseDialog);

export type PausableRow = Pick<
  Outputs['arrears']['list']['rows'][number],
  'leaseId' | 'leaseVersion' | 'pausedUntil'
>;

/** Whether reminders rest, until when, and the way to change it. */
export function DunningPause({ row, canEdit, today }: { row: PausableRow; canEdit: boolean; today: string }) {
  const t = useTranslations('Arrears');
  const [isOpen, setOpen] = useState(false);
  const pause = trpc.arrears.pause.useMutation();
  if (!canEdit && row.pausedUntil === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {row.pausedUntil && (
        <span>
          {t('pausedUntil')} <DateText day={row.pausedUntil} />
        </span>
      )}
      {canEdit && row.pausedUntil && (
        <Button
          size="sm"
          look="ghost"
          pending={pause.isPending}
          onClick={() => pause.mutate({ leaseId: row.leaseId, version: row.leaseVersion, until: null })}
        >
          {t('endPause')}
        </Button>
      )}
      {canEdit && !row.pausedUntil && (
        <Button size="sm" look="ghost" icon={pauseIcon} className="-ms-3" onClick={() => setOpen(true)}>
          {t('pause')}
        </Button>
      )}
      {isOpen && <PauseDialog row={row} today={today} onClose={() => setOpen(false)} />}
    </p>
  );
}
