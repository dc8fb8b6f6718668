'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/button';
import { plusIcon } from '@/components/icons';
import type { ListLook } from '@/components/list/list-look-cookie';
import { replaceQuery } from '@/components/list/replace-query';
import { PageHead } from '@/components/page-head';
import { useRouter } from '@/i18n/navigation';
import { TenantDialog } from './tenant-dialog';
import { TenantList } from './tenant-list';

/** The page of all tenants; `startsNew` opens the dialog at once. */
export function TenantsView({
  canEdit,
  startsNew,
  look,
}: {
  canEdit: boolean;
  startsNew: boolean;
  look: ListLook;
}) {
  const t = useTranslations('TenantsPage');
  const router = useRouter();
  const [isCreating, setCreating] = useState(canEdit && startsNew);

  function showDialog(open: boolean) {
    setCreating(open);
    // Going back to this page later must not open the dialog again.
    if (!open && startsNew) replaceQuery({ new: null });
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
      <TenantList canEdit={canEdit} onCreate={() => showDialog(true)} look={look} />
      <TenantDialog
        open={isCreating}
        onOpenChange={showDialog}
        onCreated={({ id }) => router.push({ pathname: '/tenant/[id]', params: { id } })}
      />
    </>
  );
}
