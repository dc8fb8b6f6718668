import { useTranslations } from 'next-intl';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import type { CalendarDate } from '@/lib/calendar';
import { reportInput } from '../schema';

const field = fieldsOf<typeof reportInput>();

/** Any two days, the first not after the second. */
export function RangeForm({
  initial,
  onDone,
  onCancel,
}: {
  initial: { from: CalendarDate; to: CalendarDate };
  onDone: (range: { from: CalendarDate; to: CalendarDate }) => void;
  onCancel: () => void;
}) {
  const t = useTranslations('Statistics');
  const form = useDomainForm({
    schema: reportInput,
    submit: async ({ from, to }) => onDone({ from, to }),
  });
  return (
    <DomainForm form={form}>
      <FieldRow>
        <DateField name={field('from')} label={t('from')} defaultDay={initial.from} />
        <DateField name={field('to')} label={t('to')} defaultDay={initial.to} />
      </FieldRow>
      <FormActions onClose={onCancel}>{t('show')}</FormActions>
    </DomainForm>
  );
}
