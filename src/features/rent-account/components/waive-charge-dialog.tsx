import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FormActions } from '@/components/form/form-actions';
import { MoneyField } from '@/components/form/money-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { formatMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { waiveChargeInput } from '@/ledger/inputs';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

const field = fieldsOf<typeof waiveChargeInput>();

/** Lets the tenant off what is still open of a charge; open as long as it is mounted. */
export function WaiveChargeDialog({
  chargeId,
  title,
  openCents,
  onClose,
}: {
  chargeId: string;
  title: string;
  openCents: number;
  onClose: () => void;
}) {
  const t = useTranslations('WaiveCharge');
  const formats = useFormats();
  const [id] = useState(newId);
  const waive = trpc.charge.waive.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: waiveChargeInput,
    fixed: { id, chargeId },
    submit: (input) => waive.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('title')}
      description={t('text', { title, amount: formatMoney(openCents, formats.currency, formats) })}
    >
      <DomainForm form={form}>
        <TextField name={field('reason')} label={t('reason')} hint={t('reasonHint')} autoFocus />
        <MoneyField
          name={field('amountCents')}
          label={t('amount')}
          hint={t('amountHint')}
          defaultCents={openCents}
          className="max-w-60"
        />
        <FormActions onClose={onClose}>{t('waive')}</FormActions>
      </DomainForm>
    </Dialog>
  );
}
