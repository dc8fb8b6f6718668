import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { ChoiceField } from '@/components/form/choice-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { Fold } from '@/components/form/fold';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import { formatMonthName } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { eachMonth } from '@/lib/calendar';
import { useCategoryName } from '../../category/components/category-words';
import type { createPlantInput } from '../schema';
import { PickList } from './pick-list';
import type { PlantRow, Plants } from './plant-section';

const field = fieldsOf<typeof createPlantInput>();

type Picked = Pick<PlantRow, 'unitIds' | 'categoryIds'>;

/** What a plant is, what it serves and how its costs are shared out. */
export function PlantFields({
  plant,
  house,
  sharedBy,
  picked,
  onSharedBy,
  onPicked,
}: {
  plant: PlantRow | null;
  house: Plants;
  sharedBy: PlantRow['sharedBy'];
  picked: Picked;
  onSharedBy: (sharedBy: PlantRow['sharedBy']) => void;
  onPicked: (some: Partial<Picked>) => void;
}) {
  const t = useTranslations('Heating');
  return (
    <>
      <TextField name={field('name')} label={t('name')} hint={t('nameHint')} defaultValue={plant?.name} />
      <ChoiceField
        label={t('sharedBy')}
        options={[
          { value: 'devices', label: t('sharedByDevices') },
          { value: 'service', label: t('sharedByService') },
        ]}
        value={sharedBy}
        saved={plant?.sharedBy}
        onValueChange={onSharedBy}
      />
      {sharedBy === 'devices' && <ShareFields plant={plant} />}
      <Fold
        title={`${t('units')} · ${t('kinds')}`}
        fields={[]}
        defaultOpen={picked.unitIds.length + picked.categoryIds.length > 0}
      >
        <Served house={house} picked={picked} onPicked={onPicked} />
        <StartMonth plant={plant} />
      </Fold>
    </>
  );
}

function Served({
  house,
  picked,
  onPicked,
}: {
  house: Plants;
  picked: Picked;
  onPicked: (some: Partial<Picked>) => void;
}) {
  const t = useTranslations('Heating');
  const nameOf = useCategoryName();
  return (
    <>
      <PickList
        label={t('units')}
        hint={t('unitsHint')}
        options={house.units.map(({ id, name }) => ({ id, label: name }))}
        picked={picked.unitIds}
        onPicked={(unitIds) => onPicked({ unitIds })}
      />
      <PickList
        label={t('kinds')}
        hint={t('kindsHint')}
        options={house.kinds.map((kind) => ({ id: kind.id, label: nameOf(kind) }))}
        picked={picked.categoryIds}
        onPicked={(categoryIds) => onPicked({ categoryIds })}
      />
    </>
  );
}

function StartMonth({ plant }: { plant: PlantRow | null }) {
  const t = useTranslations('Heating');
  const formats = useFormats();
  return (
    <SelectField
      name={field('startMonth')}
      label={t('startMonth')}
      placeholder={t('sameYear')}
      options={eachMonth('2000-01', '2000-12').map((month, index) => ({
        value: String(index + 1),
        label: formatMonthName(month, formats),
      }))}
      defaultValue={plant?.startMonth == null ? null : String(plant.startMonth)}
      className="sm:w-1/2 sm:pe-2"
    />
  );
}

/** How much goes by consumption, and what the plant makes of which fuel. */
function ShareFields({ plant }: { plant: PlantRow | null }) {
  const t = useTranslations('Heating');
  const [makesHotWater, setMakesHotWater] = useState(plant?.makesHotWater ?? false);
  return (
    <>
      <CheckboxField
        name={field('makesHotWater')}
        label={t('makesHotWater')}
        defaultChecked={plant?.makesHotWater ?? false}
        onCheckedChange={setMakesHotWater}
      />
      <FieldRow>
        <NumberField
          name={field('heatBp')}
          label={t('heatShare')}
          hint={t('shareHint')}
          unit="%"
          decimals={2}
          defaultScaled={plant?.heatBp ?? 7_000}
        />
        {makesHotWater && (
          <NumberField
            name={field('hotWaterBp')}
            label={t('hotWaterShare')}
            hint={t('shareHint')}
            unit="%"
            decimals={2}
            defaultScaled={plant?.hotWaterBp ?? 7_000}
          />
        )}
      </FieldRow>
      {makesHotWater && (
        <CheckboxField
          name={field('isMeterCostly')}
          label={t('isMeterCostly')}
          hint={t('isMeterCostlyHint')}
          defaultChecked={plant?.isMeterCostly ?? false}
        />
      )}
      <CheckboxField
        name={field('restartsYearly')}
        label={t('restartsYearly')}
        hint={t('restartsYearlyHint')}
        defaultChecked={plant?.restartsYearly ?? false}
      />
      <CheckboxField
        name={field('hasStock')}
        label={t('hasStock')}
        hint={t('hasStockHint')}
        defaultChecked={plant?.hasStock ?? false}
      />
      <Fold
        title={t('fixedBy')}
        fields={[field('isMoreAgreed'), field('fixedBy'), field('heatSource')]}
        defaultOpen={plant?.isMoreAgreed || plant?.fixedBy === 'days'}
      >
        <CheckboxField
          name={field('isMoreAgreed')}
          label={t('isMoreAgreed')}
          defaultChecked={plant?.isMoreAgreed ?? false}
        />
        <FieldRow>
          <SelectField
            name={field('fixedBy')}
            label={t('fixedBy')}
            options={[
              { value: 'degree_days', label: t('fixedByDegreeDays') },
              { value: 'days', label: t('fixedByDays') },
            ]}
            defaultValue={plant?.fixedBy ?? 'degree_days'}
          />
          <SelectField
            name={field('heatSource')}
            label={t('heatSource')}
            options={[
              { value: 'boiler', label: t('heatSourceBoiler') },
              { value: 'boiler_upper_value', label: t('heatSourceUpper') },
              { value: 'delivered_heat', label: t('heatSourceDelivered') },
              { value: 'heat_pump', label: t('heatSourcePump') },
            ]}
            defaultValue={plant?.heatSource ?? 'boiler'}
          />
        </FieldRow>
      </Fold>
    </>
  );
}
