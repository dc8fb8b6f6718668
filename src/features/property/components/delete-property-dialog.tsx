import { useLocale, useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Notice } from '@/components/notice';
import { Skeleton } from '@/components/skeleton';
import { useErrorWords } from '@/i18n/error-words';
import { getPathname } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';

const counted = [
  'units',
  'leases',
  'rents',
  'charges',
  'payments',
  'deposits',
  'handovers',
  'letters',
  'statements',
  'objections',
  'meters',
  'plants',
  'transactions',
  'recurring',
  'documents',
] as const;

/** Says exactly what goes with the property and asks for its name. */
export function DeletePropertyDialog({
  id,
  name,
  isArchived,
  open,
  onOpenChange,
}: {
  id: string;
  name: string;
  isArchived: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations('PropertyDanger');
  const words = useErrorWords();
  const locale = useLocale();
  const erase = trpc.property.delete.useMutation();
  // Always as it is now: what is shown here is what will be gone.
  const preview = trpc.property.deletePreview.useQuery({ id }, { enabled: open, staleTime: 0, gcTime: 0 });
  const things = counted.filter((thing) => (preview.data?.counts[thing] ?? 0) > 0);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('deleteQuestion', { name })}
      confirmLabel={t('deleteForever')}
      typedName={name}
      confirm={async (typedName) => {
        await erase.mutateAsync({ id, typedName });
        // A whole new page: nothing of the property may stay in any list.
        window.location.assign(getPathname({ href: '/dashboard/properties', locale }));
      }}
    >
      {preview.isError ? (
        <Notice tone="danger">{words.failure(preview.error)}</Notice>
      ) : preview.data ? (
        <div className="grid gap-3">
          <p>{t('goesToo')}</p>
          <ul className="grid gap-1 text-foreground">
            {things.map((thing) => (
              <li key={thing}>{t(`counts.${thing}`, { count: preview.data.counts[thing] })}</li>
            ))}
          </ul>
          {preview.data.tenants.length > 0 && (
            <p>{t('tenantsStay', { names: preview.data.tenants.map((tenant) => tenant.name).join(', ') })}</p>
          )}
          {preview.data.counts.keptLeases > 0 && (
            <p>{t('keptLeases', { count: preview.data.counts.keptLeases })}</p>
          )}
          <p>{t('exportFirst')}</p>
          <p>{isArchived ? t('noWayBack') : t('ratherArchive')}</p>
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
