'use client';

import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { plusIcon } from '@/components/icons';
import type { ListLook } from '@/components/list/list-look-cookie';
import { replaceQuery } from '@/components/list/replace-query';
import { PageHead } from '@/components/page-head';
import { useGo } from '@/i18n/use-go';
import { NeedlessHint } from './needless-hint';
import { TenantDialog } from './tenant-dialog';
import { TenantList } from './tenant-list';

/** The page of all tenants; `?new=1` opens the dialog. */
export function TenantsView({ canEdit, look }: { canEdit: boolean; look: ListLook }) {
  const t = useTranslations('TenantsPage');
  const go = useGo();
  const query = useSearchParams();
  const isCreating = canEdit && query.get('new') === '1';
  const showDialog = (open: boolean) => replaceQuery({ new: open ? '1' : null });

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
      {canEdit && <NeedlessHint />}
      <TenantList canEdit={canEdit} onCreate={() => showDialog(true)} look={look} />
      <TenantDialog
        open={isCreating}
        onOpenChange={showDialog}
        onCreated={({ id }) => go({ pathname: '/tenant/[id]', params: { id } })}
      />
    </>
  );
}
