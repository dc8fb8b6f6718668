'use client';

import { trpc } from '@/trpc/client';

/** Refetches what rests on income and expenses after one of them was booked, changed or taken back. */
export function useBookingRefresh(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.transaction.invalidate();
    void utils.recurring.invalidate();
    void utils.statistics.invalidate();
    void utils.overview.invalidate();
  };
}
