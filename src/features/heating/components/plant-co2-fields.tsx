import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { DateField } from '@/components/form/date-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { SelectField } from '@/components/form/select-field';
import type { createPlantInput } from '../schema';
import type { PlantRow } from './plant-section';

const field = fieldsOf<typeof createPlantInput>();

/** What the landlord bears of the CO₂ costs, and by which rule. */
export function Co2Fields({ plant }: { plant: PlantRow | null }) {
  const t = useTranslations('Heating');
  const [hasCo2, setHasCo2] = useState(plant?.hasCo2 ?? true);
  const [model, setModel] = useState<string>(plant?.co2Model ?? 'steps');
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-sm font-medium">{t('co2')}</legend>
      <CheckboxField
        name={field('hasCo2')}
        label={t('hasCo2')}
        hint={t('hasCo2Hint')}
        defaultChecked={plant?.hasCo2 ?? true}
        onCheckedChange={setHasCo2}
      />
      {hasCo2 && (
        <FieldRow>
          <SelectField
            name={field('co2Use')}
            label={t('co2Use')}
            options={[
              { value: 'dwelling', label: t('co2UseDwelling') },
              { value: 'other', label: t('co2UseOther') },
            ]}
            defaultValue={plant?.co2Use ?? 'dwelling'}
          />
          <SelectField
            name={field('co2Model')}
            label={t('co2Model')}
            options={[
              { value: 'steps', label: t('co2ModelSteps') },
              { value: 'half', label: t('co2ModelHalf') },
            ]}
            defaultValue={plant?.co2Model ?? 'steps'}
            onValueChange={setModel}
          />
          {model === 'half' && (
            <DateField
              name={field('co2HalfSince')}
              label={t('co2HalfSince')}
              hint={t('co2HalfSinceHint')}
              optional
              defaultDay={plant?.co2HalfSince}
            />
          )}
          <SelectField
            name={field('co2Obstacle')}
            label={t('co2Obstacle')}
            options={[
              { value: 'none', label: t('co2ObstacleNone') },
              { value: 'one', label: t('co2ObstacleOne') },
              { value: 'both', label: t('co2ObstacleBoth') },
            ]}
            defaultValue={plant?.co2Obstacle ?? 'none'}
          />
        </FieldRow>
      )}
    </fieldset>
  );
}

/** What the law gives tenants beside their shares; what is missing may be cut. */
export function DutyFields({ plant }: { plant: PlantRow | null }) {
  const t = useTranslations('Heating');
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t('duties')}</legend>
      <p className="text-xs text-muted">{t('dutiesHint')}</p>
      <CheckboxField
        name={field('isRemotelyRead')}
        label={t('isRemotelyRead')}
        defaultChecked={plant?.isRemotelyRead ?? false}
      />
      <CheckboxField name={field('informs')} label={t('informs')} defaultChecked={plant?.informs ?? false} />
    </fieldset>
  );
}
