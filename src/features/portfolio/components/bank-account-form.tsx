import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { Icon } from '@/components/icon';
import { circleCheckIcon } from '@/components/icons';
import { showSuccess } from '@/components/toast';
import { bankCodeText, usualScheme } from '@/domain/bank-account';
import { type AccountScheme, accountSchemes, bankAccountPurposes } from '@/domain/vocabulary';
import { formatIban, isIban } from '@/lib/iban';
import { newId } from '@/lib/new-id';
import { bareIban } from '@/lib/pasted';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createBankAccountInput, updateBankAccountInput } from '../schema';
import type { BankAccountRow } from './bank-account-section';

const field = fieldsOf<typeof createBankAccountInput>();

type Props = { onClose: () => void };

export function BankAccountForm({ account, ...props }: Props & { account: BankAccountRow | null }) {
  return account ? <EditForm {...props} account={account} /> : <NewForm {...props} />;
}

function NewForm({ onClose }: Props) {
  const t = useTranslations('BankAccounts');
  const [id] = useState(newId);
  const create = trpc.bankAccount.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createBankAccountInput,
    fixed: { id },
    submit: (input) => create.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('created'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <Fields account={null} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function EditForm({ account, onClose }: Props & { account: BankAccountRow }) {
  const t = useTranslations('BankAccounts');
  const update = trpc.bankAccount.update.useMutation();
  const [rows] = trpc.bankAccount.list.useSuspenseQuery({ archive: 'all' });
  // The list may have been read again since the dialog opened.
  const latest = rows.find((row) => row.id === account.id) ?? account;
  const form = useDomainForm({
    schema: updateBankAccountInput,
    fixed: { id: account.id, version: latest.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <Fields account={latest} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

/** What stands on a card is nobody's word. */
const asWritten = { autoComplete: 'off', spellCheck: false } as const;
const capitals = { ...asWritten, autoCapitalize: 'characters' } as const;

function IbanField({ account }: { account: BankAccountRow | null }) {
  const t = useTranslations('BankAccounts');
  const [typed, setTyped] = useState(account?.iban ?? '');
  return (
    <TextField
      name={field('iban')}
      label={t('iban')}
      hint={
        isIban(bareIban(typed)) ? (
          <span className="inline-flex items-center gap-1.5 text-success-soft-foreground">
            <Icon icon={circleCheckIcon} className="size-3.5" />
            {t('ibanIsValid')}
          </span>
        ) : (
          t('ibanHint')
        )
      }
      defaultValue={account?.iban ? formatIban(account.iban) : ''}
      onValueChange={setTyped}
      {...capitals}
      empty="text"
    />
  );
}

type NumberProps = { account: BankAccountRow | null; scheme: Exclude<AccountScheme, 'iban'> };

function NumberFields({ account, scheme }: NumberProps) {
  const words = useTranslations('Statement');
  const digits = scheme === 'other' ? asWritten : ({ ...asWritten, inputMode: 'numeric' } as const);
  return (
    <FieldRow>
      <TextField
        name={field('bankCode')}
        label={words(`bankCode.${scheme}`)}
        optional={scheme === 'other'}
        defaultValue={account ? bankCodeText(account) : ''}
        {...digits}
      />
      <TextField
        name={field('accountNumber')}
        label={words('accountNumber')}
        defaultValue={account?.accountNumber}
        {...digits}
      />
    </FieldRow>
  );
}

function Fields({ account }: { account: BankAccountRow | null }) {
  const t = useTranslations('BankAccounts');
  const labels = useTranslations('Labels');
  const [landlords] = trpc.landlord.list.useSuspenseQuery({ archive: 'active' });
  const [{ jurisdiction }] = trpc.portfolio.get.useSuspenseQuery();
  const usual = usualScheme(jurisdiction);
  const [scheme, setScheme] = useState(account?.scheme ?? usual);
  // Where everybody has an IBAN nobody is asked for another number.
  const offersOthers = scheme !== 'iban' || !['DE', 'AT', 'CH'].includes(jurisdiction);
  return (
    <>
      {offersOthers && (
        <SelectField
          name={field('scheme')}
          label={t('scheme')}
          options={[usual, ...accountSchemes.filter((one) => one !== usual)].map((value) => ({
            value,
            label: t(`schemes.${value}`),
          }))}
          defaultValue={scheme}
          onValueChange={(value) => setScheme(accountSchemes.find((one) => one === value) ?? usual)}
        />
      )}
      {scheme === 'iban' ? <IbanField account={account} /> : <NumberFields {...{ account, scheme }} />}
      <TextField
        name={field('holder')}
        label={t('holder')}
        defaultValue={account?.holder ?? landlords[0]?.name}
        autoComplete="off"
      />
      <FieldRow>
        <SelectField
          name={field('purpose')}
          label={t('purpose')}
          options={bankAccountPurposes.map((purpose) => ({
            value: purpose,
            label: labels(`bankAccountPurpose.${purpose}`),
          }))}
          defaultValue={account?.purpose}
        />
        {(scheme === 'iban' || scheme === 'other') && (
          <TextField
            name={field('bic')}
            label={t('bic')}
            optional
            defaultValue={account?.bic}
            {...capitals}
          />
        )}
      </FieldRow>
      {scheme === 'iban' && (
        <TextField
          name={field('creditorIdentifier')}
          label={t('creditorId')}
          hint={t('creditorIdHint')}
          optional
          defaultValue={account?.creditorIdentifier}
          {...capitals}
        />
      )}
      <CheckboxField
        name={field('booksCertain')}
        label={t('booksCertain')}
        hint={t('booksCertainHint')}
        defaultChecked={account?.booksCertain ?? false}
      />
      {landlords.length > 0 && (
        <SelectField
          name={field('landlordId')}
          label={t('landlord')}
          optional
          placeholder={t('noLandlord')}
          options={landlords.map((landlord) => ({ value: landlord.id, label: landlord.name }))}
          defaultValue={account?.landlordId}
        />
      )}
    </>
  );
}
