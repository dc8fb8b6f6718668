'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { tryAgain } from '@/lib/fetch-again';
import { trpc } from '@/trpc/client';

/** Without what listens the page is fetched anew where it is looked at again; so long until that is asked for once more. */
const againMs = 60_000;

/**
 * Fetches anew what others change, within a second and only what is on the page, and marks what it changed there. What
 * listens comes behind the page and hears all that has happened since the page was read.
 */
export function LiveUpdates({ portfolioId, since }: { portfolioId: string; since: string }) {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const t = useTranslations('Live');
  const [news, setNews] = useState('');
  /** Of the page that begins to listen; what is served to it later it has heard of. */
  const servedSince = useEffectEvent(() => since);

  useEffect(() => {
    const from = servedSince();
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = () => {};
    function begin() {
      void tryAgain(() => import('./listen')).then(
        ({ listen }) => {
          if (!isOver) stop = listen({ queryClient, client, portfolioId, since: from, t, say: setNews });
        },
        () => {
          if (!isOver) timer = setTimeout(begin, againMs);
        },
      );
    }
    begin();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [client, portfolioId, queryClient, t]);

  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}
