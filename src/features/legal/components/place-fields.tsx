import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import type { LegalFigureKind } from '@/domain/vocabulary';
import { RENT_BRAKES_BP, RENT_CAPS_BP } from '../ordinance-rules';
import type { createFigureInput } from '../schema';

const field = fieldsOf<typeof createFigureInput>();

/** Of which town an ordinance speaks, and what it says: one of two values. */
export function PlaceFields({
  kind,
  place,
  value,
}: {
  kind: LegalFigureKind;
  place: string | undefined;
  value: number | undefined;
}) {
  const t = useTranslations('LegalFigures');
  const options =
    kind === 'rent_cap'
      ? RENT_CAPS_BP.map((bp) => ({ value: String(bp), label: t(`caps.${bp}`) }))
      : RENT_BRAKES_BP.map((bp) => ({ value: String(bp), label: t(`brakes.${bp}`) }));
  return (
    <FieldRow>
      <TextField
        name={field('place')}
        label={t('place')}
        hint={t('placeHint')}
        autoComplete="off"
        defaultValue={place}
      />
      <SelectField
        name={field('value')}
        label={t(`values.${kind}`)}
        options={options}
        defaultValue={value === undefined ? undefined : String(value)}
      />
    </FieldRow>
  );
}
