'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { todayIn } from '@/lib/calendar';
import { renewAll } from '@/trpc/fresh-link';

const everyMs = 60_000;
/** So much may the server's clock be behind the browser's, whose midnight would bring yesterday once more. */
const marginMs = 30_000;

/** A page that is kept open over midnight, or on a laptop that slept for weeks, is fetched anew: it was written for its day. */
export function DayWatch({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient();
  const onNewDay = useEffectEvent(() => renewAll(queryClient));

  useEffect(() => {
    const dayNow = () => todayIn(timeZone, new Date(Date.now() - marginMs));
    let day = dayNow();
    function look() {
      if (document.visibilityState !== 'visible' || !navigator.onLine || dayNow() === day) return;
      day = dayNow();
      onNewDay();
    }
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [timeZone]);

  return null;
}
