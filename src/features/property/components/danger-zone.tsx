'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { archiveIcon, archiveRestoreIcon, trash2Icon } from '@/components/icons';
import { Section } from '@/components/section';
import { SectionChoice } from '@/components/section-choice';
import { showSuccess } from '@/components/toast';
import { useUndo } from '@/components/use-undo';
import { trpc } from '@/trpc/client';
import { DeletePropertyDialog } from './delete-property-dialog';
import { type PropertyDetails, useProperty } from './use-property';

/** Archiving first, since it is what people usually want; deleting below it. */
export function DangerZone({ served, isOwner }: { served: PropertyDetails; isOwner: boolean }) {
  const t = useTranslations('PropertyDanger');
  const property = useProperty(served);
  const archive = trpc.property.archive.useMutation();
  const restore = trpc.property.restore.useMutation();
  const [dialog, setDialog] = useState<'archive' | 'delete' | null>(null);
  const offerUndo = useUndo();
  const isArchived = property.archivedAt !== null;
  const seen = { id: property.id, version: property.version };

  return (
    <Section id="danger" title={t('title')} tone="danger" flush>
      <div className="divide-y divide-separator">
        <SectionChoice
          title={t(isArchived ? 'restoreTitle' : 'archiveTitle')}
          text={t(isArchived ? 'restoreText' : 'archiveText')}
        >
          <Button
            look="outline"
            icon={isArchived ? archiveRestoreIcon : archiveIcon}
            onClick={() => setDialog('archive')}
          >
            {t(isArchived ? 'restore' : 'archive')}
          </Button>
        </SectionChoice>
        {isOwner && (
          <SectionChoice title={t('deleteTitle')} text={t('deleteText')}>
            <Button look="danger-soft" icon={trash2Icon} onClick={() => setDialog('delete')}>
              {t('delete')}
            </Button>
          </SectionChoice>
        )}
      </div>
      <ConfirmDialog
        open={dialog === 'archive'}
        onOpenChange={(open) => setDialog(open ? 'archive' : null)}
        title={t(isArchived ? 'restoreQuestion' : 'archiveQuestion', { name: property.name })}
        confirmLabel={t(isArchived ? 'restore' : 'archive')}
        tone="primary"
        confirm={async () => {
          await (isArchived ? restore : archive).mutateAsync(seen);
          if (isArchived) return showSuccess(t('restored'));
          // As archiving has left it, one version on.
          offerUndo(t('archived'), () => restore.mutateAsync({ ...seen, version: seen.version + 1 }));
        }}
      >
        {t(isArchived ? 'restoreText' : 'archiveText')}
      </ConfirmDialog>
      <DeletePropertyDialog
        id={property.id}
        name={property.name}
        isArchived={isArchived}
        open={dialog === 'delete'}
        onOpenChange={(open) => setDialog(open ? 'delete' : null)}
      />
    </Section>
  );
}
