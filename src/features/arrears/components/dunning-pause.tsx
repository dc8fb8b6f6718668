'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { DateText } from '@/components/date-text';
import { Dialog, DialogActions } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { SubmitButton } from '@/components/form/submit-button';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { addMonths } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { pauseDunningInput } from '../schema';

type Row = Pick<Outputs['arrears']['list']['rows'][number], 'leaseId' | 'leaseVersion' | 'pausedUntil'>;

function usePauseRefresh() {
  const utils = trpc.useUtils();
  return () => {
    void utils.arrears.invalidate();
    void utils.lease.invalidate();
  };
}

/** Whether reminders rest, until when, and the way to change it. */
export function DunningPause({ row, canEdit, today }: { row: Row; canEdit: boolean; today: string }) {
  const t = useTranslations('Arrears');
  const refresh = usePauseRefresh();
  const [isOpen, setOpen] = useState(false);
  const pause = trpc.arrears.pause.useMutation({ onSettled: refresh });
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
        <Button size="sm" look="ghost" className="-ms-3 text-muted" onClick={() => setOpen(true)}>
          {t('pause')}
        </Button>
      )}
      {isOpen && <PauseDialog row={row} today={today} onClose={() => setOpen(false)} />}
    </p>
  );
}

function PauseDialog({ row, today, onClose }: { row: Row; today: string; onClose: () => void }) {
  const t = useTranslations('Arrears');
  const words = useTranslations('Form');
  const refresh = usePauseRefresh();
  const pause = trpc.arrears.pause.useMutation({ onSettled: refresh });
  const form = useDomainForm({
    schema: pauseDunningInput,
    fixed: { leaseId: row.leaseId, version: row.leaseVersion },
    submit: (input) => pause.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('paused'));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('pause')}
      description={t('pauseText')}
    >
      <DomainForm form={form}>
        <DateField name="until" label={t('until')} defaultDay={addMonths(today, 1)} autoFocus />
        <DialogActions>
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          <SubmitButton>{t('pause')}</SubmitButton>
        </DialogActions>
      </DomainForm>
    </Dialog>
  );
}
