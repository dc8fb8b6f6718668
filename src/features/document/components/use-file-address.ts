import { type MouseEvent, useState } from 'react';
import { showFailure } from '@/components/toast';
import { useErrorWords } from '@/i18n/error-words';
import { trpc } from '@/trpc/client';

/** An address is good for a minute; older than this it is asked for anew. */
const addressStaleMs = 45_000;

/**
 * Where a document is to be seen. What is drawn from the address once stays drawn, so `url` stays as it was; a link
 * to it is `link`, which fetches a new address where the one it has may have ended.
 */
export function useFileAddress(id: string, { enabled = true }: { enabled?: boolean } = {}) {
  const words = useErrorWords();
  const file = trpc.document.fileUrl.useQuery(
    { id, use: 'show' },
    {
      enabled,
      staleTime: addressStaleMs,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  );
  const [drawn, setDrawn] = useState<string | null>(null);
  const { isStale, refetch } = file;
  const fresh = isStale ? undefined : file.data?.url;
  // Another part of the page may have left an old address behind: that one is never drawn.
  if (drawn === null && fresh !== undefined) setDrawn(fresh);
  const renew = () => {
    if (isStale) void refetch({ cancelRefetch: false });
  };

  async function openNew(tab: Window | null) {
    try {
      const { data } = await refetch({ throwOnError: true, cancelRefetch: false });
      if (data && tab) tab.location.replace(data.url);
    } catch (error) {
      tab?.close();
      showFailure(words.failure(error));
    }
  }
  return {
    url: drawn ?? undefined,
    error: drawn === null ? file.error : null,
    link: {
      href: file.data?.url,
      target: '_blank',
      rel: 'noopener noreferrer',
      onPointerEnter: renew,
      onFocus: renew,
      onClick: (event: MouseEvent) => {
        if (!isStale) return;
        event.preventDefault();
        // Only now may a page open a tab; without an opener it could not be sent anywhere.
        const tab = window.open('about:blank', '_blank');
        if (tab) tab.opener = null;
        void openNew(tab);
      },
    },
  };
}
