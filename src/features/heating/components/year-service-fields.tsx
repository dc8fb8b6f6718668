import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { fieldsOf } from '@/components/form/field-name';
import { FieldRow } from '@/components/form/field-row';
import { useFormConnection } from '@/components/form/form-context';
import { MoneyField } from '@/components/form/money-field';
import { SelectField } from '@/components/form/select-field';
import { writeMoney } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { type Figures, fillings, userKey } from '../record-rules';
import type { setYearInput } from '../schema';
import type { PlantYearView } from './year-form';
import { YearGroup } from './year-group';
import { YearRecords } from './year-records';
import { ServiceSum } from './year-service-sum';

const field = fieldsOf<typeof setYearInput>();
const ways = ['deducted', 'shown', 'none'] as const;
type Way = (typeof ways)[number];
type User = PlantYearView['users'][number];

/** The bill of a metering service: its total, what it says of CO₂, and what it reckons for each. */
export function ServiceFields({
  view,
  canEdit,
  co2Way,
  onCo2Way,
  onServiceIds,
}: {
  view: PlantYearView;
  canEdit: boolean;
  co2Way: Way;
  onCo2Way: (way: Way) => void;
  /** By which a file's records know users, by `userKey`. */
  onServiceIds: (ids: ReadonlyMap<string, string | null>) => void;
}) {
  const t = useTranslations('Heating');
  const form = useFormConnection();
  const formats = useFormats();
  const { plant, year, users } = view;
  const savedAt = (key: string) => year?.amounts.find((one) => userKey(one) === key);
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map());
  const amounts = users.map(userKey).map((key) => {
    const cents = typed.get(key);
    return cents === undefined ? (savedAt(key)?.amountCents ?? null) : cents;
  });
  const [totalCents, setTotal] = useState(year?.totalCents ?? null);
  const [co2Cents, setCo2] = useState(year?.co2LandlordCents ?? null);
  const nameOf = (user: User) =>
    t('user', { unit: user.unit, name: user.leaseId === null ? t('notLet') : user.tenants.join(', ') });
  function fill(figures: Figures, before: Figures) {
    for (const [key, cents] of fillings(figures, before, (one) => savedAt(one)?.amountCents ?? null)) {
      const at = users.findIndex((user) => userKey(user) === key);
      if (at >= 0)
        form?.put(field(`amounts.${at}.amountCents`), cents === null ? '' : writeMoney(cents, formats));
    }
    onServiceIds(new Map([...figures].map(([key, { serviceId }]) => [key, serviceId])));
  }
  const labels = {
    deducted: t('co2WayDeducted'),
    shown: t('co2WayShown'),
    none: t('co2WayNone'),
  };
  const isShown = plant.hasCo2 && co2Way === 'shown';
  return (
    <YearGroup title={t('service')} text={t('usersText')}>
      <FieldRow>
        <MoneyField
          name={field('totalCents')}
          label={t('serviceTotal')}
          defaultCents={year?.totalCents}
          onCentsChange={setTotal}
        />
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
            onCentsChange={setCo2}
          />
        )}
      </FieldRow>
      {canEdit && <YearRecords view={view} nameOf={nameOf} onFigures={fill} />}
      {users.map((user, index) => {
        const key = userKey(user);
        const known = savedAt(key);
        return (
          <FieldRow key={key}>
            <MoneyField
              name={field(`amounts.${index}.amountCents`)}
              label={nameOf(user)}
              defaultCents={known?.amountCents ?? null}
              onCentsChange={(cents) => setTyped((before) => new Map([...before, [key, cents]]))}
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
      <ServiceSum
        amounts={amounts}
        totalCents={totalCents}
        co2Way={plant.hasCo2 ? co2Way : 'none'}
        co2LandlordCents={plant.hasCo2 && co2Way !== 'none' ? co2Cents : null}
      />
    </YearGroup>
  );
}
