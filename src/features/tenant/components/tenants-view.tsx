'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { plusIcon } from '@/components/icons';
import { PageHead } from '@/components/page-head';
import { useRouter } from '@/i18n/navigation';
import { TenantDialog } from './tenant-dialog';
import { TenantList } from './tenant-list';

/** The page of all tenants; `startsNew` opens the dialog at once. */
export function TenantsView({
  canEdit,
  startsNew,
  skeleton,
}: {
  canEdit: boolean;
  startsNew: boolean;
  skeleton: ReactNode;
}) {
  const t = useTranslations('TenantsPage');
  const router = useRouter();
  const [isCreating, setCreating] = useState(canEdit && startsNew);

  function showDialog(open: boolean) {
    setCreating(open);
    // Going back to this page later must not open the dialog again.
    if (!open && startsNew) window.history.replaceState(null, '', window.location.pathname);
  }

  return (
    <>
      <PageHead
        title={t('title')}
        actions={
          canEdit && (
            <Button look="primary" icon={plusIcon} onClick={() => showDialog(true)}>
              {t('newTenant')}
            </Button>
          )
        }
      />
      <Suspense fallback={skeleton}>
        <TenantList canEdit={canEdit} onCreate={() => showDialog(true)} />
      </Suspense>
      <TenantDialog
        open={isCreating}
        onOpenChange={showDialog}
        onCreated={({ id }) => router.push({ pathname: '/tenant/[id]', params: { id } })}
      />
    </>
  );
}
