import { useTranslations } from 'next-intl';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { updateDepositInput } from '../schema';
import { AgreedFields } from './agreed-fields';

const field = fieldsOf<typeof updateDepositInput>();

/** Changes what is agreed, and by when the deposit is to be returned; open as long as it is mounted. */
export function EditDepositDialog({
  deposit,
  isGerman,
  onClose,
}: {
  deposit: Outputs['deposit']['list']['leases'][number]['deposits'][number];
  /** Elsewhere the law may well name a day, often of the first weeks. */
  isGerman: boolean;
  onClose: () => void;
}) {
  const t = useTranslations('Deposit');
  const update = trpc.deposit.update.useMutation();
  const form = useDomainForm({
    schema: updateDepositInput,
    fixed: { id: deposit.id, version: deposit.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('changed'));
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('edit')} description={t('agreeText')}>
      <DomainForm form={form}>
        <AgreedFields deposit={deposit} />
        <DateField
          name={field('returnDueOn')}
          label={t('returnDueOn')}
          hint={isGerman ? t('returnDueHint') : undefined}
          defaultDay={deposit.returnDueOn}
          optional
        />
        <EditConflict form={form} />
        <FormActions onClose={onClose} />
      </DomainForm>
    </Dialog>
  );
}
