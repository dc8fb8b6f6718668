'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { Icon } from '../icon';
import { triangleAlertIcon } from '../icons';

function listen(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/**
 * Says that the connection is gone while it is: until it is back, nothing is read or written. What somebody has saved meanwhile
 * waits in this window, and goes with it.
 */
export function OfflineNotice() {
  const t = useTranslations('Frame');
  const isOffline = useSyncExternalStore(
    listen,
    () => !navigator.onLine,
    () => false,
  );
  const client = useQueryClient();
  // `useIsMutating` weighs half a kilobyte on every page, for the moments without a connection.
  const isWaiting = useSyncExternalStore(
    (onChange) => client.getMutationCache().subscribe(onChange),
    () => client.isMutating() > 0,
    () => false,
  );
  if (!isOffline) return null;
  return (
    <p className="flex items-center gap-2 rounded-xl bg-warning-soft px-3.5 py-2 text-sm text-warning-soft-foreground shadow-overlay">
      <Icon icon={triangleAlertIcon} className="shrink-0" />
      {t(isWaiting ? 'offlineWaiting' : 'offline')}
    </p>
  );
}
