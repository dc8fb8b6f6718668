import { useLocale, useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { PreviewSkeleton } from '@/components/delete-dialog';
import { Dialog } from '@/components/dialog';
import { Notice } from '@/components/notice';
import { signOut } from '@/features/account/actions';
import { useErrorWords } from '@/i18n/error-words';
import { getPathname } from '@/i18n/navigation';
import { trpc } from '@/trpc/client';

/** Says which portfolios go with the account and which it only leaves, and asks for its address. */
export function EraseAccountDialog({ close }: { close: () => void }) {
  const t = useTranslations('Erasure');
  const words = useErrorWords();
  const locale = useLocale();
  const erase = trpc.erasure.eraseAccount.useMutation();
  const preview = trpc.erasure.previewAccount.useQuery(undefined, { staleTime: 0, gcTime: 0 });
  if (!preview.data) {
    return (
      <Dialog open onOpenChange={close} title={t('accountQuestion')} size="sm">
        {preview.isError ? (
          <Notice tone="danger">{words.failure(preview.error)}</Notice>
        ) : (
          <PreviewSkeleton />
        )}
      </Dialog>
    );
  }
  const { name, erased, left } = preview.data;
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={t('accountQuestion')}
      confirmLabel={t('forGood')}
      typedName={name}
      confirm={async (typedName) => {
        await erase.mutateAsync({ typedName });
        // The session is over at the sign-in server; this clears what the browser keeps of it.
        await signOut().catch(() => {});
        window.location.assign(getPathname({ href: '/', locale }));
      }}
    >
      <div className="grid gap-3">
        {erased.length === 0 ? (
          <p>{t('nothing')}</p>
        ) : (
          <>
            <p>{t('erased')}</p>
            <ul className="grid gap-2">
              {erased.map((portfolio) => (
                <li key={portfolio.id}>
                  <span className="font-medium text-foreground">{portfolio.name}</span>
                  <br />
                  {t('summary', portfolio.counts)}
                  {portfolio.otherMembers > 0 && <> · {t('others', { count: portfolio.otherMembers })}</>}
                </li>
              ))}
            </ul>
            <p>{t('handOver')}</p>
          </>
        )}
        {left.length > 0 && (
          <>
            <p>{t('left')}</p>
            <ul className="grid gap-1 text-foreground">
              {left.map((portfolio) => (
                <li key={portfolio.id}>{portfolio.name}</li>
              ))}
            </ul>
          </>
        )}
        <p>{t('exportFirst')}</p>
      </div>
    </ConfirmDialog>
  );
}
