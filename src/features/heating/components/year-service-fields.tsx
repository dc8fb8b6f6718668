'use client';

import { useTranslations } from 'next-intl';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import type { setYearInput } from '../schema';
import type { PlantYearView } from './year-form';
import { YearGroup } from './year-group';

const field = fieldsOf<typeof setYearInput>();
const ways = ['deducted', 'shown', 'none'] as const;
type Way = (typeof ways)[number];

/** The bill of a metering service: its total, what it says of CO₂, and what it reckons for each. */
export function ServiceFields({
  view: { plant, year, users },
  co2Way,
  onCo2Way,
}: {
  view: PlantYearView;
  co2Way: Way;
  onCo2Way: (way: Way) => void;
}) {
  const t = useTranslations('Heating');
  const labels = {
    deducted: t('co2WayDeducted'),
    shown: t('co2WayShown'),
    none: t('co2WayNone'),
  };
  const isShown = plant.hasCo2 && co2Way === 'shown';
  return (
    <YearGroup title={t('service')} text={t('usersText')}>
      <FieldRow>
        <MoneyField name={field('totalCents')} label={t('serviceTotal')} defaultCents={year?.totalCents} />
        {plant.hasCo2 && (
          <SelectField
            name={null}
            label={t('co2Way')}
            options={ways.map((value) => ({ value, label: labels[value] }))}
            defaultValue={co2Way}
            onValueChange={(value) => onCo2Way(ways.find((one) => one === value) ?? 'deducted')}
          />
        )}
        {plant.hasCo2 && co2Way !== 'none' && (
          <MoneyField
            name={field('co2LandlordCents')}
            label={t('co2Landlord')}
            defaultCents={year?.co2LandlordCents}
          />
        )}
      </FieldRow>
      {users.map((user, index) => {
        const known = year?.amounts.find(
          ({ unitId, leaseId }) => unitId === user.unitId && leaseId === user.leaseId,
        );
        const name = user.leaseId === null ? t('notLet') : user.tenants.join(', ');
        return (
          <FieldRow key={`${user.unitId} ${user.leaseId}`}>
            <MoneyField
              name={field(`amounts.${index}.amountCents`)}
              label={t('user', { unit: user.unit, name })}
              defaultCents={known?.amountCents ?? null}
            />
            {isShown && (
              <MoneyField
                name={field(`amounts.${index}.co2LandlordCents`)}
                label={t('userCo2')}
                optional
                defaultCents={known?.co2LandlordCents ?? null}
              />
            )}
          </FieldRow>
        );
      })}
    </YearGroup>
  );
}
