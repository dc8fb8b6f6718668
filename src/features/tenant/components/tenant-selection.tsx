import { useTranslations } from 'next-intl';
import { ArchiveSelection } from '@/components/list/archive-selection';
import { trpc } from '@/trpc/client';
import type { TenantRow } from './tenant-table';

/** What can be done with the chosen tenants; those who live somewhere are not archived. */
export function TenantSelection(props: {
  chosen: readonly TenantRow[];
  canEdit: boolean;
  onClear: () => void;
  onExport: () => void;
}) {
  const t = useTranslations('TenantsPage');
  const archive = trpc.tenant.archiveRows.useMutation();
  const restore = trpc.tenant.restoreRows.useMutation();
  return (
    <ArchiveSelection
      {...props}
      archive={async (rows) => {
        const { done, inUseIds } = await archive.mutateAsync({ rows });
        return { done, stay: inUseIds.length === 0 ? '' : t('stay', { count: inUseIds.length }) };
      }}
      restore={async (rows) => ({ done: await restore.mutateAsync({ rows }) })}
    />
  );
}
