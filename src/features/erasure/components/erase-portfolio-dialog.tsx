import { useLocale, useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { Notice } from '@/components/notice';
import { useErrorWords } from '@/i18n/error-words';
import { getPathname } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';
import { PreviewSkeleton } from './preview-skeleton';

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
  const words = useErrorWords();
  const locale = useLocale();
  const erase = trpc.erasure.erasePortfolio.useMutation();
  // Always as it is now: what is shown here is what will be gone.
  const preview = trpc.erasure.previewPortfolio.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  const things = counted.filter((thing) => (preview.data?.counts[thing] ?? 0) > 0);
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={t('portfolioQuestion', { portfolio: name })}
      confirmLabel={t('forGood')}
      typedName={name}
      confirm={async (typedName) => {
        await erase.mutateAsync({ id, typedName });
        // A whole new page: nothing of the portfolio may stay in any list.
        window.location.assign(getPathname({ href: '/dashboard', locale }));
      }}
    >
      {preview.isError ? (
        <Notice tone="danger">{words.failure(preview.error)}</Notice>
      ) : preview.data ? (
        <div className="grid gap-3">
          {things.length > 0 && (
            <>
              <p>{t('goes')}</p>
              <ul className="grid gap-1 text-foreground">
                {things.map((thing) => (
                  <li key={thing}>{t(`counts.${thing}`, { count: preview.data.counts[thing] })}</li>
                ))}
              </ul>
            </>
          )}
          {preview.data.otherMembers > 0 && <p>{t('others', { count: preview.data.otherMembers })}</p>}
          <p>{t('exportFirst')}</p>
        </div>
      ) : (
        <PreviewSkeleton />
      )}
    </ConfirmDialog>
  );
}
