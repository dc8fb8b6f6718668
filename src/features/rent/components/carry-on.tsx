import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/form/checkbox-field';
import { fieldsOf } from '@/components/form/field-name';
import type { agreeRentInput } from '../schema';
import type { AgreedRent } from './rent-list';

const field = fieldsOf<typeof agreeRentInput>();

/** Asks whether later steps take over the new advances, where there are such steps. */
export function CarryOn({ rents, after }: { rents: readonly AgreedRent[]; after: string | null }) {
  const t = useTranslations('AgreeRent');
  const count = rents.filter(
    (rent) => rent.reason === 'stepped' && after !== null && rent.validFrom > after,
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
