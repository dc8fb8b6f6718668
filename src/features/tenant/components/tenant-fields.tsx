import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AddressFields } from '@/components/form/address-fields';
import { ChoiceField } from '@/components/form/choice-field';
import { DateField } from '@/components/form/date-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { ListField } from '@/components/form/list-field';
import { SelectField } from '@/components/form/select-field';
import { StateField } from '@/components/form/state-field';
import { TextField } from '@/components/form/text-field';
import { TextareaField } from '@/components/form/textarea-field';
import { languages, type PartyKind, partyKinds, salutations } from '@/domain/vocabulary';
import { countryOptions } from '@/i18n/country-options';
import { countryOfJurisdiction } from '@/i18n/country-rules';
import { useFormats } from '@/i18n/formats-provider';
import { languageName } from '@/i18n/language-name';
import { isStateOnLetters } from '@/i18n/regions';
import { formatIban } from '@/lib/iban';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import type { createTenantInput } from '../schema';

const field = fieldsOf<typeof createTenantInput>();

export type TenantValues = Outputs['tenant']['get'];

const has = (...present: (string | string[] | null | undefined)[]) => present.some((entry) => entry?.length);

/** What the rent comes from. Banks of the United States have no IBAN: there it is shown where somebody has entered one. */
function PayerFields({ values }: { values?: TenantValues }) {
  const t = useTranslations('TenantForm');
  const { hasIbans = true } = useFormats();
  if (!hasIbans && !has(values?.payerIbans)) return null;
  return (
    <Fold title={t('payment')} fields={[field('payerIbans')]} defaultOpen={has(values?.payerIbans)}>
      <ListField
        name={field('payerIbans')}
        label={t('payerIbans')}
        hint={t('payerIbansHint')}
        optional
        defaultValues={values?.payerIbans.map(formatIban)}
        addLabel={t('addIban')}
        removeLabel={(line) => t('removeIban', { line })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </Fold>
  );
}

/** Who a tenant is: name and how to reach them first, everything else folded away. */
export function TenantFields({ values }: { values?: TenantValues }) {
  const t = useTranslations('TenantForm');
  const labels = useTranslations('Labels');
  const [kind, setKind] = useState(values?.kind ?? 'person');
  return (
    <>
      <ChoiceField
        name={field('kind')}
        label={t('kind')}
        options={partyKinds.map((value) => ({ value, label: labels(`partyKind.${value}`) }))}
        value={kind}
        saved={values?.kind}
        onValueChange={setKind}
      />
      <NameFields kind={kind} values={values} />
      <FieldRow>
        <ListField
          name={field('emails')}
          label={t('emails')}
          optional
          defaultValues={values?.emails}
          addLabel={t('addEmail')}
          removeLabel={(line) => t('removeEmail', { line })}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <ListField
          name={field('phones')}
          label={t('phones')}
          optional
          defaultValues={values?.phones}
          addLabel={t('addPhone')}
          removeLabel={(line) => t('removePhone', { line })}
          type="tel"
          inputMode="tel"
          autoComplete="off"
        />
      </FieldRow>
      <PayerFields values={values} />
      <LetterFields values={values} />
      <Fold
        title={t('more')}
        fields={[field('birthDate'), field('emergencyContact'), field('notes')]}
        defaultOpen={has(values?.birthDate, values?.emergencyContact, values?.notes)}
      >
        <FieldRow>
          {kind === 'person' && (
            <DateField
              name={field('birthDate')}
              label={t('birthDate')}
              optional
              defaultDay={values?.birthDate}
            />
          )}
          <TextField
            name={field('emergencyContact')}
            label={t('emergencyContact')}
            optional
            defaultValue={values?.emergencyContact}
            autoComplete="off"
          />
        </FieldRow>
        <TextareaField name={field('notes')} label={t('notes')} optional defaultValue={values?.notes} />
      </Fold>
    </>
  );
}

/** A company has one name, a person two. */
function NameFields({ kind, values }: { kind: PartyKind; values: TenantValues | undefined }) {
  const t = useTranslations('TenantForm');
  const labels = useTranslations('Labels');
  if (kind === 'company') {
    return (
      <TextField
        name={field('companyName')}
        label={t('companyName')}
        defaultValue={values?.companyName}
        autoComplete="off"
      />
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-[7rem_1fr_1fr]">
      <SelectField
        name={field('salutation')}
        label={t('salutation')}
        options={salutations.map((value) => ({ value, label: labels(`salutation.${value}`) }))}
        defaultValue={values?.salutation ?? 'none'}
      />
      <TextField
        name={field('firstName')}
        label={t('firstName')}
        optional
        defaultValue={values?.firstName}
        autoComplete="off"
      />
      <TextField
        name={field('lastName')}
        label={t('lastName')}
        defaultValue={values?.lastName}
        autoComplete="off"
      />
    </div>
  );
}

/** In which language the tenant is written to, and where. */
function LetterFields({ values }: { values: TenantValues | undefined }) {
  const t = useTranslations('TenantForm');
  const locale = useLocale();
  const [portfolio] = trpc.portfolio.get.useSuspenseQuery();
  const [country, setCountry] = useState(values?.country ?? '');
  const there = country === '' ? countryOfJurisdiction(portfolio) : country;
  return (
    <Fold
      title={t('letters')}
      fields={[
        field('letterLanguage'),
        field('street'),
        field('houseNumber'),
        field('postalCode'),
        field('city'),
        field('state'),
        field('country'),
      ]}
      defaultOpen={has(values?.street, values?.city)}
    >
      <SelectField
        name={field('letterLanguage')}
        label={t('letterLanguage')}
        options={languages.map((value) => ({ value, label: languageName(value, locale) }))}
        defaultValue={values?.letterLanguage ?? locale}
      />
      <p className="text-sm text-muted">{t('addressHint')}</p>
      <AddressFields values={values} />
      <FieldRow>
        <SelectField
          name={field('country')}
          label={t('country')}
          optional
          placeholder={t('noCountry')}
          options={countryOptions(locale, values?.country)}
          defaultValue={values?.country}
          onValueChange={setCountry}
        />
        {isStateOnLetters(there) && (
          <StateField name={field('state')} country={there} value={values?.state} />
        )}
      </FieldRow>
    </Fold>
  );
}
