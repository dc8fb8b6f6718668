import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { NumberField } from '@/components/form/number-field';
import type { setYearInput } from '../schema';
import type { PlantYearView } from './year-form';

const field = fieldsOf<typeof setYearInput>();

/** Each unit of the plant once. */
export function servedUnits(users: PlantYearView['users']): { unitId: string; unit: string }[] {
  return [...new Map(users.map(({ unitId, unit }) => [unitId, unit]))].map(([unitId, unit]) => ({
    unitId,
    unit,
  }));
}

/** What was found for units whose devices nobody could read (§ 9a HeizkostenV). */
export function EstimateFields({ view: { plant, year, users } }: { view: PlantYearView }) {
  const t = useTranslations('Heating');
  const units = servedUnits(users);
  const known = (unitId: string) => year?.estimates.find((one) => one.unitId === unitId);
  return (
    <Fold
      title={t('estimates')}
      fields={units.flatMap((_, index) => [
        field(`estimates.${index}.heat`),
        field(`estimates.${index}.hotWater`),
      ])}
      defaultOpen={(year?.estimates.length ?? 0) > 0}
    >
      <p className="max-w-prose text-sm text-muted">{t('estimatesText')}</p>
      {units.map(({ unitId, unit }, index) => (
        <FieldRow key={unitId}>
          <NumberField
            name={field(`estimates.${index}.heat`)}
            label={t('estimateHeat', { unit })}
            decimals={3}
            optional
            defaultScaled={known(unitId)?.heat ?? null}
          />
          {plant.makesHotWater && (
            <NumberField
              name={field(`estimates.${index}.hotWater`)}
              label={t('estimateHotWater', { unit })}
              decimals={3}
              optional
              defaultScaled={known(unitId)?.hotWater ?? null}
            />
          )}
        </FieldRow>
      ))}
    </Fold>
  );
}
