import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AddressFields } from '@/components/form/address-fields';
import { ChoiceField } from '@/components/form/choice-field';
import { DomainForm } from '@/components/form/domain-form';
import { EditConflict } from '@/components/form/edit-conflict';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { FormActions } from '@/components/form/form-actions';
import { SelectField } from '@/components/form/select-field';
import { StateField } from '@/components/form/state-field';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { type PartyKind, partyKinds } from '@/domain/vocabulary';
import { countryOptions } from '@/i18n/country-options';
import { isStateOnLetters } from '@/i18n/regions';
import { newId } from '@/lib/new-id';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';
import { createLandlordInput, updateLandlordInput } from '../schema';
import { LandlordPictures } from './landlord-pictures';
import type { LandlordRow } from './landlord-section';

const field = fieldsOf<typeof createLandlordInput>();

type Props = { country: string; onClose: () => void };

export function LandlordForm({ landlord, ...props }: Props & { landlord: LandlordRow | null }) {
  return landlord ? <EditForm {...props} landlord={landlord} /> : <NewLandlordForm {...props} />;
}

export function NewLandlordForm({
  country,
  onCreated,
  onClose,
}: Props & { onCreated?: (landlord: { id: string; name: string }) => void }) {
  const t = useTranslations('Landlords');
  const [id] = useState(newId);
  const create = trpc.landlord.create.useMutation({ retry: retryTransient });
  const form = useDomainForm({
    schema: createLandlordInput,
    fixed: { id },
    submit: async (input) => ({ ...(await create.mutateAsync(input)), name: input.name }),
    onSuccess: (landlord) => {
      showSuccess(t('created'));
      onCreated?.(landlord);
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <Fields landlord={null} country={country} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function EditForm({ landlord, country, onClose }: Props & { landlord: LandlordRow }) {
  const t = useTranslations('Landlords');
  const update = trpc.landlord.update.useMutation();
  const [rows] = trpc.landlord.list.useSuspenseQuery({ archive: 'all' });
  // The list may have been read again since the dialog opened.
  const latest = rows.find((row) => row.id === landlord.id) ?? landlord;
  const form = useDomainForm({
    schema: updateLandlordInput,
    fixed: { id: landlord.id, version: latest.version },
    submit: (input) => update.mutateAsync(input),
    onSuccess: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <DomainForm form={form}>
      <EditConflict form={form} />
      <Fields landlord={latest} country={country} />
      <LandlordPictures id={landlord.id} />
      <FormActions onClose={onClose} />
    </DomainForm>
  );
}

function Fields({ landlord, country }: { landlord: LandlordRow | null; country: string }) {
  const t = useTranslations('Landlords');
  const address = useTranslations('PropertyForm');
  const labels = useTranslations('Labels');
  const locale = useLocale();
  const [kind, setKind] = useState<PartyKind>(landlord?.kind ?? 'person');
  const [chosen, setChosen] = useState(landlord?.country ?? country);
  return (
    <>
      <ChoiceField
        name={field('kind')}
        label={t('kind')}
        options={partyKinds.map((value) => ({ value, label: labels(`partyKind.${value}`) }))}
        value={kind}
        saved={landlord?.kind}
        onValueChange={setKind}
      />
      <TextField
        name={field('name')}
        label={t('name')}
        hint={t('nameHint')}
        defaultValue={landlord?.name}
        autoComplete={kind === 'person' ? 'name' : 'organization'}
      />
      <AddressFields values={landlord} isOwn />
      <FieldRow>
        <SelectField
          name={field('country')}
          label={address('country')}
          options={countryOptions(locale, landlord?.country)}
          defaultValue={landlord?.country ?? country}
          onValueChange={setChosen}
        />
        {isStateOnLetters(chosen) && (
          <StateField name={field('state')} country={chosen} value={landlord?.state} />
        )}
        <TextField
          name={field('taxNumber')}
          label={t('taxNumber')}
          optional
          defaultValue={landlord?.taxNumber}
          autoComplete="off"
        />
      </FieldRow>
      <TextField
        name={field('email')}
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        optional
        defaultValue={landlord?.email}
        autoComplete="off"
      />
    </>
  );
}
