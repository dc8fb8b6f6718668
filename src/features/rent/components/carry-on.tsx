import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/form/checkbox-field';
import { fieldsOf } from '@/components/form/field-name';
import type { RentLine } from '../rules';
import type { agreeRentInput } from '../schema';
import { followsParts } from '../step-rules';
import type { AgreedRent } from './rent-list';

const field = fieldsOf<typeof agreeRentInput>();

/** Asks whether later rents take over the new advances, where there are some that have them as they were `before`. */
export function CarryOn({
  rents,
  after,
  before,
}: {
  rents: readonly AgreedRent[];
  after: string | null;
  before: readonly RentLine[];
}) {
  const t = useTranslations('AgreeRent');
  const count = rents.filter(
    (rent) => after !== null && rent.validFrom > after && followsParts(rent, before),
  ).length;
  if (count === 0) return null;
  return (
    <CheckboxField
      name={field('carryOn')}
      label={t('carryOn', { count })}
      hint={t('carryOnHint')}
      defaultChecked
    />
  );
}
