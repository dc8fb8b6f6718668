'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { pencilIcon, plusIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { Section } from '@/components/section';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

const AssociationDialog = lazyDialog(async () => (await import('./association-dialog')).AssociationDialog);

export type Associations = Outputs['association']['list'];
export type AssociationRow = Associations['associations'][number];

/** The owners' associations of the flats of a property, and the way to name one. */
export function AssociationSection({ propertyId, canEdit }: { propertyId: string; canEdit: boolean }) {
  const t = useTranslations('Association');
  const [house] = trpc.association.list.useSuspenseQuery({ propertyId });
  const [opened, setOpened] = useState<AssociationRow | 'new' | null>(null);
  const free = house.units.filter(({ id }) => !house.associations.some(({ unitId }) => unitId === id));
  const add = canEdit && free.length > 0 && (
    <Button look="tertiary" size="sm" icon={plusIcon} onClick={() => setOpened('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Section id="association" title={t('title')} description={t('text')} actions={add} flush>
      {house.associations.length === 0 ? (
        // Most houses have none: a line says so.
        <p className="max-w-prose px-5 py-4 text-sm text-muted md:px-6">
          <span className="font-medium text-foreground">{t('none')}.</span>{' '}
          {t(house.hasRooms ? 'rooms' : 'noneText')}
        </p>
      ) : (
        <ul className="divide-y divide-separator">
          {house.associations.map((row) => (
            <li key={row.id} className="flex items-center justify-between gap-4 px-5 py-3 md:px-6">
              <span className="min-w-0">
                <span className="block truncate font-medium">{row.name}</span>
                <span className="block truncate text-sm text-muted">
                  {[row.unit, row.manager].filter(Boolean).join(' · ')}
                </span>
              </span>
              {canEdit && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  icon={pencilIcon}
                  aria-label={`${t('edit')}: ${row.name}`}
                  className="text-muted"
                  onClick={() => setOpened(row)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {opened && (
        <AssociationDialog
          association={
            opened === 'new' ? null : (house.associations.find(({ id }) => id === opened.id) ?? opened)
          }
          units={free}
          propertyId={propertyId}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  );
}
