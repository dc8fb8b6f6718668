import type { QueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';
import type { useTranslations } from 'next-intl';
import { tabId } from '@/trpc/client';
import { renew } from '@/trpc/fresh-link';
import type { AppRouter } from '@/trpc/root';
import { startLiveUpdates } from './browser-stream';
import { findChanges, markChanged, rememberSections } from './mark-changes';
import { watchChanges } from './watch-changes';

const gatherMs = 150;
/** A screen reader is told no more often. */
const announceMs = 8_000;

/** Hears what others change after a position, fetches it anew, marks it on the page and says so; answers with the way to stop. */
export function listen({
  queryClient,
  client,
  portfolioId,
  since,
  t,
  say,
}: {
  queryClient: QueryClient;
  client: Pick<TRPCClient<AppRouter>, 'live'>;
  portfolioId: string;
  since: string;
  t: ReturnType<typeof useTranslations<'Live'>>;
  say: (news: string) => void;
}): () => void {
  const changed = new Set<string>();
  const untold = new Set<string>();
  let lastId: string | null = null;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let hasGap = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function refetch() {
    timer = undefined;
    const before = rememberSections(document);
    const fetched = renew(queryClient, hasGap ? 'unknown' : [...changed]);
    changed.clear();
    hasGap = false;
    void fetched.then(() => requestAnimationFrame(() => setTimeout(() => mark(before), 50)));
  }

  function mark(before: ReturnType<typeof rememberSections>) {
    const { titles, elements } = findChanges(document, before);
    markChanged(elements);
    for (const title of titles) untold.add(title);
    if (untold.size > 0) telling ??= setTimeout(tell, 300);
  }

  function tell() {
    const what = [...untold].join(', ');
    untold.clear();
    const change =
      lastId === null
        ? Promise.reject(new Error('nobody known'))
        : client.live.lastChange.query({ entityId: lastId });
    change
      .then(({ by, name }) =>
        by === 'other' && name ? t('updatedBy', { name, what }) : t('updated', { what }),
      )
      .then(say, () => say(t('updated', { what })));
    telling = setTimeout(() => {
      telling = undefined;
      if (untold.size > 0) tell();
    }, announceMs);
  }

  const stop = startLiveUpdates({
    portfolioId,
    since,
    watch: watchChanges(client, portfolioId),
    listMissed: (after) => client.live.missed.query({ after }),
    onNews(message) {
      if (message.kind === 'change') {
        if (message.origin === tabId) return; // the answer has said so
        changed.add(message.entity);
        // Of a file under way no journal knows who sends it.
        if (message.entity !== 'upload') lastId = message.entityId;
      } else {
        hasGap = true;
      }
      timer ??= setTimeout(refetch, gatherMs);
    },
  });
  return () => {
    clearTimeout(timer);
    clearTimeout(telling);
    stop();
  };
}
