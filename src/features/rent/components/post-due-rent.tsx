import { useTranslations } from 'next-intl';
import { Button } from '@/components/button';
import { refreshCwIcon } from '@/components/icons';
import { showFailure, showSuccess } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';
import { retryTransient } from '@/trpc/query-client';

/** What the hourly job does, now: for someone who does not want to wait for it. */
export function PostDueRent() {
  const t = useTranslations('PropertyRents');
  const words = useErrorWords();
  const post = trpc.rent.post.useMutation({ retry: retryTransient });
  return (
    <Button
      look="tertiary"
      size="sm"
      icon={refreshCwIcon}
      pending={post.isPending}
      onClick={() =>
        post.mutate(undefined, {
          onSuccess: ({ charges }) => {
            showSuccess(t('posted', { count: charges }));
          },
          onError: (error) => showFailure(words.failure(error)),
        })
      }
    >
      {t('post')}
    </Button>
  );
}
