import { useLocale, useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { useErrorWords } from '@/i18n/error-words';
import { getPathname } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';

const counted = [
  'leases',
  'rents',
  'charges',
  'payments',
  'deposits',
  'handovers',
  'letters',
  'objections',
  'documents',
] as const;

/** Says exactly what goes with the tenant and asks for their name. */
export function DeleteTenantDialog({
  id,
  name,
  canArchive,
  open,
  onOpenChange,
}: {
  id: string;
  name: string;
  /** Not yet archived, and no lease hinders it. */
  canArchive: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations('TenantDanger');
  const words = useErrorWords();
  const locale = useLocale();
  const erase = trpc.tenant.delete.useMutation();
  // Always as it is now: what is shown here is what will be gone.
  const preview = trpc.tenant.deletePreview.useQuery({ id }, { enabled: open, staleTime: 0, gcTime: 0 });
  const gone = counted.filter((thing) => (preview.data?.counts[thing] ?? 0) > 0);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('deleteQuestion', { name })}
      confirmLabel={t('deleteForever')}
      typedName={name}
      confirm={async (typedName) => {
        await erase.mutateAsync({ id, typedName });
        // A whole new page: nothing of the tenant may stay in any list.
        window.location.assign(getPathname({ href: '/dashboard/tenants', locale }));
      }}
    >
      {preview.isError ? (
        <Notice tone="danger">{words.failure(preview.error)}</Notice>
      ) : preview.data ? (
        <div className="grid gap-3">
          <p>{gone.length > 0 ? t('goesToo') : t('goesAlone')}</p>
          {gone.length > 0 && (
            <ul className="grid gap-1 text-foreground">
              {gone.map((thing) => (
                <li key={thing}>{t(`counts.${thing}`, { count: preview.data.counts[thing] })}</li>
              ))}
            </ul>
          )}
          {preview.data.counts.keptLeases > 0 && (
            <p>
              {t('keptLeases', {
                count: preview.data.counts.keptLeases,
                names: preview.data.stayingTenants.map((tenant) => tenant.name).join(', '),
              })}
            </p>
          )}
          {gone.length > 0 && <p>{t('exportFirst')}</p>}
          <p>{canArchive ? t('ratherArchive') : t('noWayBack')}</p>
        </div>
      ) : (
        <div className="grid gap-2">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      )}
    </ConfirmDialog>
  );
}
