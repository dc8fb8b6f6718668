import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextField } from '@/components/form/text-field';
import type { setYearInput } from '../schema';
import type { PlantYearView } from './year-form';
import { YearGroup } from './year-group';

const field = fieldsOf<typeof setYearInput>();

/** What tenants are told beside the bill (§ 6a (3) HeizkostenV): from the bills, and to compare with. */
export function AnnexFields({
  view: { plant, year, known },
  asksEnergy,
}: {
  view: PlantYearView;
  /** Nothing else on the page asks for the energy of the plant. */
  asksEnergy: boolean;
}) {
  const t = useTranslations('Heating');
  return (
    <YearGroup title={t('annex')} text={t('annexText')}>
      <TextField
        name={field('energyMix')}
        label={t('energyMix')}
        hint={t('energyMixHint')}
        optional
        defaultValue={year ? year.energyMix : known?.energyMix}
      />
      {plant.heatSource === 'delivered_heat' && (
        <FieldRow>
          <NumberField
            name={field('greenhouseGrams')}
            label={t('greenhouse')}
            unit="kg"
            decimals={3}
            optional
            defaultScaled={year?.greenhouseGrams}
          />
          <NumberField
            name={field('primaryFactor')}
            label={t('primaryFactor')}
            decimals={2}
            optional
            defaultScaled={year?.primaryFactor}
          />
        </FieldRow>
      )}
      <FieldRow>
        <MoneyField
          name={field('taxesCents')}
          label={t('taxes')}
          optional
          defaultCents={year?.taxesCents ?? null}
        />
        <MoneyField
          name={field('meteringCents')}
          label={t('meteringFees')}
          optional
          defaultCents={year?.meteringCents ?? null}
        />
      </FieldRow>
      {asksEnergy && (
        <NumberField
          name={field('totalEnergy')}
          label={t('plantEnergy')}
          hint={t('plantEnergyHint')}
          unit="kWh"
          decimals={3}
          optional
          defaultScaled={year?.totalEnergy}
          className="sm:w-1/2 sm:pe-2"
        />
      )}
      <Comparisons year={year} known={known} makesHotWater={plant.makesHotWater} />
      <SelectField
        name={field('disputes')}
        label={t('disputes')}
        options={[
          { value: 'unwilling', label: t('disputesUnwilling') },
          { value: 'willing', label: t('disputesWilling') },
          { value: 'no_consumer', label: t('disputesNoConsumer') },
        ]}
        defaultValue={year?.disputes ?? known?.disputes ?? 'unwilling'}
        className="sm:w-1/2 sm:pe-2"
      />
    </YearGroup>
  );
}

/** An average user, and the year before. */
function Comparisons({
  year,
  known,
  makesHotWater,
}: Pick<PlantYearView, 'year' | 'known'> & { makesHotWater: boolean }) {
  const t = useTranslations('Heating');
  return (
    <>
      <FieldRow>
        <NumberField
          name={field('averageEnergy')}
          label={t('average')}
          hint={t('averageHint')}
          unit="kWh"
          decimals={3}
          optional
          defaultScaled={year?.averageEnergy}
        />
        <TextField
          name={field('averageSource')}
          label={t('averageSource')}
          optional
          defaultValue={year ? year.averageSource : known?.averageSource}
        />
      </FieldRow>
      <FieldRow>
        <NumberField
          name={field('climateFactor')}
          label={t('climateFactor')}
          hint={t('climateFactorHint')}
          decimals={3}
          optional
          defaultScaled={year?.climateFactor}
        />
        <NumberField
          name={field('climateFactorBefore')}
          label={t('climateFactorBefore')}
          decimals={3}
          optional
          defaultScaled={year?.climateFactorBefore ?? known?.climateFactorBefore}
        />
      </FieldRow>
      <FieldRow>
        <NumberField
          name={field('energyBefore')}
          label={t('energyBefore')}
          unit="kWh"
          decimals={3}
          optional
          defaultScaled={year?.energyBefore ?? known?.energyBefore}
        />
        {makesHotWater && (
          <NumberField
            name={field('hotWaterEnergyBefore')}
            label={t('hotWaterEnergyBefore')}
            unit="kWh"
            decimals={3}
            optional
            defaultScaled={year?.hotWaterEnergyBefore ?? known?.hotWaterEnergyBefore}
          />
        )}
      </FieldRow>
    </>
  );
}
