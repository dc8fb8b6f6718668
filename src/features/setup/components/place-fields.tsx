import { useLocale, useTranslations } from 'next-intl';
import { AddressFields } from '@/components/form/address-fields';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { StateField } from '@/components/form/state-field';
import type { createPropertyInput } from '@/features/property/schema';
import { countryOptions } from '@/i18n/country-options';

/** What is let by itself, without a house around it. */
const singleKinds = ['apartment', 'house', 'commercial', 'parking'] as const;
export type SingleKind = (typeof singleKinds)[number];

const field = fieldsOf<typeof createPropertyInput>();

/** Where the rules do not say it, and the clock of the portfolio no more than guesses. */
export function CountryField({
  country,
  onCountryChange,
}: {
  country: string;
  onCountryChange: (country: string) => void;
}) {
  const t = useTranslations('PropertyForm');
  return (
    <FieldRow>
      <SelectField
        name={field('country')}
        label={t('country')}
        options={countryOptions(useLocale(), country)}
        defaultValue={country}
        onValueChange={onCountryChange}
      />
    </FieldRow>
  );
}

/** Where the homes are: a house with so many flats or a flat with so many rooms, or what is let by itself. */
export function PlaceFields({
  country,
  flats,
  flatsLabel,
  grown,
  onFlatsChange,
  onKindChange,
}: {
  country: string;
  flats: number | null;
  flatsLabel: string;
  grown: number;
  onFlatsChange: (count: number | null) => void;
  onKindChange: (kind: SingleKind) => void;
}) {
  const words = useTranslations('PropertyForm');
  const labels = useTranslations('Labels');
  return (
    <div className="grid gap-4">
      <FieldRow>
        {flats === null ? (
          <SelectField
            name={field('kind')}
            label={words('kind')}
            options={singleKinds.map((kind) => ({ value: kind, label: labels(`propertyKind.${kind}`) }))}
            defaultValue="apartment"
            onValueChange={(value) => onKindChange(singleKinds.find((one) => one === value) ?? 'apartment')}
          />
        ) : (
          <NumberField
            key={grown}
            name={null}
            label={flatsLabel}
            defaultScaled={flats}
            onScaledChange={onFlatsChange}
          />
        )}
      </FieldRow>
      <AddressFields values={null} />
      <StateField
        name={field('state')}
        country={country}
        hint={country === 'DE' ? words('stateHint') : undefined}
      />
    </div>
  );
}
