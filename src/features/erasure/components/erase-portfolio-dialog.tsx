import { useTranslations } from 'next-intl';
import { DeleteDialog, Gone } from '@/components/delete-dialog';
import { forgetLastPortfolio } from '@/features/portfolio/components/kept-last';
import { trpc } from '@/trpc/client';

const counted = [
  'properties',
  'units',
  'tenants',
  'leases',
  'charges',
  'payments',
  'transactions',
  'documents',
] as const;

/** Says exactly what goes with the portfolio and asks for its name. */
export function ErasePortfolioDialog({
  portfolio: { id, name },
  close,
}: {
  portfolio: { id: string; name: string };
  close: () => void;
}) {
  const t = useTranslations('Erasure');
  const erase = trpc.erasure.erasePortfolio.useMutation();
  const preview = trpc.erasure.previewPortfolio.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  return (
    <DeleteDialog
      open
      onOpenChange={close}
      {...{ name, preview }}
      title={t('portfolioQuestion', { portfolio: name })}
      confirmLabel={t('forGood')}
      erase={async (typedName) => {
        await erase.mutateAsync({ id, typedName });
        forgetLastPortfolio();
      }}
      afterwards="/dashboard"
    >
      {({ counts, otherMembers }) => {
        const gone = counted.filter((thing) => counts[thing] > 0);
        return (
          <>
            {gone.length > 0 && (
              <>
                <p>{t('goes')}</p>
                <Gone things={gone} line={(thing) => t(`counts.${thing}`, { count: counts[thing] })} />
              </>
            )}
            {otherMembers > 0 && <p>{t('others', { count: otherMembers })}</p>}
            <p>{t('exportFirst')}</p>
          </>
        );
      }}
    </DeleteDialog>
  );
}
