import { useMessages, useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { SelectField } from '@/components/form/select-field';
import { stateOptions } from '@/i18n/regions';
import type { createPropertyInput } from '../schema';

const field = fieldsOf<typeof createPropertyInput>();

/** The state of a property, where its country has some: in Germany its holidays decide when a rent is due. */
export function StateField({
  country,
  value = null,
}: {
  country: string;
  value?: string | null | undefined;
}) {
  const t = useTranslations('PropertyForm');
  const states = stateOptions(country, useMessages().Labels.state);
  if (states.length === 0) return null;
  return (
    <SelectField
      // Another country has other states; what was chosen for the first means nothing there.
      key={country}
      name={field('state')}
      label={t('state')}
      optional
      placeholder={t('stateNone')}
      options={states}
      defaultValue={states.some((option) => option.value === value) ? value : null}
      hint={country === 'DE' ? t('stateHint') : undefined}
    />
  );
}
