import { useTranslations } from 'next-intl';
import { DateField } from '@/components/form/date-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import type { setYearInput } from '../schema';
import { Co2Bills } from './year-co2-bills';
import type { PlantYearView } from './year-form';
import { YearGroup } from './year-group';

const field = fieldsOf<typeof setYearInput>();

/** The CO₂ of the supplier's bill (§ 3 CO2KostAufG). */
export function Co2YearFields({
  year,
  isTold,
}: {
  year: PlantYearView['year'];
  /** The metering service has split it: what its bill names is told, and nothing is reckoned by it. */
  isTold: boolean;
}) {
  const t = useTranslations('Heating');
  return (
    <YearGroup title={t('co2')} text={t(isTold ? 'co2ToldHint' : 'co2YearHint')}>
      <FieldRow>
        <NumberField
          name={field('co2Grams')}
          label={t(isTold ? 'co2ToldKg' : 'co2Kg')}
          unit="kg"
          decimals={3}
          optional
          defaultScaled={year?.co2Grams}
        />
        <MoneyField
          name={field('co2CostCents')}
          label={t(isTold ? 'co2ToldCost' : 'co2Cost')}
          optional
          defaultCents={year?.co2CostCents}
        />
      </FieldRow>
      <FieldRow>
        <DateField
          name={field('billFrom')}
          label={t('billFrom')}
          hint={t('billHint')}
          optional
          defaultDay={year?.billFrom}
        />
        <DateField name={field('billTo')} label={t('billTo')} optional defaultDay={year?.billTo} />
      </FieldRow>
      <Co2Bills saved={year?.co2Bills ?? []} />
    </YearGroup>
  );
}
