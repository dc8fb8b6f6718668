import { useTranslations } from 'next-intl';
import { DeleteDialog, Gone } from '@/components/delete-dialog';
import { ExplainButton } from '@/components/explain/explain-button';
import { formatDate } from '@/i18n/formats';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

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
  const erase = trpc.tenant.delete.useMutation();
  const preview = trpc.tenant.deletePreview.useQuery({ id }, { enabled: open, staleTime: 0, gcTime: 0 });
  return (
    <DeleteDialog
      {...{ open, onOpenChange, name, preview }}
      title={t('deleteQuestion', { name })}
      confirmLabel={t('deleteForever')}
      erase={(typedName) => erase.mutateAsync({ id, typedName })}
      afterwards="/dashboard/tenants"
    >
      {({ counts, stayingTenants, keeping }) => {
        const gone = counted.filter((thing) => counts[thing] > 0);
        return (
          <>
            <p>{gone.length > 0 ? t('goesToo') : t('goesAlone')}</p>
            {gone.length > 0 && (
              <Gone things={gone} line={(thing) => t(`counts.${thing}`, { count: counts[thing] })} />
            )}
            {counts.keptLeases > 0 && (
              <p>
                {t('keptLeases', {
                  count: counts.keptLeases,
                  names: stayingTenants.map((tenant) => tenant.name).join(', '),
                })}
              </p>
            )}
            {keeping && <Keeping {...keeping} />}
            <p>{t('namesGo')}</p>
            {gone.length > 0 && <p>{t('exportFirst')}</p>}
            <p>{canArchive ? t('ratherArchive') : t('noWayBack')}</p>
          </>
        );
      }}
    </DeleteDialog>
  );
}

/** Until when what goes may have to be kept, by what is recorded. */
function Keeping({ result, trace, isNeedless }: NonNullable<Outputs['tenant']['deletePreview']['keeping']>) {
  const t = useTranslations('TenantDanger');
  const formats = useFormats();
  const { claimsUntil, receiptsUntil, booksUntil } = result;
  return (
    <div className="flex items-start justify-between gap-3">
      <p>
        {t(isNeedless ? 'keptNoMore' : 'kept', {
          claims: formatDate(claimsUntil, formats),
          receipts: formatDate(receiptsUntil, formats),
          books: formatDate(booksUntil, formats),
        })}
      </p>
      <ExplainButton trace={trace} className="-me-2 -mt-1.5 text-muted" />
    </div>
  );
}
