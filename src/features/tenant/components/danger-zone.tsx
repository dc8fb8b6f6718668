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
import { DeleteTenantDialog } from './delete-tenant-dialog';
import type { TenantValues } from './tenant-fields';
import { useTenant } from './use-tenant';

/** Archiving first, since it is what people usually want; deleting below it. */
export function DangerZone({
  served,
  isOwner,
  hasLease,
}: {
  served: TenantValues;
  isOwner: boolean;
  /** Now or from a coming day. */
  hasLease: boolean;
}) {
  const t = useTranslations('TenantDanger');
  const tenant = useTenant(served);
  const archive = trpc.tenant.archive.useMutation();
  const restore = trpc.tenant.restore.useMutation();
  const [dialog, setDialog] = useState<'archive' | 'delete' | null>(null);
  const offerUndo = useUndo();
  const isArchived = tenant.archivedAt !== null;

  async function move() {
    await (isArchived ? restore : archive).mutateAsync({ id: tenant.id, version: tenant.version });
    if (isArchived) return showSuccess(t('restored'));
    // As archiving has left it, one version on.
    offerUndo(t('archived'), () => restore.mutateAsync({ id: tenant.id, version: tenant.version + 1 }));
  }

  return (
    <Section id="danger" title={t('title')} tone="danger" flush>
      <div className="divide-y divide-separator">
        <SectionChoice
          title={t(isArchived ? 'restoreTitle' : 'archiveTitle')}
          text={t(isArchived ? 'restoreText' : hasLease ? 'archiveRefused' : 'archiveText')}
        >
          {(isArchived || !hasLease) && (
            <Button
              look="outline"
              icon={isArchived ? archiveRestoreIcon : archiveIcon}
              onClick={() => setDialog('archive')}
            >
              {t(isArchived ? 'restore' : 'archive')}
            </Button>
          )}
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
        title={t(isArchived ? 'restoreQuestion' : 'archiveQuestion', { name: tenant.name })}
        confirmLabel={t(isArchived ? 'restore' : 'archive')}
        tone="primary"
        confirm={move}
      >
        {t(isArchived ? 'restoreText' : 'archiveText')}
      </ConfirmDialog>
      <DeleteTenantDialog
        id={tenant.id}
        name={tenant.name}
        canArchive={!isArchived && !hasLease}
        open={dialog === 'delete'}
        onOpenChange={(open) => setDialog(open ? 'delete' : null)}
      />
    </Section>
  );
}
