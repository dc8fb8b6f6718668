'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { flameIcon, pencilIcon, plusIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Section } from '@/components/section';
import { formatPercent } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { hasHousehold } from '@/statement/house';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

const PlantDialog = lazyDialog(async () => (await import('./plant-dialog')).PlantDialog);

export type Plants = Outputs['heating']['list'];
export type PlantRow = Plants['plants'][number];

/** What heats the units of a property in common, and the way to say so. Where no law asks for it, or there is nothing to heat, nothing. */
export function PlantSection({ propertyId, canEdit }: { propertyId: string; canEdit: boolean }) {
  const t = useTranslations('Heating');
  const formats = useFormats();
  const [house] = trpc.heating.list.useSuspenseQuery({ propertyId });
  const [opened, setOpened] = useState<PlantRow | 'new' | null>(null);
  if (!house.isGerman || (house.plants.length === 0 && !house.units.some(hasHousehold))) return null;
  const add = canEdit && (
    <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setOpened('new')}>
      {t('add')}
    </Button>
  );
  const say = ({ sharedBy, heatBp, makesHotWater }: PlantRow) =>
    [
      sharedBy === 'service' ? t('byService') : t('byDevices', { percent: formatPercent(heatBp, formats) }),
      makesHotWater && t('withHotWater'),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <Section id="heating" title={t('title')} description={t('text')} actions={add} flush>
      {house.plants.length === 0 ? (
        <EmptyState icon={flameIcon} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-separator">
          {house.plants.map((plant) => (
            <li key={plant.id} className="flex items-center justify-between gap-4 px-5 py-3 md:px-6">
              <span className="min-w-0">
                <span className="block truncate font-medium">{plant.name}</span>
                <span className="block text-sm text-muted">{say(plant)}</span>
              </span>
              {canEdit && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  icon={pencilIcon}
                  aria-label={`${t('edit')}: ${plant.name}`}
                  className="text-muted"
                  onClick={() => setOpened(plant)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {opened && (
        <PlantDialog
          plant={opened === 'new' ? null : (house.plants.find(({ id }) => id === opened.id) ?? opened)}
          house={house}
          propertyId={propertyId}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  );
}
