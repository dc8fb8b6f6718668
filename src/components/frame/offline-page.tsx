'use client';

import { useEffect } from 'react';
import { buildId } from '@/lib/build';

/** Has the browser know what to show when a page cannot be fetched; once the page has nothing better to do. */
export function OfflinePage() {
  useEffect(() => {
    if (buildId === 'development' || !('serviceWorker' in navigator)) return;
    const register = () =>
      navigator.serviceWorker
        .register('/offline-worker.js')
        .catch((error: unknown) => console.warn('There will be no page without a network.', error));
    const timer = setTimeout(() => void register(), 8_000);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
