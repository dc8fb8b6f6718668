import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import type { setYearInput } from '../schema';
import type { PlantYearView } from './year-form';
import { YearGroup } from './year-group';

const field = fieldsOf<typeof setYearInput>();
const ways = ['meter', 'formula', 'area', 'share'] as const;
type Way = (typeof ways)[number];

/** How hot water of the year is told from heat (§ 9 HeizkostenV). */
export function HotWaterFields({
  year,
  by,
  onBy,
}: {
  year: PlantYearView['year'];
  by: Way;
  onBy: (by: Way) => void;
}) {
  const t = useTranslations('Heating');
  const labels = {
    meter: t('hotWaterByMeter'),
    formula: t('hotWaterByFormula'),
    area: t('hotWaterByArea'),
    share: t('hotWaterByShare'),
  };
  return (
    <YearGroup title={t('hotWater')}>
      <SelectField
        name={null}
        label={t('hotWaterBy')}
        hint={by === 'formula' || by === 'area' ? t('hotWaterByHint') : undefined}
        options={ways.map((value) => ({ value, label: labels[value] }))}
        defaultValue={by}
        onValueChange={(value) => onBy(ways.find((one) => one === value) ?? 'meter')}
      />
      <FieldRow>
        {by === 'meter' && (
          <NumberField
            name={field('hotWaterEnergy')}
            label={t('hotWaterEnergy')}
            unit="kWh"
            decimals={3}
            defaultScaled={year?.hotWaterEnergy}
          />
        )}
        {by === 'formula' && (
          <NumberField
            name={field('hotWaterVolume')}
            label={t('hotWaterVolume')}
            unit="m³"
            decimals={3}
            defaultScaled={year?.hotWaterVolume}
          />
        )}
        {by === 'formula' && (
          <NumberField
            name={field('celsius10')}
            label={t('celsius')}
            hint={t('celsiusHint')}
            unit="°C"
            decimals={1}
            optional
            defaultScaled={year?.celsius10}
          />
        )}
        {by === 'share' ? (
          <NumberField
            name={field('hotWaterShareBp')}
            label={t('hotWaterPart')}
            unit="%"
            decimals={2}
            defaultScaled={year?.hotWaterShareBp}
          />
        ) : (
          <NumberField
            name={field('totalEnergy')}
            label={t('totalEnergy')}
            unit="kWh"
            decimals={3}
            defaultScaled={year?.totalEnergy}
          />
        )}
      </FieldRow>
    </YearGroup>
  );
}
