'use client';

import { useLocale, useTranslations } from 'next-intl';
import { DomainForm } from '@/components/form/domain-form';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { SelectField } from '@/components/form/select-field';
import { SubmitButton } from '@/components/form/submit-button';
import { TextField } from '@/components/form/text-field';
import { useDomainForm } from '@/components/form/use-domain-form';
import { showSuccess } from '@/components/toast';
import { formatAmount, formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { dateFormats, numberFormats } from '@/lib/format-names';
import { addressIn } from '@/lib/language-path';
import { languageFacts, languages } from '@/lib/languages';
import { trpc } from '@/trpc/client';
import { updateProfileInput } from '../schema';
import { tellAuthServer } from '../security-actions';

const field = fieldsOf<typeof updateProfileInput>();

// A day whose parts cannot be taken for each other.
const EXAMPLE_DAY = '2026-11-21';
const EXAMPLE_CENTS = 123456;

/** Name, language and how dates and amounts are written; the frame follows as soon as it is saved. */
export function ProfileForm() {
  const t = useTranslations('ProfileForm');
  const locale = useLocale();
  const formats = useFormats();
  const [profile] = trpc.account.getProfile.useSuspenseQuery();
  const update = trpc.account.updateProfile.useMutation();
  const form = useDomainForm({
    schema: updateProfileInput,
    submit: async (input) => {
      const { displayName, language } = await update.mutateAsync(input);
      // The mails about the account follow; should that fail, they keep the language they had.
      await tellAuthServer({ displayName, language: language ?? locale }).catch(() => undefined);
      return input;
    },
    onSuccess: ({ language }) => {
      if (language && language !== locale) {
        // With its prefix, so that the choice is remembered as the language switch does it.
        window.location.assign(addressIn(language, '/dashboard/settings/profile'));
        return;
      }
      showSuccess(t('saved'));
    },
  });
  return (
    <DomainForm form={form}>
      <FieldRow>
        <TextField
          name={field('displayName')}
          label={t('displayName')}
          defaultValue={profile.displayName}
          autoComplete="name"
        />
        <SelectField
          name={field('language')}
          label={t('language')}
          placeholder={t('languageOfPage')}
          options={languages.map((value) => ({ value, label: languageFacts[value].name }))}
          defaultValue={profile.language}
        />
        <SelectField
          name={field('dateFormat')}
          label={t('dateFormat')}
          placeholder={t('asLanguage')}
          options={dateFormats.map((value) => ({
            value,
            label: formatDate(EXAMPLE_DAY, { dateFormat: value }),
          }))}
          defaultValue={profile.dateFormat}
        />
        <SelectField
          name={field('numberFormat')}
          label={t('numberFormat')}
          placeholder={t('asLanguage')}
          options={numberFormats.map((value) => ({
            value,
            label: formatAmount(EXAMPLE_CENTS, { ...formats, numberFormat: value }),
          }))}
          defaultValue={profile.numberFormat}
        />
      </FieldRow>
      <SubmitButton className="self-start">{t('save')}</SubmitButton>
    </DomainForm>
  );
}
