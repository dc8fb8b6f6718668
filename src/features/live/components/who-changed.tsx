'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { RecordsProvider } from '@/components/form/records';
import { trpc } from '@/trpc/client';
import { renew, whenFresh } from '@/trpc/fresh-link';

/** Lets the forms of the signed-in pages ask who changed their record, and for what it has become. */
export function WhoChanged({ children }: { children: ReactNode }) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const records = useMemo(
    () => ({
      whoChanged: (entityId: string) => client.live.lastChange.query({ entityId }),
      whenFresh,
      fetchAgain: () => renew(queryClient, 'unknown'),
    }),
    [client, queryClient],
  );
  return <RecordsProvider value={records}>{children}</RecordsProvider>;
}
