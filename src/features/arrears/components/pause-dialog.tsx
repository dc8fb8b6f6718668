import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { addMonths } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { pauseDunningInput } from '../schema';
import type { PausableRow } from './dunning-pause';

const field = fieldsOf<typeof pauseDunningInput>();

/** Asks until when reminders rest. */
export function PauseDialog({
  row,
  today,
  onClose,
}: {
  row: PausableRow;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('Arrears');
  const pause = trpc.arrears.pause.useMutation();
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
        <DateField name={field('until')} label={t('until')} defaultDay={addMonths(today, 1)} autoFocus />
        <FormActions onClose={onClose}>{t('pause')}</FormActions>
      </DomainForm>
    </Dialog>
  );
}
