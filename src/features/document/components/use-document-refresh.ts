'use client';

import { trpc } from '@/trpc/client';

/** Asks anew for what shows documents: every list, the open one, and the space they take. */
export function useDocumentRefresh(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.document.list.invalidate();
    void utils.document.get.invalidate();
    void utils.document.usage.invalidate();
  };
}
