import { useTranslations } from 'next-intl';
import { AreaField } from '@/components/form/area-field';
import { DateField } from '@/components/form/date-field';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { NumberField } from '@/components/form/number-field';
import { SelectField } from '@/components/form/select-field';
import { TextareaField } from '@/components/form/textarea-field';
import { energyClasses } from '@/domain/vocabulary';
import { formatMonthName } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { eachMonth } from '@/lib/calendar';
import type { updatePropertyInput } from '../schema';
import type { PropertyDetails } from './use-property';

const field = fieldsOf<typeof updatePropertyInput>();

/** Plot, energy certificate, purchase, sale and notes. */
export function SecondaryFields({ property }: { property: PropertyDetails }) {
  const t = useTranslations('PropertyForm');
  const formats = useFormats();
  // The certificate with its classes is European; what somebody entered all the same is shown.
  const hasEnergy =
    property.country !== 'US' ||
    property.energyClass !== null ||
    property.energyUse10 !== null ||
    property.energyCertificateValidUntil !== null;
  return (
    <>
      <Group title={t('purchase')}>
        <FieldRow>
          <DateField
            name={field('purchasedOn')}
            label={t('purchasedOn')}
            optional
            defaultDay={property.purchasedOn}
          />
          <DateField
            name={field('soldOn')}
            label={t('soldOn')}
            hint={property.country === 'DE' ? `${t('soldHint')} ${t('soldDeposits')}` : t('soldHint')}
            optional
            defaultDay={property.soldOn}
          />
          <MoneyField
            name={field('purchasePriceCents')}
            label={t('purchasePrice')}
            optional
            defaultCents={property.purchasePriceCents}
          />
          <MoneyField
            name={field('purchaseCostsCents')}
            label={t('purchaseCosts')}
            hint={t('purchaseCostsHint')}
            optional
            defaultCents={property.purchaseCostsCents}
          />
          <NumberField
            name={field('buildingShareBp')}
            label={t('buildingShare')}
            hint={t('buildingShareHint')}
            optional
            decimals={2}
            unit="%"
            defaultScaled={property.buildingShareBp}
          />
          <AreaField
            name={field('plotAreaSqm100')}
            label={t('plotArea')}
            optional
            defaultSqm100={property.plotAreaSqm100}
          />
        </FieldRow>
      </Group>
      {hasEnergy && <Energy property={property} />}
      <SelectField
        name={field('statementStartMonth')}
        label={t('statementStart')}
        hint={t('statementStartHint')}
        options={eachMonth('2000-01', '2000-12').map((month, index) => ({
          value: String(index + 1),
          label: formatMonthName(month, formats),
        }))}
        defaultValue={String(property.statementStartMonth)}
        className="sm:w-1/2 sm:pe-2"
      />
      <TextareaField name={field('notes')} label={t('notes')} optional defaultValue={property.notes} />
    </>
  );
}

function Energy({ property }: { property: PropertyDetails }) {
  const t = useTranslations('PropertyForm');
  return (
    <Group title={t('energy')}>
      <FieldRow>
        <SelectField
          name={field('energyClass')}
          label={t('energyClass')}
          optional
          placeholder={t('stateNone')}
          options={energyClasses.map((value) => ({ value, label: value }))}
          defaultValue={property.energyClass}
        />
        <NumberField
          name={field('energyUse10')}
          label={t('energyUse')}
          optional
          decimals={1}
          unit="kWh/(m²·a)"
          defaultScaled={property.energyUse10}
        />
        <DateField
          name={field('energyCertificateValidUntil')}
          label={t('energyValidUntil')}
          optional
          defaultDay={property.energyCertificateValidUntil}
        />
      </FieldRow>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
