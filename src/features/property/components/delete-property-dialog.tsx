import { useTranslations } from 'next-intl';
import { DeleteDialog, Gone } from '@/components/delete-dialog';
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
  const erase = trpc.property.delete.useMutation();
  const preview = trpc.property.deletePreview.useQuery({ id }, { enabled: open, staleTime: 0, gcTime: 0 });
  return (
    <DeleteDialog
      {...{ open, onOpenChange, name, preview }}
      title={t('deleteQuestion', { name })}
      confirmLabel={t('deleteForever')}
      erase={(typedName) => erase.mutateAsync({ id, typedName })}
      afterwards="/dashboard/properties"
    >
      {({ counts, tenants }) => (
        <>
          <p>{t('goesToo')}</p>
          <Gone
            things={counted.filter((thing) => counts[thing] > 0)}
            line={(thing) => t(`counts.${thing}`, { count: counts[thing] })}
          />
          {tenants.length > 0 && (
            <p>{t('tenantsStay', { names: tenants.map((tenant) => tenant.name).join(', ') })}</p>
          )}
          {counts.keptLeases > 0 && <p>{t('keptLeases', { count: counts.keptLeases })}</p>}
          <p>{t('exportFirst')}</p>
          <p>{isArchived ? t('noWayBack') : t('ratherArchive')}</p>
        </>
      )}
    </DeleteDialog>
  );
}
