'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/form/checkbox-field';
import type { AgreedRent } from './rent-list';

/** Asks whether later steps take over the new advances, where there are such steps. */
export function CarryOn({ rents, after }: { rents: readonly AgreedRent[]; after: string | null }) {
  const t = useTranslations('AgreeRent');
  const count = rents.filter(
    (rent) => rent.reason === 'stepped' && after !== null && rent.validFrom > after,
  ).length;
  if (count === 0) return null;
  return (
    <CheckboxField name="carryOn" label={t('carryOn', { count })} hint={t('carryOnHint')} defaultChecked />
  );
}
