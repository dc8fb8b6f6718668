'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { hasUnsavedEntries } from '@/components/form/unsaved-context';
import { Icon } from '@/components/icon';
import { triangleAlertIcon } from '@/components/icons';
import type { MemberRole } from '@/domain/vocabulary';
import { getPathname } from '@/i18n/navigation';
import { callForNoOther, setAccess, trpc } from '@/trpc/client';
import { isOwnWish, keepLastPortfolio } from './kept-last';
import type { SwitchablePortfolio } from './portfolio-switcher';

const byPower: readonly MemberRole[] = ['viewer', 'manager', 'owner'];
const mayLess = (now: MemberRole, before: MemberRole) => byPower.indexOf(now) < byPower.indexOf(before);

/**
 * Says what somebody else has taken from the person of this window: the portfolio it shows, or a role in it. While
 * something unsaved stands on the page it stays as it is, so that it can be copied; else the page becomes what they
 * still have.
 */
export function AccessKeeper({
  userId,
  current,
  portfolios,
  ended,
}: {
  userId: string;
  current: SwitchablePortfolio | null;
  portfolios: readonly SwitchablePortfolio[];
  /** The name of the portfolio that this browser showed before, and that is theirs no more. */
  ended: string | null;
}) {
  const t = useTranslations('Standing');
  const locale = useLocale();
  const { client } = trpc.useUtils();
  const [first] = useState(current);
  const [news, setNews] = useState<'ended' | MemberRole | null>(null);
  // The page itself says next time which portfolio it shows: kept until it was read.
  const [lost, setLost] = useState(ended);
  const isLeaving = useRef(false);
  const isGone = first !== null && !portfolios.some(({ id }) => id === first.id);

  useEffect(() => {
    if (current) keepLastPortfolio({ userId, ...current });
  }, [userId, current]);

  function leave() {
    isLeaving.current = true;
    // Back from the browser's memory this page would show what is gone, and ask for nothing.
    window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
    // A whole new page: what was read and typed is of the one that has gone.
    window.location.assign(getPathname({ href: '/dashboard', locale }));
  }

  const onEnd = useEffectEvent(() => {
    if (first === null || isLeaving.current || isOwnWish('here')) return;
    callForNoOther();
    // Another window may have shown another one since.
    if (!isOwnWish('anywhere')) keepLastPortfolio({ userId, ...first });
    if (hasUnsavedEntries()) setNews('ended');
    else leave();
  });
  const mayServe = useEffectEvent(async () => {
    if (news === 'ended' || isLeaving.current) return false;
    if (first === null) return true;
    const own = await client.portfolio.list.query().catch(() => null);
    if (own === null) return true;
    const now = own.find(({ id }) => id === first.id);
    if (!now) {
      onEnd();
      return false;
    }
    const isHeld = current !== null && mayLess(now.role, current.role) && hasUnsavedEntries();
    setNews(isHeld ? now.role : null);
    return !isHeld;
  });
  useEffect(() => setAccess({ onEnd: () => onEnd(), mayServe: () => mayServe() }), []);
  useEffect(() => {
    if (isGone) onEnd();
  }, [isGone]);

  if (news === 'ended' && first) {
    return (
      <Message action={t('goOn')} onAction={leave}>
        {t('endedHere', { name: first.name })}
      </Message>
    );
  }
  if (news !== null && news !== 'ended' && current) {
    return (
      <Message action={t('reload')} onAction={() => window.location.reload()}>
        {t('roleHere', { name: current.name, role: news })}
      </Message>
    );
  }
  if (lost !== null && current) {
    return (
      <Message action={t('understood')} onAction={() => setLost(null)}>
        {t('ended', { name: lost })}
      </Message>
    );
  }
  return null;
}

function Message({
  action,
  onAction,
  children,
}: {
  action: string;
  onAction: () => void;
  children: ReactNode;
}) {
  return (
    <div className="pointer-events-auto flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-warning-soft px-3.5 py-2.5 text-sm text-warning-soft-foreground shadow-overlay sm:flex-nowrap">
      <p className="flex gap-2">
        <Icon icon={triangleAlertIcon} className="mt-[3px] shrink-0" />
        <span className="min-w-0 break-words">{children}</span>
      </p>
      <Button size="sm" onClick={onAction} className="ms-auto shrink-0">
        {action}
      </Button>
    </div>
  );
}
