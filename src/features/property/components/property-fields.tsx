import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AddressFields } from '@/components/form/address-fields';
import { AreaField } from '@/components/form/area-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { SelectField } from '@/components/form/select-field';
import { StateField } from '@/components/form/state-field';
import { TextField } from '@/components/form/text-field';
import { propertyKinds } from '@/domain/vocabulary';
import { countryOptions } from '@/i18n/country-options';
import type { createPropertyInput } from '../schema';

const field = fieldsOf<typeof createPropertyInput>();

type MainValues = {
  name: string;
  kind: string;
  street: string | null;
  houseNumber: string | null;
  postalCode: string | null;
  city: string | null;
  state: string | null;
  country: string;
  livingAreaSqm100: number | null;
  yearBuilt: number | null;
};

/** What it is and where it stands: the fields that a new property and an edited one share. */
export function PropertyFields({ values, country: proposed }: { values?: MainValues; country: string }) {
  const t = useTranslations('PropertyForm');
  const labels = useTranslations('Labels');
  const locale = useLocale();
  const [country, setCountry] = useState(values?.country ?? proposed);
  return (
    <>
      <SelectField
        name={field('kind')}
        label={t('kind')}
        options={propertyKinds.map((kind) => ({ value: kind, label: labels(`propertyKind.${kind}`) }))}
        defaultValue={values?.kind}
      />
      <AddressFields values={values} />
      <FieldRow>
        <SelectField
          name={field('country')}
          label={t('country')}
          options={countryOptions(locale, values?.country)}
          defaultValue={country}
          onValueChange={setCountry}
        />
        <StateField
          name={field('state')}
          country={country}
          value={values?.state}
          // There its holidays decide when a rent is due.
          hint={country === 'DE' ? t('stateHint') : undefined}
        />
      </FieldRow>
      <TextField
        name={field('name')}
        label={t('name')}
        optional={!values}
        defaultValue={values?.name}
        hint={values ? undefined : t('nameHint')}
        autoComplete="off"
      />
      <FieldRow>
        <AreaField
          name={field('livingAreaSqm100')}
          label={t('livingArea')}
          optional
          defaultSqm100={values?.livingAreaSqm100}
        />
        <TextField
          name={field('yearBuilt')}
          label={t('yearBuilt')}
          optional
          inputMode="numeric"
          defaultValue={values?.yearBuilt?.toString()}
        />
      </FieldRow>
    </>
  );
}
