import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/components/dialog';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { LeaseOfTenant, useLeaseOfTenant } from '@/features/rent-account/components/lease-of-tenant';
import { formatIban } from '@/lib/iban';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createMandateInput, updateMandateInput } from '../schema';
import type { MandateRow } from './mandate-list';

const field = fieldsOf<typeof createMandateInput>();

/** A new mandate, or one that is changed. Open as long as it is mounted. */
export function MandateDialog({ mandate, onClose }: { mandate: MandateRow | null; onClose: () => void }) {
  const t = useTranslations('Debits');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(mandate ? 'editTitle' : 'newTitle')}
      description={t('newText')}
    >
      {mandate ? <EditForm mandate={mandate} onClose={onClose} /> : <NewForm onClose={onClose} />}
    </Dialog>
  );
}

function NewForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('Debits');
  const [id] = useState(newId);
  const choice = useLeaseOfTenant();
  const create = trpc.debit.createMandate.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createMandateInput,
    fixed: { id },
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('mandateAdded'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <LeaseOfTenant choice={choice} name={field('leaseId')} />
      {choice.leases.length > 0 && (
        <Fields key={choice.tenant?.id} mandate={null} holder={choice.tenant?.label ?? ''} />
      )}
      <FormActions onClose={onClose} canSave={choice.leases.length > 0} />
    </DomainForm>
  );
}

function EditForm({ mandate, onClose }: { mandate: MandateRow; onClose: () => void }) {
  const t = useTranslations('Debits');
  const update = trpc.debit.updateMandate.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: updateMandateInput,
    fixed: { id: mandate.id, version: mandate.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('mandateSaved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <Fields mandate={mandate} holder={mandate.holder} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function Fields({ mandate, holder }: { mandate: MandateRow | null; holder: string }) {
  const t = useTranslations('Debits');
  return (
    <>
      <TextField name={field('holder')} label={t('holder')} defaultValue={holder} autoComplete="off" />
      <TextField
        name={field('iban')}
        label={t('iban')}
        defaultValue={mandate ? formatIban(mandate.iban) : ''}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        empty="text"
      />
      <FieldRow>
        <TextField
          name={field('reference')}
          label={t('reference')}
          hint={t('referenceHint')}
          defaultValue={mandate?.reference}
          autoComplete="off"
          spellCheck={false}
        />
        <DateField name={field('signedOn')} label={t('signedOn')} defaultDay={mandate?.signedOn ?? null} />
      </FieldRow>
    </>
  );
}
