import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { checkIcon, circleCheckIcon } from '@/components/icons';
import { lazyDialog } from '@/components/lazy-dialog';
import { useFormats } from '@/i18n/formats-provider';
import { trpc } from '@/trpc/client';
import { loadMore } from '@/trpc/load-more';
import { INBOX_PAGE } from '../pages';
import { decisionOf, isLeftOut, MAX_CERTAIN } from '../rules';
import { InboxLine } from './inbox-line';
import type { Described, WaitingLine } from './proposal';
import { useDecisions } from './use-decisions';
import { useLineKeys } from './use-line-keys';

const SplitDialog = lazyDialog(() => import('./split-dialog').then((part) => part.SplitDialog));
const BookDialog = lazyDialog(() => import('./book-dialog').then((part) => part.BookDialog));
const AssignDialog = lazyDialog(() => import('./assign-dialog').then((part) => part.AssignDialog));

type Asked = { line: WaitingLine; described: Described };

/** Lines that wait for a decision, the oldest first. */
export function Inbox({ canEdit }: { canEdit: boolean }) {
  const t = useTranslations('Bank');
  const formats = useFormats();
  const [pages, query] = trpc.bank.inbox.useSuspenseInfiniteQuery(INBOX_PAGE, {
    getNextPageParam: (page) => page.nextCursor,
  });
  const [assigned, setAssigned] = useState<WaitingLine | null>(null);
  const [booked, setBooked] = useState<Asked | null>(null);
  const [split, setSplit] = useState<Asked | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const goesOn = useRef(false);
  const decisions = useDecisions();
  // A line that was decided while the next page was fetched may stand on both.
  const shown = new Map(
    pages.pages.flatMap((page) => page.rows.map((line) => [line.id, { line, page }] as const)),
  );
  const lines = [...shown.values()];
  const certain = lines
    .filter(({ line, page }) => isCertainBy(line, page.today))
    .map(({ line }) => line)
    .slice(0, MAX_CERTAIN);

  async function act(work: Promise<boolean>) {
    goesOn.current = list.current?.contains(document.activeElement) ?? false;
    if (!(await work)) goesOn.current = false;
  }
  const isOurs = (line: WaitingLine) => line.currency === formats.currency;
  const at = (place: number) => lines[place]?.line;
  const keys = useLineKeys(lines.length, {
    onAccept: (place) => {
      const line = at(place);
      if (canEdit && line && !decisions.isBusy) void act(decisions.acceptLine(line));
    },
    onLeaveOut: (place) => {
      const line = at(place);
      if (canEdit && line && !decisions.isBusy) void act(decisions.leaveOut(line));
    },
    onAssign: (place) => {
      const line = at(place);
      if (canEdit && line && isOurs(line)) setAssigned(line);
    },
    onBook: (place) => {
      const shownLine = lines[place];
      if (canEdit && shownLine && isOurs(shownLine.line)) {
        setBooked({ line: shownLine.line, described: shownLine.page });
      }
    },
    onSplit: (place) => {
      const shownLine = lines[place];
      if (canEdit && shownLine && isOurs(shownLine.line) && shownLine.line.amountCents > 0) {
        setSplit({ line: shownLine.line, described: shownLine.page });
      }
    },
  });
  // Whoever goes through the lines by keyboard goes on at the next, which takes the place of the one that left.
  const { current } = keys;
  const shownIds = lines.map(({ line }) => line.id).join();
  useEffect(() => {
    if (!goesOn.current || shownIds === '') return;
    goesOn.current = false;
    list.current?.querySelectorAll<HTMLElement>('[data-line]')[current]?.focus();
  }, [shownIds, current]);

  if (lines.length === 0) {
    return (
      <div className="rounded-2xl bg-surface shadow-surface">
        <EmptyState level={2} icon={circleCheckIcon} title={t('emptyTitle')}>
          {t(canEdit ? 'emptyText' : 'emptyViewer')}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-4">
        <div>
          <p role="status">{t('waiting', { count: pages.pages[0]?.waiting ?? lines.length })}</p>
          {canEdit && <p className="hidden text-sm text-muted pointer-fine:block">{t('keys')}</p>}
        </div>
        {canEdit && certain.length > 1 && (
          <Button
            icon={checkIcon}
            pending={decisions.isBusy}
            onClick={() => void decisions.acceptCertain(certain)}
          >
            {t('acceptCertain', { count: certain.length })}
          </Button>
        )}
      </div>
      <ul
        ref={list}
        aria-label={t('list')}
        onKeyDown={keys.onKeyDown}
        className="flex flex-col divide-y divide-separator overflow-clip rounded-2xl bg-surface shadow-surface"
      >
        {lines.map(({ line, page }, place) => (
          <InboxLine
            key={line.id}
            line={line}
            page={page}
            canEdit={canEdit}
            isBusy={decisions.isBusy}
            isCurrent={place === current}
            onFocus={() => keys.setCurrent(place)}
            onAccept={() => void act(decisions.acceptLine(line))}
            onLeaveOut={(forGood) => void act(decisions.leaveOut(line, forGood))}
            onAssign={() => setAssigned(line)}
            onBook={() => setBooked({ line, described: page })}
            onSplit={() => setSplit({ line, described: page })}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="p-3 text-center">
          <Button look="ghost" pending={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
            {t('more')}
          </Button>
        </div>
      )}
      {split && <SplitDialog {...split} onClose={() => setSplit(null)} />}
      {booked && <BookDialog {...booked} onClose={() => setBooked(null)} />}
      {assigned && <AssignDialog line={assigned} onClose={() => setAssigned(null)} />}
    </>
  );
}

/** Whether a line is accepted with all that is certain: printed ahead of its day it waits for it. */
const isCertainBy = ({ match, bookedOn }: WaitingLine, today: string) =>
  match.grade === 'certain' && (isLeftOut(match) || (decisionOf(match) !== null && bookedOn <= today));
