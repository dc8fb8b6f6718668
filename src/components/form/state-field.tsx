import { useMessages, useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { stateKind } from '@/i18n/regions';
import { stateOptions } from '@/i18n/states';
import { SelectField } from './select-field';

/** The state of an address, where its country has some. */
export function StateField({
  name,
  country,
  value = null,
  hint,
}: {
  name: ComponentProps<typeof SelectField>['name'];
  country: string;
  value?: string | null | undefined;
  hint?: string | undefined;
}) {
  const t = useTranslations('PropertyForm');
  const labels = useTranslations('Labels');
  const states = stateOptions(country, useMessages().Labels.state);
  if (states.length === 0) return null;
  return (
    <SelectField
      // Another country has other states; what was chosen for the first means nothing there.
      key={country}
      name={name}
      label={labels(`stateKind.${stateKind(country)}`)}
      optional
      placeholder={t('stateNone')}
      options={states}
      defaultValue={states.some((option) => option.value === value) ? value : null}
      hint={hint}
    />
  );
}
