'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Dialog, DialogActions } from '@/components/dialog';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { DomainForm } from '@/components/form/domain-form';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { useAccountRefresh } from '@/features/ledger/components/use-account-refresh';
import { newId } from '@/lib/new-id';
import { type DepositMovementKind, depositMovementKinds } from '@/lib/vocabulary';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { recordMovementInput } from '../schema';

/** What happened to a deposit; open as long as it is mounted. */
export function MovementDialog({
  depositId,
  balanceCents,
  missingCents,
  today,
  onClose,
}: {
  depositId: string;
  balanceCents: number;
  /** Agreed and not received yet. */
  missingCents: number;
  today: string;
  onClose: () => void;
}) {
  const t = useTranslations('Deposit');
  const labels = useTranslations('Labels');
  const words = useTranslations('Form');
  const utils = trpc.useUtils();
  const refresh = useAccountRefresh();
  const [id] = useState(newId);
  const [kind, setKind] = useState<DepositMovementKind>(missingCents > 0 ? 'received' : 'returned');
  const record = trpc.deposit.record.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: recordMovementInput,
    fixed: { id, depositId },
    submit: (input) => record.mutateAsync(input),
    onSuccess: () => {
      void utils.deposit.list.invalidate();
      refresh();
      showSuccess(t('recorded'));
      onClose();
    },
  });
  const needsReason = kind === 'deduction' || kind === 'hold_back';
  const proposedCents = kind === 'received' ? missingCents : kind === 'returned' ? balanceCents : 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('record')}
      description={t('recordText')}
    >
      <DomainForm form={form}>
        <SelectField
          name="kind"
          label={t('kind')}
          options={depositMovementKinds.map((value) => ({
            value,
            label: labels(`depositMovement.${value}`),
          }))}
          defaultValue={kind}
          onValueChange={(value) => {
            const chosen = depositMovementKinds.find((known) => known === value);
            if (chosen) setKind(chosen);
          }}
        />
        <FieldRow>
          <MoneyField
            key={kind}
            name="amountCents"
            label={t('amount')}
            defaultCents={proposedCents || null}
          />
          <DateField name="bookedOn" label={t('bookedOn')} defaultDay={today} />
        </FieldRow>
        <TextField name="reason" label={t('reason')} optional={!needsReason} maxLength={500} />
        {kind === 'hold_back' && <DateField name="heldUntil" label={t('heldUntil')} />}
        {kind === 'deduction' && (
          <CheckboxField name="settlesAccount" label={t('settles')} hint={t('settlesHint')} />
        )}
        <DialogActions>
          <Button look="tertiary" onClick={onClose}>
            {words('cancel')}
          </Button>
          <SubmitButton>{words('save')}</SubmitButton>
        </DialogActions>
      </DomainForm>
    </Dialog>
  );
}
