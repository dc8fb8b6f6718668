import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/form/checkbox-field';
import { fieldsOf } from '@/components/form/field-name';
import type { RentLine } from '../rules';
import type { agreeRentInput } from '../schema';
import { followsParts } from '../step-rules';
import type { AgreedRent } from './rent-list';

const field = fieldsOf<typeof agreeRentInput>();

/** Asks whether later rents take over the new advances, where some that are not posted yet have them as they were `before`. */
export function CarryOn({
  rents,
  after,
  before,
  postedThrough,
}: {
  rents: readonly AgreedRent[];
  after: string | null;
  before: readonly RentLine[];
  postedThrough: string | null;
}) {
  const t = useTranslations('AgreeRent');
  const isLater = ({ validFrom }: AgreedRent) =>
    after !== null && validFrom > after && (postedThrough === null || validFrom > postedThrough);
  const count = rents.filter((rent) => isLater(rent) && followsParts(rent, before)).length;
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
