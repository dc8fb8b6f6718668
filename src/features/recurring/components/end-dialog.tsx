import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { addDays, lastOfMonth, maxDate, monthOf } from '@/lib/calendar';
import { trpc } from '@/trpc/client';
import { endRecurringInput } from '../schema';
import type { RecurringItem } from './recurring-list';

const field = fieldsOf<typeof endRecurringInput>();

/** The last day on which the item may fall due. */
export function EndDialog({
  item: opened,
  today,
  onClose,
}: {
  item: RecurringItem;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('RecurringForm');
  const { data: item } = trpc.recurring.get.useQuery({ id: opened.id }, { initialData: opened });
  const proposed = maxDate(lastOfMonth(monthOf(today)), item.startsOn);
  const [endsOn, setEndsOn] = useState<string | null>(proposed);
  const later = trpc.recurring.posted.useQuery(
    { id: item.id, from: addDays(endsOn ?? today, 1) },
    { enabled: endsOn !== null && endsOn < today },
  );
  const laterCount = endsOn !== null && endsOn < today ? (later.data?.length ?? 0) : 0;
  const end = trpc.recurring.end.useMutation();
  const form = useDomainForm({
    schema: endRecurringInput,
    fixed: { id: item.id, version: item.version },
    submit: (input) => end.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('ended'));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('endTitle')}
      description={item.title}
      size="sm"
    >
      <DomainForm form={form}>
        <EditConflict form={form} />
        <DateField
          name={field('endsOn')}
          label={t('endsOn')}
          hint={t('lastDueHint')}
          defaultDay={proposed}
          onDayChange={setEndsOn}
        />
        {laterCount > 0 && (
          <CheckboxField
            name={field('removeLater')}
            label={t('removeLater', { count: laterCount })}
            defaultChecked
          />
        )}
        <FormActions onClose={onClose}>{t('end')}</FormActions>
      </DomainForm>
    </Dialog>
  );
}
